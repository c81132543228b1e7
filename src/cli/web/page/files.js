// Text files of the user, opened by a button or dropped on the page, and the place of an error in a
// text.
import { element } from "./elements.js";
import { t } from "./language.js";
import { marked } from "./words.js";

// Maximum bytes of a text in one message to the program, in which a line break takes two.
const LARGEST = 500_000;

export const tooLarge = (key) => t(key, { count: LARGEST });

export const isTooLarge = (text) => new TextEncoder().encode(text).length > LARGEST;

// A button that opens a file; `read` is called with its text and its name.
export function fileButton(text, attributes, read, complain) {
  const input = element("input", undefined, { type: "file", ...attributes });
  const label = element("label", text, { class: "file" });
  label.append(input);
  input.addEventListener("change", async () => {
    const [file] = input.files;
    if (file) await take(file, read, complain);
    // Allows the same file to be chosen again after a change.
    input.value = "";
  });
  return label;
}

async function take(file, read, complain) {
  if (file.size > LARGEST) return complain(`${file.name}: ${tooLarge("files.too-large")}`);
  try {
    return await read(await file.text(), file.name);
  } catch (error) {
    return complain(t("files.unread", { name: file.name, message: error.message }));
  }
}

// Accepts files dropped anywhere on the page, by the ending of their names; without an ending, all
// others.
const readers = [];
export function takeDropped(ending, read, complain) {
  readers.push({ ending, read, complain });
  readers.sort((one, other) => other.ending.length - one.ending.length);
}

// Without these handlers the browser would leave the page to show the file.
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  const [file] = event.dataTransfer?.files ?? [];
  const reader = file && readers.find(({ ending }) => file.name.toLowerCase().endsWith(ending));
  if (reader) take(file, reader.read, reader.complain);
});

// The line that contains a byte: its number and column, from 1, and its parts before, at and after
// the error.
export function lineAt(text, at) {
  const before = new TextDecoder().decode(new TextEncoder().encode(text).slice(0, at));
  const start = before.lastIndexOf("\n") + 1;
  const end = text.indexOf("\n", start);
  const line = text.slice(start, end < 0 ? text.length : end).replace(/\r$/, "");
  const column = before.length - start;
  const byte = new TextEncoder().encode(line.slice(0, column)).length;
  return { line: before.split("\n").length, column: column + 1, parts: marked(line, byte) };
}

// The parts for showing an error; nothing if the program does not report its place.
export function partsOf(text, data) {
  if (data?.param !== "text" || data.at === null || data.at === undefined) return undefined;
  return lineAt(text, data.at).parts;
}
