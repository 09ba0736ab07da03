import { useRef } from 'react'
import type { WholeRoastDay } from '#shared/roastery/api/roast-day.ts'
import type { WeightUnit } from '#shared/kernel/weights.ts'
import { announce } from '#app/platform/ui/live-region.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { reportNotStored } from '#app/platform/offline/notices.tsx'
import { lastWaiting } from '#app/platform/offline/queue.ts'
import { isQueued, makerOf, makerOfRow, type QueuedStep } from './queue/queue.ts'
import { queue } from './queue/sender.ts'
import { linksOf, type Step, type UndoStep } from './queue/steps.ts'

/** The data and functions with which the screens show and complete the steps. */
export type DayActions = {
  day: WholeRoastDay
  /** The shop's first unit for lots and batches. */
  unit: WeightUnit
  /**
   * Completes a step. Returns whether this device has stored it; what was typed for it must be kept until then.
   * @param text what the step is, for messages: 'Weigh in batch 261127-01'
   */
  run: (step: Step, text: string) => Promise<boolean>
  /** The last unsent step that made or changed something (see `linksOf`). */
  waiting: (name: string) => QueuedStep | undefined
  /** Undoes a step: removes it from the queue if it was never sent, otherwise completes `step`. */
  undo: (name: string, step: UndoStep, text: string) => void
  /** Whether a lot or bags with this id can be undone: not while the request that makes them is sent. */
  mayUndo: (id: string) => boolean
  /** Whether a step was completed and the focus may have to move (section.tsx). */
  isFocusDue: () => boolean
  settleFocus: () => void
}

/** @param shown the loaded day with the steps of the queue */
export function useDayActions(
  shown: WholeRoastDay,
  { steps, userId, unit }: { steps: readonly QueuedStep[]; userId: string; unit: WeightUnit },
): DayActions {
  const hasRun = useRef(false)
  /** The steps that are being stored, as JSON. A second tap before the next render completes no step again. */
  const adding = useRef(new Set<string>())
  const run = async (step: Step, text: string) => {
    const same = JSON.stringify(step)
    if (adding.current.has(same)) return false
    adding.current.add(same)
    hasRun.current = true
    try {
      await queue.add({ userId, day: shown.day, step, text, ...linksOf(step, shown) })
      announce(`Done: ${text}`)
      return true
    } catch (error) {
      reportNotStored(error)
      return false
    } finally {
      adding.current.delete(same)
    }
  }
  const waiting = (name: string) => lastWaiting(steps, name)
  return {
    day: shown,
    unit,
    run,
    waiting,
    undo: (name, step, text) => {
      const undoSent = () => {
        if (isQueued(step.input.params.id)) toast.error('This step is being sent now. Undo it in a moment')
        else void run(step, text)
      }
      const maker = makerOf(steps, name, step)
      if (maker?.tries === 0) takeBack(maker, undoSent).catch(reportNotStored)
      else undoSent()
      hasRun.current = true
    },
    mayUndo: (id) => !isQueued(id) || makerOfRow(steps, id)?.tries === 0,
    isFocusDue: () => hasRun.current,
    settleFocus: () => {
      hasRun.current = false
    },
  }
}

/** @param undoSent is called if the step was sent since the screen has shown it */
async function takeBack({ key, text }: QueuedStep, undoSent: () => void): Promise<void> {
  const outcome = await queue.cancel(key)
  if (outcome === 'removed') announce(`Undone: ${text}`)
  else if (outcome === 'sent') undoSent()
  else if (outcome !== 'gone') toast.error(`First undo: ${outcome.text}`)
}
