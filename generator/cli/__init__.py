"""Arguments, clock and terminal -> one call of the pipeline, its Report printed, an exit status."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from generator import __version__
from generator.cli.report import finish, notice_line, notice_object, print_review, review_object, waiting
from generator.errors import IncipitError, MachineError, UsageError

if TYPE_CHECKING:
    from generator.model import Verdict

# Rooms are imported inside the commands, so that `incipit --help` starts at once.

_DEFAULTS = {"project": None, "verbose": False, "quiet": False, "json": False, "strict": False}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status: 0 done, 1 a person should look, 2 usage, 3 input, 4 machine."""
    # Set here, since a default of the parser would undo what stands before the command.
    options = argparse.Namespace(**_DEFAULTS)
    _parser().parse_args(arguments, options)
    for stream in (sys.stdout, sys.stderr):
        # Messages hold titles and file names of every script, whatever the locale.
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    try:
        status: int = options.run(options)
    except IncipitError as error:
        print(error, file=sys.stderr)
        return error.status
    except KeyboardInterrupt:
        print("stopped; what was written before stands, whole", file=sys.stderr)
        return 130
    except BrokenPipeError:
        # The reader of our output has left (`incipit review | head`).
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        print(
            MachineError(
                f"{error.strerror or error}", "check the disk and its permissions", file=str(error.filename or "")
            ),
            file=sys.stderr,
        )
        return MachineError.status
    return status


def _parser() -> argparse.ArgumentParser:
    shared = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS)
    shared.add_argument(
        "--project", metavar="DIR", help="the project (else the nearest folder upward with config.yaml)"
    )
    volume = shared.add_mutually_exclusive_group()
    volume.add_argument("-v", "--verbose", action="store_true", help="print CPU seconds by stage")
    volume.add_argument("-q", "--quiet", action="store_true", help="print warnings and errors only")
    shared.add_argument("--json", action="store_true", help="print the report as one JSON object")
    shared.add_argument("--strict", action="store_true", help="exit 1 when something needs a person's attention")
    parser = argparse.ArgumentParser(
        prog="incipit",
        parents=[shared],
        description="Lists of paper abstracts -> a permanent, searchable, subscribable website.",
        epilog="Exit status: 0 done; 1 something needs attention; 2 command or config wrong; 3 an input is wrong; "
        "4 the machine failed us.",
    )
    parser.add_argument("--version", action="version", version=f"incipit {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    def command(name: str, run: Callable[[argparse.Namespace], int], summary: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, parents=[shared], help=summary, description=summary)
        added.set_defaults(run=run)
        return added

    init = command("init", _init, "make a new project that builds at once")
    init.add_argument("folder", metavar="DIR", type=Path)
    build = command("build", _build, "ingest, then publish: the main job")
    build.add_argument("--locked", action="store_true", help="fail with 1 if ingest would change content/")
    build.add_argument("--lenient", action="store_true", help="leave bad seed files and pages out, count them, exit 1")
    ingest = command("ingest", _ingest, "seeds/ -> content/: read the lists, write a page for each paper")
    ingest.add_argument("--prune", action="store_true", help="papers that no source holds any more become tombstones")
    command("publish", _publish, "content/ -> site/: build the website from the pages")
    serve = command("serve", _serve, "preview with live reload")
    serve.add_argument("--port", type=int, default=8000, metavar="N", help="0: any free port (default 8000)")
    serve.add_argument("--host", default="127.0.0.1", metavar="H", help="default 127.0.0.1")
    serve.add_argument("--open", action="store_true", help="open a browser")
    review = command("review", _review, "what waits for a person, and a person's decisions")
    decision = review.add_mutually_exclusive_group()
    decision.add_argument(
        "--same",
        nargs=2,
        metavar=("A", "B"),
        help="the two are one paper; each an id, a slug, or the FILE:LINE of a record",
    )
    decision.add_argument(
        "--different",
        nargs=2,
        metavar=("A", "B"),
        help="the two are different papers, or a merged record is one of its own",
    )
    decision.add_argument("--drop", metavar="ID", help="leave this paper (id or slug) out for good")
    review.add_argument("--reason", default="", help="why; kept beside the decision")
    command("check", _check, "read site/ back as a browser, a feed reader and a crawler would")
    deploy = command("deploy", _deploy, "publish site/ to a branch of a git remote")
    deploy.add_argument("--remote", default="origin", metavar="R", help="a git remote or its address (default origin)")
    deploy.add_argument(
        "--branch", default="gh-pages", metavar="B", help="the branch that Pages serves (default gh-pages)"
    )
    command("clean", _clean, "remove the cache and what Incipit wrote into site/, and only that")
    return parser


def _project(options: argparse.Namespace) -> Path:
    from generator import config

    if options.project is None:
        return config.find(Path.cwd())
    folder = Path(options.project).resolve()
    if not (folder / config.FILE).is_file():
        raise UsageError(
            f"{options.project} holds no {config.FILE}", "name a project, or make one with `incipit init DIR`"
        )
    return folder


def _now() -> str:
    """The moment of this command, RFC 3339 in UTC; SOURCE_DATE_EPOCH (reproducible-builds.org) replaces it."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    if epoch and not epoch.isdigit():
        raise UsageError(f"SOURCE_DATE_EPOCH is `{epoch}`", "set it to whole seconds since 1970, or unset it")
    try:
        return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(int(epoch) if epoch else None))
    except (ValueError, OverflowError, OSError):
        raise UsageError(f"SOURCE_DATE_EPOCH is `{epoch}`", "set it to whole seconds since 1970, or unset it") from None


def _progress(options: argparse.Namespace) -> Callable[[str, int, int], None]:
    """A bar on a terminal; elsewhere silence while it works, since the report says it all at the end."""
    if options.quiet or options.json or not sys.stderr.isatty():
        return lambda _stage, _done, _total: None

    def show(stage: str, done: int, total: int) -> None:
        width = 30 * done // max(total, 1)
        end = "\r\033[K" if done >= total else ""
        print(
            f"\r{stage:>10} [{'#' * width}{'.' * (30 - width)}] {done}/{total}{end}",
            end="",
            file=sys.stderr,
            flush=True,
        )

    return show


def _note(line: str) -> None:
    """What a person should know while the command goes on, whatever it prints at its end."""
    print(line, file=sys.stderr, flush=True)


def _say(options: argparse.Namespace, line: str, facts: dict[str, object]) -> None:
    """Print what a command did, as the options ask."""
    if options.json:
        print(json.dumps(facts, ensure_ascii=False))
    elif not options.quiet:
        print(line)


def _build(options: argparse.Namespace) -> int:
    from generator.pipeline.build import build

    report = build(
        _project(options),
        _now(),
        locked=options.locked,
        lenient=options.lenient,
        progress=_progress(options),
        note=_note,
    )
    return finish(report, options)


def _ingest(options: argparse.Namespace) -> int:
    from generator.pipeline.stages import ingest

    report = ingest(_project(options), _now(), prune=options.prune, progress=_progress(options), note=_note)
    return finish(report, options)


def _publish(options: argparse.Namespace) -> int:
    from generator.pipeline.stages import publish

    return finish(publish(_project(options), progress=_progress(options), note=_note), options)


def _serve(options: argparse.Namespace) -> int:
    from generator.pipeline.site import serve

    say = (lambda _line: None) if options.quiet else (lambda line: print(line, flush=True))
    serve(
        _project(options),
        _now,
        host=options.host,
        port=options.port,
        say=say,
        open_browser=options.open,
        note=_note,
    )
    return 0


def _review(options: argparse.Namespace) -> int:
    from generator.pipeline.review import decide
    from generator.pipeline.stages import review

    project, today = _project(options), _now()[:10]
    verdicts: list[tuple[Verdict, list[str]]] = [
        ("same", options.same),
        ("different", options.different),
        ("drop", options.drop and [options.drop]),
    ]
    for verdict, names in verdicts:
        if names:
            line = decide(project, verdict, names, date=today, reason=options.reason, note=_note)
            _say(options, line, {"decision": verdict, "papers": names, "message": line})
            return 0
    if options.reason:
        raise UsageError("--reason stands without a decision", "add --same A B, --different A B or --drop ID")
    report = review(project, _now(), progress=_progress(options), note=_note)
    if options.json:
        print(json.dumps(review_object(report), ensure_ascii=False))
    else:
        print_review(report)
    return 1 if options.strict and waiting(report) else 0


def _check(options: argparse.Namespace) -> int:
    from generator.pipeline.site import check

    notices = check(_project(options), note=_note)
    if options.json:
        print(json.dumps({"warnings": [notice_object(notice) for notice in notices]}, ensure_ascii=False))
    else:
        for notice in notices:
            print(notice_line(notice))
        if not options.quiet:
            print(f"{len(notices)} faults" if notices else "no faults")
    return 1 if notices else 0


def _deploy(options: argparse.Namespace) -> int:
    from generator.pipeline.site import deploy

    line = deploy(_project(options), options.remote, options.branch, _now(), note=_note)
    _say(options, line, {"remote": options.remote, "branch": options.branch, "message": line})
    return 0


def _clean(options: argparse.Namespace) -> int:
    from generator.pipeline.site import clean

    removed, kept = clean(_project(options), note=_note)
    for path in () if options.json else kept:
        print(f"warning: {path}: edited by hand; it stays", file=sys.stderr)
    _say(options, f"files:   {removed} removed", {"removed": removed, "kept": kept})
    return 0


def _init(options: argparse.Namespace) -> int:
    from generator.pipeline.init import init

    for line in init(options.folder):
        print(line)
    return 0
