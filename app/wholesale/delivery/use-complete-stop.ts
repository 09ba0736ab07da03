import { useRef } from 'react'
import type { Run, RunStop } from '#shared/wholesale/api/deliveries.ts'
import { reportNotStored } from '#app/platform/offline/notices.tsx'
import { announce } from '#app/platform/ui/live-region.tsx'
import { linksOf, runId, runQueue, type RunStep } from './run-queue.ts'

export type CompleteStop = (stop: RunStop, step: RunStep, text: string) => Promise<boolean>

/** Stores a step of this run on the device. Returns whether it is stored; what was typed must be kept until then. */
export function useCompleteStop(run: Run, userId: string): CompleteStop {
  const isAdding = useRef(false)
  return async (stop, step, text) => {
    if (isAdding.current) return false
    isAdding.current = true
    try {
      await runQueue.add({ userId, day: runId(run), step, text, ...linksOf(stop._id) })
      announce(`Done: ${text}`)
      return true
    } catch (error) {
      reportNotStored(error)
      return false
    } finally {
      isAdding.current = false
    }
  }
}
