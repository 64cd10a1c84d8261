// Very short sounds of wood and paper, synthesised; off unless the player turns them on.
// @ts-check
import { soundOn } from "../common/storage.js";

/** @typedef {"lay" | "turn" | "end" | "react"} Sound */

/** @type {AudioContext | null} */
let context = null;
/** @type {AudioBuffer | null} */
let noise = null;

/** @param {Sound} name */
export function play(name) {
  if (!soundOn()) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  SOUNDS[name](context, context.currentTime + 0.01);
}

/** @type {Record<Sound, (audio: AudioContext, at: number) => void>} */
const SOUNDS = {
  lay: (audio, at) => {
    paper(audio, at, 0.05);
    knock(audio, at + 0.02, 210, 0.35);
  },
  turn: (audio, at) => {
    knock(audio, at, 440, 0.16);
    knock(audio, at + 0.11, 587, 0.16);
  },
  end: (audio, at) => [392, 494, 587, 784].forEach((pitch, i) => knock(audio, at + i * 0.11, pitch, 0.25)),
  react: (audio, at) => knock(audio, at, 740, 0.12),
};

/**
 * A piece of wood: a tone that falls and fades at once.
 * @param {AudioContext} audio
 * @param {number} at
 * @param {number} pitch
 * @param {number} loud
 */
function knock(audio, at, pitch, loud) {
  const tone = audio.createOscillator();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(pitch, at);
  tone.frequency.exponentialRampToValueAtTime(pitch * 0.7, at + 0.12);
  tone.connect(fade(audio, at, loud, 0.14));
  tone.start(at);
  tone.stop(at + 0.16);
}

/**
 * A sheet of paper: a breath of high noise.
 * @param {AudioContext} audio
 * @param {number} at
 * @param {number} loud
 */
function paper(audio, at, loud) {
  noise ??= whiteNoise(audio);
  const source = audio.createBufferSource();
  source.buffer = noise;
  const high = audio.createBiquadFilter();
  high.type = "highpass";
  high.frequency.value = 2400;
  source.connect(high).connect(fade(audio, at, loud, 0.08));
  source.start(at);
  source.stop(at + 0.1);
}

/** @param {AudioContext} audio */
function whiteNoise(audio) {
  const buffer = audio.createBuffer(1, audio.sampleRate / 10, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return buffer;
}

/**
 * @param {AudioContext} audio
 * @param {number} at
 * @param {number} loud
 * @param {number} seconds
 */
function fade(audio, at, loud, seconds) {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  gain.connect(audio.destination);
  return gain;
}
