/**
 * The rules of the queue of steps: which step is sent next, which steps wait for another step, when a step is sent again,
 * and which one an undo takes back.
 */
import { MOST_SECONDS_AGO } from '#shared/roastery/api/roast-steps.ts'
import type { CallFailure } from '#app/platform/api/call.ts'
import type { Kind, Links, Step, StepOf, UndoStep } from './steps.ts'

/**
 * `waiting`: not sent, or sent without an answer. `sent`: the shop has accepted it, but the shown day is older.
 * `refused`: the shop has refused it, and a person decides.
 */
type StepState = 'waiting' | 'sent' | 'refused'

export type QueuedStep = Links & {
  /** The Idempotency-Key of its requests. */
  key: string
  /** The user who completed the step. It is sent only while this user is signed in. */
  userId: string
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

/** Shorter delays are not sent, in seconds. */
const SHORT_DELAY = 60

/**
 * The request of a step. For weighing and roasting it says how long ago the step was done, because the day of the step is
 * the roast date of the coffee. Only the clock of this device is used. @param now in milliseconds
 */
export function withDelay({ step, at }: Pick<QueuedStep, 'step' | 'at'>, now: number): Step['input'] {
  const seconds = Math.min(Math.floor((now - Date.parse(at)) / 1000), MOST_SECONDS_AGO)
  if ((step.kind !== 'weigh' && step.kind !== 'roast') || !(seconds >= SHORT_DELAY)) return step.input
  return { ...step.input, body: { ...step.input.body, secondsAgo: seconds } }
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
export function ofUser(steps: readonly QueuedStep[], userId: string): QueuedStep[] {
  return steps.filter((one) => one.userId === userId)
}

/** The user's next step to send: the first one that is waiting and not held. */
export function nextToSend(steps: readonly QueuedStep[], userId: string): QueuedStep | null {
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
export function needing(steps: readonly QueuedStep[], key: string): QueuedStep[] {
  const index = steps.findIndex((one) => one.key === key)
  const makes = steps[index]?.makes ?? []
  return steps
    .slice(index + 1)
    .filter(({ state, uses }) => state === 'waiting' && uses.some((name) => makes.includes(name)))
}

/** The last waiting step that makes or changes something (see `linksOf`); undefined if there is none. */
export function lastWaiting(steps: readonly QueuedStep[], name: string): QueuedStep | undefined {
  return steps.findLast(({ state, makes }) => state === 'waiting' && makes.includes(name))
}

const QUEUED = 'queued:'

/** The id of the lot or the bags that a step makes, until the shop has made them. @param key of the step */
export const rowIdOf = (key: string) => QUEUED + key

/** Whether a step in the queue makes the lot or the bags with this id. */
export function isQueued(id: string): boolean {
  return id.startsWith(QUEUED)
}

/**
 * The waiting step that made what `undo` undoes; undefined if the shop has made it. A later step of the same batch, size
 * or order may wait too, but it is not the one to undo.
 * @param name what the undo changes (see `linksOf`)
 */
export function makerOf(steps: readonly QueuedStep[], name: string, undo: UndoStep): QueuedStep | undefined {
  if (undo.kind === 'undoLot' || undo.kind === 'undoBags') return makerOfRow(steps, undo.input.params.id)
  const last = lastWaiting(steps, name)
  return last?.step.kind === makingKindOf(undo) ? last : undefined
}

/** The waiting step that makes the lot or the bags with this id; undefined if the shop has made them. */
export function makerOfRow(steps: readonly QueuedStep[], id: string): QueuedStep | undefined {
  return steps.find(({ key, state }) => state === 'waiting' && id === rowIdOf(key))
}

function makingKindOf(undo: StepOf<'undoBatch' | 'undoFill'>): Kind {
  if (undo.kind === 'undoFill') return 'fill'
  return undo.input.body.state === 'weighed' ? 'weigh' : 'roast'
}
