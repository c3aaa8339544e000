// Notices that the server has gone before somebody waits for its answer.

import { ApiError, ask } from "./api.js";
import { byId } from "./dom.js";
import { hideNotice, notice } from "./notices.js";
import { texts } from "./texts.js";

const PING_MS = 5000;

let isGone = false;
let isAsking = false;

export function startConnection() {
  window.setInterval(ping, PING_MS);
}

const isSaid = () => byId("notice").textContent?.includes(texts.serverGone) ?? false;

async function ping() {
  if (document.hidden || isAsking) {
    return;
  }
  isAsking = true;
  try {
    await ask("health");
    if (isGone && isSaid()) {
      // What failed meanwhile is tried again.
      const retry = byId("notice").querySelector("button#retry");
      hideNotice();
      if (retry instanceof HTMLButtonElement) {
        retry.click();
      }
    }
    isGone = false;
  } catch (error) {
    // What failed before may have said it, with a button to try again.
    if (!isGone && error instanceof ApiError && error.status === 0) {
      isGone = true;
      if (!isSaid()) {
        notice(texts.serverGone);
      }
    }
  }
  isAsking = false;
}
