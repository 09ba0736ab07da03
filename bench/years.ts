/** Times and pseudorandom numbers for realistic rows. */
import { newId } from '#server/time/clock.ts'

const YEARS = 3 * 365 * 24 * 3600 * 1000
export const BEGAN = Date.parse('2023-10-01T08:00:00Z')

/** `count` evenly spaced times from the shop's beginning until now. */
export function* moments(count: number): Generator<{ at: string; id: string }> {
  for (let number = 0; number < count; number++) {
    const now = new Date(BEGAN + Math.floor((YEARS * number) / count))
    yield { at: now.toISOString(), id: newId({ now: () => now }) }
  }
}

/** A random generator with the same numbers in every run. */
export function dice(seed = 1): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
