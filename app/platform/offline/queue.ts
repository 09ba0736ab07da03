/**
 * The rules of a queue of steps that wait for a connection: which step is sent next, which steps wait for another step, and when
 * a step is sent again.
 */
import type { CallFailure } from '#app/platform/api/call.ts'

/**
 * What a step needs, and what it makes or changes, as names such as `batch:<id>`. A step that needs the result of a
 * refused step has to wait.
 */
export type Links = { uses: string[]; makes: string[] }

/**
 * `waiting`: not sent, or sent without an answer. `sent`: the shop has accepted it, but the shown day is older.
 * `refused`: the shop has refused it, and a person decides.
 */
type StepState = 'waiting' | 'sent' | 'refused'

export type QueuedStep<Step = unknown> = Links & {
  /** The Idempotency-Key of its requests. */
  key: string
  /** The user who completed the step. It is sent only while this user is signed in. */
  userId: string
  /** The day, or the run, that the step is part of. */
  day: string
  step: Step
  /** What the step is, for messages: 'Weigh in batch 261127-01'. */
  text: string
  /** When the user completed it, by the clock of this device, as an ISO time. */
  at: string
  state: StepState
  /** How often it was sent. */
  tries: number
  /** When it was first sent, in milliseconds of the clock of this device; null if it was never sent. */
  firstTriedAt: number | null
  /** Why it was refused. */
  problem: string | null
}

/** The keys of waiting steps that need the result of a refused step, directly or through other waiting steps. */
export function heldKeys(steps: readonly QueuedStep[]): Set<string> {
  const missing = new Set<string>()
  const held = new Set<string>()
  for (const { key, state, uses, makes } of steps) {
    const isHeld = state === 'waiting' && uses.some((name) => missing.has(name))
    if (isHeld) held.add(key)
    if (isHeld || state === 'refused') for (const name of makes) missing.add(name)
  }
  return held
}

/** The steps of a user, in the order in which they were completed. */
export function ofUser<Step>(steps: readonly QueuedStep<Step>[], userId: string): QueuedStep<Step>[] {
  return steps.filter((one) => one.userId === userId)
}

/** The user's next step to send: the first one that is waiting and not held. */
export function nextToSend<Step>(
  steps: readonly QueuedStep<Step>[],
  userId: string,
): QueuedStep<Step> | null {
  const own = ofUser(steps, userId)
  const held = heldKeys(own)
  return own.find(({ key, state }) => state === 'waiting' && !held.has(key)) ?? null
}

/** `signIn`: the session has ended, and the step is sent after the next sign-in. */
type Verdict = 'again' | 'signIn' | 'refused'

/** Statuses that say nothing about the step: request timeout, too early, too many requests. */
const TEMPORARY = new Set<CallFailure>([408, 425, 429])
/** After this many server errors (status 500), the step no longer blocks the others. */
const MOST_SERVER_ERRORS = 6

/** What happens to a step whose request failed. @param tries how often it was sent, including this time */
export function verdictOf(failure: CallFailure, tries: number): Verdict {
  if (typeof failure === 'string' || TEMPORARY.has(failure) || failure > 500) return 'again'
  if (failure === 500) return tries < MOST_SERVER_ERRORS ? 'again' : 'refused'
  return failure === 401 ? 'signIn' : 'refused'
}

const LONGEST_PAUSE = 30_000

/** Milliseconds until the next attempt: 1 s, 2 s, 4 s, and so on. @param failures attempts without an answer in a row */
export function pauseAfter(failures: number): number {
  return Math.min(1000 * 2 ** Math.max(failures - 1, 0), LONGEST_PAUSE)
}

/** The shop recognizes a repeated request for two days. The last half day is not used, because clocks may differ. */
const RECOGNIZED = 36 * 60 * 60 * 1000

/** Whether the step was sent without an answer so long ago that the shop might no longer recognize it. */
export function isTooOld({ firstTriedAt }: QueuedStep, now: number): boolean {
  return firstTriedAt !== null && now - firstTriedAt > RECOGNIZED
}

export const TOO_OLD =
  'This step was sent more than a day ago without an answer, so the shop may have done it already. Check the day, then discard the step or try again'

/**
 * The later waiting steps that need the result of this step. Such a step must be undone first. A step can be taken out
 * of the queue only if it was never sent.
 */
export function needing<Step>(steps: readonly QueuedStep<Step>[], key: string): QueuedStep<Step>[] {
  const index = steps.findIndex((one) => one.key === key)
  const makes = steps[index]?.makes ?? []
  return steps
    .slice(index + 1)
    .filter(({ state, uses }) => state === 'waiting' && uses.some((name) => makes.includes(name)))
}

/** The last waiting step that makes or changes something (see `Links`); undefined if there is none. */
export function lastWaiting<Step>(
  steps: readonly QueuedStep<Step>[],
  name: string,
): QueuedStep<Step> | undefined {
  return steps.findLast(({ state, makes }) => state === 'waiting' && makes.includes(name))
}

/** How many seconds ago the user completed a step, by the clock of this device; 0 for less than a minute. @param now in ms */
export function secondsSince({ at }: Pick<QueuedStep, 'at'>, now: number, most: number): number {
  const seconds = Math.min(Math.floor((now - Date.parse(at)) / 1000), most)
  return seconds >= SHORT_DELAY ? seconds : 0
}

/** Shorter delays are not sent, in seconds. */
const SHORT_DELAY = 60
