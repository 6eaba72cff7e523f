// JSON list of YAML texts on stdin -> JSON list of what js-yaml reads in them.
import { readFileSync } from "node:fs";
import { load } from "js-yaml";

const texts = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(texts.map((text) => load(text))));
