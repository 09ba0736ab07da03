/** Times and pseudorandom numbers for realistic rows. */
import { newId } from '#server/kernel/time/clock.ts'

const THREE_YEARS_MS = 3 * 365 * 24 * 3600 * 1000
/** The orders end today, because the admin's home page shows the last days. */
export const OPENED_AT = Date.now() - THREE_YEARS_MS

/** `count` times, evenly distributed over three years. Each has an id that was created at that time. */
export function* evenlySpacedTimes(count: number): Generator<{ at: string; id: string }> {
  for (let number = 0; number < count; number++) {
    const now = new Date(OPENED_AT + Math.floor((THREE_YEARS_MS * number) / count))
    yield { at: now.toISOString(), id: newId({ now: () => now }) }
  }
}

/** Returns a pseudorandom generator. The same seed gives the same numbers. `random(n)` returns 0 to n - 1. */
export function randomNumbers(seed = 1): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
