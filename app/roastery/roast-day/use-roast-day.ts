import { roastDay, type WholeRoastDay } from '#shared/roastery/api/roast-day.ts'
import { call } from '#app/platform/api/call.ts'
import { useOfflineState, type OfflinePage } from '#app/platform/offline/use-offline-state.ts'
import { withSteps } from './queue/applied.ts'
import { keptDays } from './offline.ts'
import { queue } from './queue/sender.ts'
import type { Step } from './queue/steps.ts'

const PAGE: OfflinePage<WholeRoastDay, Step> = {
  queue,
  keyOf: (day) => ['roastery', 'day', day],
  load: (day, signal) => call(roastDay.one, { params: { day } }, { signal }),
  kept: keptDays,
  apply: withSteps,
}

/** A roast day with the steps of this browser, including those that are not sent yet. */
export function useRoastDay(date: string, user: { _id: string; name: string }) {
  const { state: day, ...others } = useOfflineState(PAGE, date, user)
  return { ...others, day }
}
