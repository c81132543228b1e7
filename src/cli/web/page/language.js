// The texts of the page in the language of whoever reads it: the one he has chosen, or the first of his browser's
// that there is. Texts have keys, names in braces that are filled in, and forms of which `count` chooses; the files
// are made of crates/base/src/language.
import { keep, recalled } from "./settings.js";

const read = async (name) => (await fetch(new URL(name, import.meta.url))).json();

// All languages: of each its code, its name in itself, and other codes of it.
export const LANGUAGES = await read("languages.json");

// The language of a code such as `ms-MY`.
export function languageOf(code) {
  const [main] = code.toLowerCase().split(/[-_]/);
  return LANGUAGES.find((one) => one.code === main || one.also.includes(main));
}

const wanted = [recalled("language") ?? "", ...navigator.languages];
export const LANGUAGE = (wanted.map(languageOf).find(Boolean) ?? LANGUAGES[0]).code;

const { language, page } = await read(`language/${LANGUAGE}.json`);

const found = (key) => key.split(".").reduce((table, name) => table?.[name], page);

export const hasText = (key) => found(key) !== undefined;

// The form that a number takes: what no other form claims takes `other`.
const formOf = (count) => Object.keys(language.plural).find((form) => language.plural[form].includes(count)) ?? "other";

// A text with its values; numbers are written as the language writes them.
export function t(key, values = {}) {
  const text = found(key);
  if (text === undefined) throw new Error(`no text ${key}`);
  return (text.other === undefined ? text : text[formOf(values.count)]).replace(/\{([^}]*)\}/g, (_, name) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${key}: no value ${name}`);
    return typeof value === "number" ? number(value) : value;
  });
}

// A number with so many decimals; none are usual. Its signs are those of the file, whatever the browser knows.
export function number(value, places = 0) {
  const { group, decimal, minus } = language.numbers;
  const [whole, behind] = Math.abs(value).toFixed(places).split(".");
  const text = whole.replace(/\B(?=(\d{3})+$)/g, group) + (behind ? decimal + behind : "");
  return (value < 0 ? minus : "") + text;
}

export const signed = (value) => (value > 0 ? language.numbers.plus : "") + number(value);

// Texts of what stands in the page from the beginning, by its attributes.
for (const one of document.querySelectorAll("[data-text]")) one.textContent = t(one.dataset.text);
for (const one of document.querySelectorAll("[data-label]")) one.setAttribute("aria-label", t(one.dataset.label));
for (const one of document.querySelectorAll("[data-title]")) one.title = t(one.dataset.title);
document.documentElement.lang = LANGUAGE;

// The switch, in which each language names itself. What is shown is in the address: `write` puts it there, and the
// page begins anew in the other language.
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
