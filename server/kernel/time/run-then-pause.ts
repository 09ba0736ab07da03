/** Pauses between the steps of a long job, so that pages are answered between them. */
import { setTimeout as pause } from 'node:timers/promises'

/** Shorter steps need no pause, in milliseconds. */
const SHORT = 2
const LONGEST_PAUSE = 200

/** Runs a step, and then pauses for as long as it took. Returns its result; throws its error without a pause. */
export async function runThenPause<Result>(step: () => Promise<Result>): Promise<Result> {
  const start = performance.now()
  const result = await step()
  const took = performance.now() - start
  if (took > SHORT) await pause(Math.min(took, LONGEST_PAUSE))
  return result
}
