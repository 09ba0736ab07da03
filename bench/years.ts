/** Times and pseudorandom numbers for realistic rows. */
import { newId } from '#server/time/clock.ts'

const THREE_YEARS_MS = 3 * 365 * 24 * 3600 * 1000
export const BEGAN = Date.parse('2023-10-01T08:00:00Z')

/** `count` evenly spaced times over three years, each with an id of that time. */
export function* moments(count: number): Generator<{ at: string; id: string }> {
  for (let number = 0; number < count; number++) {
    const now = new Date(BEGAN + Math.floor((THREE_YEARS_MS * number) / count))
    yield { at: now.toISOString(), id: newId({ now: () => now }) }
  }
}

/** A pseudorandom generator: the same seed gives the same numbers. `roll(n)` is in 0..n-1. */
export function dice(seed = 1): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
