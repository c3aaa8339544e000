// Whether anybody looks at the page. Browsers allow few connections to one server: tabs that
// nobody looks at must not hold them.

import { emit } from "./state.js";

/** A glance at another tab ends nothing. */
const PATIENCE_MS = 10000;

let isHidden = false;
/** @type {number|undefined} */
let waiting;

export function startVisible() {
  document.addEventListener("visibilitychange", look);
  look();
}

function look() {
  window.clearTimeout(waiting);
  if (document.hidden) {
    waiting = window.setTimeout(() => setHidden(true), PATIENCE_MS);
  } else {
    setHidden(false);
  }
}

/** @param {boolean} is */
function setHidden(is) {
  if (isHidden !== is) {
    isHidden = is;
    emit("seen");
  }
}

/** Whether nobody has looked at the page for a while. */
export const isAway = () => isHidden;
