/** A short tone. It needs no file, and is silent where the browser allows no sound. */
let context: AudioContext | undefined

/** @param isLast a higher tone, for the end */
export function beep(isLast = false): void {
  try {
    context ??= new AudioContext()
    const tone = context.createOscillator()
    const volume = context.createGain()
    const { currentTime: now } = context
    tone.frequency.value = isLast ? 880 : 660
    volume.gain.setValueAtTime(0.2, now)
    volume.gain.exponentialRampToValueAtTime(0.001, now + 0.4)
    tone.connect(volume).connect(context.destination)
    tone.start(now)
    tone.stop(now + 0.4)
  } catch {
    // No sound.
  }
}
