// A short sound for each move, where somebody wants it.

import { forAll } from "./storage.js";
import { inputById } from "./dom.js";
import { on, state } from "./state.js";

const KEY = "plyglot.sounds";

/** @type {AudioContext|null} */
let audio = null;
let last = "";

export function startSounds() {
  const box = inputById("sounds");
  box.checked = forAll.get(KEY) === "on";
  box.addEventListener("change", () => forAll.set(KEY, box.checked ? "on" : null));
  on("position", () => {
    const { position, tree } = state;
    const key = JSON.stringify(tree.names());
    if (box.checked && position?.last && key !== last) {
      click(position.result ? 330 : position.marked.length > 0 ? 880 : 520);
    }
    last = key;
  });
}

/** @param {number} pitch  in Hz */
function click(pitch) {
  audio ??= new AudioContext();
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0.15, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.12);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.12);
}
