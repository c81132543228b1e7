// The texts of the page in the user's language: the chosen one, or the first supported one of the
// browser. Texts have keys, placeholders in braces, and forms selected by `count`; the files are
// generated from crates/base/src/language.
import { keep, recalled } from "./settings.js";

const read = async (name) => (await fetch(new URL(name, import.meta.url))).json();

// All languages, each with its code, its own name, and alternative codes.
export const LANGUAGES = await read("languages.json");

// The language for a code such as `ms-MY`.
export function languageOf(code) {
  const [main] = code.toLowerCase().split(/[-_]/);
  return LANGUAGES.find((one) => one.code === main || one.also.includes(main));
}

const wanted = [recalled("language") ?? "", ...navigator.languages];
export const LANGUAGE = (wanted.map(languageOf).find(Boolean) ?? LANGUAGES[0]).code;

const { language, page } = await read(`language/${LANGUAGE}.json`);

const found = (key) => key.split(".").reduce((table, name) => table?.[name], page);

export const hasText = (key) => found(key) !== undefined;

// The plural form of a number; `other` by default.
const formOf = (count) => Object.keys(language.plural).find((form) => language.plural[form].includes(count)) ?? "other";

// A text with its values; numbers are formatted for the language.
export function t(key, values = {}) {
  const text = found(key);
  if (text === undefined) throw new Error(`no text ${key}`);
  return (text.other === undefined ? text : text[formOf(values.count)]).replace(/\{([^}]*)\}/g, (_, name) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${key}: no value ${name}`);
    return typeof value === "number" ? number(value) : value;
  });
}

// A number with this many decimals, by default none. Signs and separators come from the language
// file, independent of the browser.
export function number(value, places = 0) {
  const { group, decimal, minus } = language.numbers;
  const [whole, behind] = Math.abs(value).toFixed(places).split(".");
  const text = whole.replace(/\B(?=(\d{3})+$)/g, group) + (behind ? decimal + behind : "");
  return (value < 0 ? minus : "") + text;
}

export const signed = (value) => (value > 0 ? language.numbers.plus : "") + number(value);

// Fills in the texts of static elements, by their attributes.
for (const one of document.querySelectorAll("[data-text]")) one.textContent = t(one.dataset.text);
for (const one of document.querySelectorAll("[data-label]")) one.setAttribute("aria-label", t(one.dataset.label));
for (const one of document.querySelectorAll("[data-title]")) one.title = t(one.dataset.title);
document.documentElement.lang = LANGUAGE;

// The language switch, which lists each language by its own name. `write` stores the state in the
// address, and the page reloads in the other language.
export function languageSwitch(write) {
  const list = document.getElementById("language");
  for (const { code, name } of LANGUAGES) {
    const one = new Option(name, code, false, code === LANGUAGE);
    one.lang = code;
    list.append(one);
  }
  list.addEventListener("change", () => {
    keep("language", list.value);
    write();
    location.reload();
  });
}
