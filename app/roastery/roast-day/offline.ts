/** The last states of roast days in this browser, so that a reload works without a connection. */
import type { WholeRoastDay } from '#shared/roastery/api/roast-day.ts'
import { keptStates } from '#app/platform/offline/kept.ts'

export const keptDays = keptStates<WholeRoastDay>('roast-days', ({ day }) => day)
