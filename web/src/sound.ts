import { settings } from "./state";

let audio: AudioContext | undefined;

/** A soft tap, as of a ball on wood; nothing unless sounds are on. */
export function click(): void {
  if (!settings.value.sound) return;
  audio ??= new AudioContext();
  const now = audio.currentTime;
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(520, now);
  tone.frequency.exponentialRampToValueAtTime(180, now + 0.05);
  volume.gain.setValueAtTime(0.12, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.07);
  tone.connect(volume).connect(audio.destination);
  tone.start(now);
  tone.stop(now + 0.08);
}
