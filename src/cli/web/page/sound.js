// Sounds: a short tone for each seed, a higher one in a store, a lower one for a capture. Off unless
// wanted. With moves at once there are none.
import { element } from "./elements.js";
import { t } from "./language.js";
import { keep, recalled } from "./settings.js";

// Hertz, and the seconds that a tone lasts.
const TONES = { seed: 520, store: 780, capture: 260 };
const LASTS = 0.07;

// The least seconds between two tones.
const APART = 0.03;

export function sound({ stage }) {
  const wanted = element("input", undefined, { type: "checkbox", id: "sound" });
  wanted.checked = recalled("sound") === "true";
  wanted.addEventListener("change", () => keep("sound", String(wanted.checked)));
  const label = element("label");
  label.append(wanted, ` ${t("sound.on")}`);
  let context = null;
  let last = -Infinity;

  function play(tone) {
    // Browsers forbid sounds before the first click or key.
    if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return;
    context ??= new AudioContext();
    const now = context.currentTime;
    if (now - last < APART) return;
    last = now;
    const [source, volume] = [context.createOscillator(), context.createGain()];
    source.frequency.value = TONES[tone];
    volume.gain.setValueAtTime(0.15, now);
    volume.gain.exponentialRampToValueAtTime(0.001, now + LASTS);
    source.connect(volume).connect(context.destination);
    source.start(now);
    source.stop(now + LASTS);
  }

  stage.addEventListener("tick", ({ detail: { cells, taking } }) => {
    if (!wanted.checked || cells.length === 0) return;
    play(taking ? "capture" : cells.some((cell) => cell.startsWith("R")) ? "store" : "seed");
  });
  return label;
}
