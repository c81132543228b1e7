// What a browser keeps of a page: what one did here last, and choices in lists, such as the speed. Where it
// keeps nothing the page works all the same.

// Puts the choice that was kept into a list, and keeps every other one.
export function remember(list) {
  const kept = recalled(list.id);
  if (kept !== list.value && [...list.options].some(({ value }) => value === kept)) {
    list.value = kept;
    list.dispatchEvent(new Event("change"));
  }
  list.addEventListener("change", () => keep(list.id, list.value));
}

export function recalled(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {}
}

// The same of what is no text; nothing if it can't be read.
export function recalledParts(name) {
  try {
    return JSON.parse(recalled(name));
  } catch {
    return null;
  }
}

export const keepParts = (name, parts) => keep(name, JSON.stringify(parts));
