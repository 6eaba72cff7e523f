// @ts-check
// An open page -> the same page anew, when `incipit serve` has built the site again.
// The preview adds this script to the pages it serves; it is no part of a site.

const shown = new URL(import.meta.url).searchParams.get("build");

/** @type {EventSource | undefined} */
let events;

/** @param {MessageEvent<string>} event */
function compare(event) {
  if (event.data !== shown) {
    location.reload();
  }
}

// A browser allows few connections to one host: a page that nobody sees holds none.
function tune() {
  if (document.hidden) {
    stop();
  } else if (!events) {
    events = new EventSource("/-/events");
    events.addEventListener("message", compare);
  }
}

function stop() {
  events?.close();
  events = undefined;
}

document.addEventListener("visibilitychange", tune);
addEventListener("pageshow", tune);
addEventListener("pagehide", stop);
tune();
