/** Sounds, synthesised in the browser; there are none until they are switched on. */

import { settings } from "./store.js";

/** @import {State} from "../../types" */

/** Each sound is some tones: when it begins and how long it lasts in seconds, its pitch in hertz, its shape. */
const SOUNDS = /** @type {Record<string, [number, number, number, OscillatorType][]>} */ ({
  place: [[0, 0.07, 220, "triangle"], [0, 0.03, 900, "sine"]],
  flip: [[0, 0.06, 260, "triangle"], [0.08, 0.06, 340, "triangle"]],
  chain: [[0, 0.08, 330, "triangle"], [0.12, 0.08, 440, "triangle"], [0.24, 0.1, 550, "triangle"]],
  card: [[0, 0.04, 1400, "sawtooth"], [0.02, 0.04, 700, "triangle"]],
  end: [[0, 0.18, 392, "sine"], [0.16, 0.18, 494, "sine"], [0.32, 0.4, 587, "sine"]],
});
const LOUDNESS = 0.12;

/** @type {AudioContext | null} */
let audio = null;

/** @param {string} kind */
function sound(kind) {
  audio ??= new AudioContext();
  for (const [begin, length, pitch, shape] of SOUNDS[kind]) {
    const at = audio.currentTime + begin;
    const [tone, loud] = [audio.createOscillator(), audio.createGain()];
    tone.type = shape;
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(LOUDNESS, at);
    loud.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(loud).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length);
  }
}

/** Sound as the last move does. @param {State} state */
export function soundOf({ scene, ended }) {
  if (!settings.sound) return;
  if (ended !== null) sound("end");
  else if (scene.kind === "table") sound("card");
  else if (scene.waves.length > 0) sound(scene.kind === "pyramid" ? "chain" : "flip");
  else sound("place");
}
