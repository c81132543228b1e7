// What the browser stores for a page: the last activity, and choices in lists such as the speed.
// Without storage the page still works.

// Restores the stored choice of a list, and stores every later one.
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

// Like `recalled`, for other values than text; nothing if it is invalid.
export function recalledParts(name) {
  try {
    return JSON.parse(recalled(name));
  } catch {
    return null;
  }
}

export const keepParts = (name, parts) => keep(name, JSON.stringify(parts));
