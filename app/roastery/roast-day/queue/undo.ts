/** Finds the waiting step that an undo takes back. */
import { lastWaiting, rowIdOf, type QueuedStep } from './queue.ts'
import type { Kind, StepOf, UndoStep } from './steps.ts'

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
