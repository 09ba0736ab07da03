/** Runs work within a time limit, or with pauses, so that pages are answered between the steps of a long job. */
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Runs `work` with a signal that is aborted after a time limit in milliseconds. Unlike `AbortSignal.timeout`, the timer
 * ends with the work; that one would create an error object after every successful call.
 */
export async function within<T>(milliseconds: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController()
  const expire = () => late.abort(new DOMException('No answer in time', 'TimeoutError'))
  const timer = setTimeout(expire, milliseconds)
  try {
    return await work(late.signal)
  } finally {
    clearTimeout(timer)
  }
}

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
