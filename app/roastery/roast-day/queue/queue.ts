/** What is special about the queue of a roast day: the delay of a step, and which step an undo takes back. */
import { MOST_SECONDS_AGO } from '#shared/roastery/api/roast-steps.ts'
import { lastWaiting, secondsSince, type QueuedStep as Queued } from '#app/platform/offline/queue.ts'
import type { Kind, Step, StepOf, UndoStep } from './steps.ts'

export type QueuedStep = Queued<Step>

/**
 * The request of a step. For weighing and roasting it says how long ago the step was done, because the day of the step is
 * the roast date of the coffee. Only the clock of this device is used. @param now in milliseconds
 */
export function withDelay({ step, at }: Pick<QueuedStep, 'step' | 'at'>, now: number): Step['input'] {
  const seconds = secondsSince({ at }, now, MOST_SECONDS_AGO)
  if ((step.kind !== 'weigh' && step.kind !== 'roast') || seconds === 0) return step.input
  return { ...step.input, body: { ...step.input.body, secondsAgo: seconds } }
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
