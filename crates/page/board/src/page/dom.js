// Small helpers to make and find elements.

/** @typedef {Record<string, string|number|boolean|null|undefined|((event: any) => void)>} Attributes */

/**
 * The element with this id. The page is broken without it, so its absence is an error.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) {
    throw new Error(`no #${id}`);
  }
  return found;
}

/** @param {string} id */
export const buttonById = id => /** @type {HTMLButtonElement} */ (byId(id));
/** @param {string} id */
export const inputById = id => /** @type {HTMLInputElement} */ (byId(id));
/** @param {string} id */
export const selectById = id => /** @type {HTMLSelectElement} */ (byId(id));

/**
 * @param {Element} element
 * @param {Attributes} attributes  a function is a listener: {onclick: f}; null and false leave out
 */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      element.addEventListener(name.slice(2), value);
    } else if (value === null || value === undefined || value === false) {
      element.removeAttribute(name);
    } else {
      const text = value === true ? "" : String(value);
      // A browser works on what is written, new or not.
      if (element.getAttribute(name) !== text) {
        element.setAttribute(name, text);
      }
    }
  }
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...(Node|string)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function html(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  set(element, attributes);
  element.append(...children);
  return element;
}

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...(Node|string)} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  set(element, attributes);
  element.append(...children);
  return element;
}

/** @param {Element} element @param {string} text */
export function setText(element, text) {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}

/** Of what is typed in place of a person: Chromium takes a second for as many. */
const MAX_TYPED_LINES = 300;

/** Makes a text another one, as typing does, so that the browser can undo it. @param {HTMLTextAreaElement} area @param {string} text */
export function retype(area, text) {
  const [before, after] = [area.value, text.replaceAll("\r\n", "\n")];
  const most = Math.min(before.length, after.length);
  let [start, end] = [0, 0];
  while (start < most && before[start] === after[start]) {
    start += 1;
  }
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) {
    end += 1;
  }
  const typed = after.slice(start, after.length - end);
  // Chromium tells of each line.
  const ignore = (/** @type {Event} */ event) => event.stopImmediatePropagation();
  area.addEventListener("input", ignore, true);
  area.focus();
  area.setSelectionRange(start, before.length - end);
  if (before !== after && typed.split("\n").length <= MAX_TYPED_LINES) {
    document.execCommand(typed ? "insertText" : "delete", false, typed);
  }
  area.removeEventListener("input", ignore, true);
  if (area.value !== after) {
    area.value = after;
  }
  area.dispatchEvent(new Event("input"));
}
