/** Named points at which a test can kill the process: in the code for money, stock, products and pictures, and at a start. */
import { existsSync, readFileSync } from 'node:fs'
import { isAbsolute } from 'node:path'

export const CRASH_POINTS = [
  'after-order-commit',
  'after-payment-opened',
  'after-capture-intent',
  'after-capture-answer',
  'after-paid-commit',
  'after-charge-intent',
  'after-charge-answer',
  'after-charge-known',
  'after-delivery-commit',
  'after-delivery-charge',
  'after-refund-intent',
  'after-refund-answer',
  'after-refund-commit',
  'within-expiry',
  'after-label-intent',
  'after-label-answer',
  'after-label-commit',
  'after-void-intent',
  'after-void-answer',
  'within-product-save',
  'after-picture-files',
  'within-menu-change',
  'within-import',
  'after-import-batch',
  'within-roast-step',
  'after-roast-step',
  'before-connection-commit',
  'after-connection-commit',
] as const

export type CrashPoint = (typeof CRASH_POINTS)[number]

/** The points of a start on the database of an earlier release, in their order. */
export const START_CRASH_POINTS = ['within-migration', 'after-migrations', 'within-search'] as const

type StartCrashPoint = (typeof START_CRASH_POINTS)[number]

export type Crash = (point: CrashPoint | StartCrashPoint) => void

/**
 * Returns a function that kills the process (kill -9) at the crash point `named`; the function does nothing if `named`
 * is null. If it is the path of a file, the crash point is read from there each time, so that a test can choose it while
 * the shop runs.
 */
export function crashAt(named: string | null): Crash {
  if (named === null) return () => {}
  if (isAbsolute(named))
    return (point) => {
      if (existsSync(named) && readFileSync(named, 'utf8') === point) process.kill(process.pid, 'SIGKILL')
    }
  const all: readonly string[] = [...CRASH_POINTS, ...START_CRASH_POINTS]
  if (!all.includes(named)) throw new Error(`CRASH_AT: ${named} is not one of ${all.join(', ')}`)
  return (point) => {
    if (point === named) process.kill(process.pid, 'SIGKILL')
  }
}
