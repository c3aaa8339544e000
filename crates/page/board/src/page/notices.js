// What is said: the line of status, the notice above the board, and the announcements for
// screen readers.

import { ApiError, isAbort } from "./api.js";
import { byId, html } from "./dom.js";
import { texts } from "./texts.js";

/** How long a move stands before the next one takes its place, in ms. */
const STANDS = 1200;
const COPIED_MS = 1500;
let lastMove = "";
let movedAt = -Infinity;

/** @param {string} text */
export function announce(text) {
  const announcer = byId("announcer");
  lastMove = "";
  // The same words twice are two pieces of news, so the text must differ.
  announcer.textContent = announcer.textContent === text ? `${text}\u00a0` : text;
}

/** Announces a move; a quick answer does not hide the move that it answers. @param {string} text */
export function announceMove(text) {
  const now = performance.now();
  const before = now - movedAt < STANDS ? lastMove : "";
  announce(before ? `${before} ${text}` : text);
  lastMove = text;
  movedAt = now;
}

/** Says on a button that something was copied; its neighbours stay where they are. @param {HTMLElement} button @param {string} label  its own */
export function sayCopied(button, label) {
  button.style.minWidth = `${button.offsetWidth}px`;
  button.textContent = texts.copied;
  setTimeout(() => button.textContent = label, COPIED_MS);
  announce(texts.copied);
}

/** @param {string} text */
export function say(text) {
  byId("status").textContent = text;
}

/** Whether the notice offers a way back, rather than says what failed. */
let isOffer = false;

/** @param {string} text @param {string} label @param {() => void} act */
export function offer(text, label, act) {
  notice(text, act, label);
  isOffer = true;
  byId("notice").toggleAttribute("data-offer", true);
}

/**
 * @param {string} text
 * @param {() => void} [act]
 * @param {string} [label]  of the button that does it
 */
export function notice(text, act, label = texts.retry) {
  isOffer = false;
  const place = byId("notice");
  place.toggleAttribute("data-offer", false);
  const buttons = html("span", { class: "buttons" });
  if (act) {
    buttons.append(html("button", { type: "button", id: "retry", onclick: () => { hideNotice(); act(); } }, label));
  }
  buttons.append(html("button", { type: "button", class: "quiet", onclick: hideNotice }, texts.close));
  place.replaceChildren(html("span", {}, text), buttons);
  place.hidden = false;
  announce(text);
}

export function hideNotice() {
  byId("notice").hidden = true;
  byId("notice").replaceChildren();
}

/** What failed is past; what is offered stays. */
export function hideFailure() {
  if (!isOffer) {
    hideNotice();
  }
}

/**
 * Says what went wrong; a request that was cancelled is not an error.
 * @param {unknown} error
 * @param {() => void} [retry]
 */
export function noticeError(error, retry) {
  if (isAbort(error)) {
    return;
  }
  if (error instanceof ApiError) {
    notice(error.at === null ? error.message : texts.wrongAt(error.message, error.at), retry);
  } else {
    notice(texts.unexpected(error instanceof Error ? error.message : String(error)), retry);
  }
}
