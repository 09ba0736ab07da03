/** The business details from the settings: names, address, opening hours, announcement, vacation and tax. */
import { useQuery } from '@tanstack/react-query'
import { config, type CurrentBusiness } from '#shared/site/api/config.ts'
import { DEFAULT_BUSINESS } from '#shared/platform/business.ts'
import { DEFAULT_HOURS, type BarHours } from '#shared/platform/hours.ts'
import type { PartId, PartState } from '#shared/platform/parts.ts'
import { ask } from './query.ts'

export const businessQuery = ask(config.business, {})

const MINUTE = 60_000
/**
 * A day in milliseconds. It is enough, because the answer changes at midnight; timers of browsers are limited to 24
 * days.
 */
const LONGEST_PAUSE = 86_400_000

export type ShownBusiness = Omit<CurrentBusiness, 'hours'> & { hours: BarHours }

/** The default for pages without an answer, such as an error page. */
const UNKNOWN: ShownBusiness = {
  ...DEFAULT_BUSINESS,
  hours: DEFAULT_HOURS,
  open: { isOpen: false, text: '' },
  today: '',
  announcement: null,
  vacation: null,
  tax: { state: '', thousandths: 0 },
  excluded: [],
  returns: { policy: '', days: null, coffee: false, fees: '', fee: null, method: '', link: '' },
  inPounds: true,
  departments: [],
  parts: {},
  until: '',
}

/** The document contains the answer, so the first render has it. */
export function useBusiness(): ShownBusiness {
  return useLoadedBusiness() ?? UNKNOWN
}

/** The state of a part of the shop. */
export function usePart(part: PartId): PartState {
  return useBusiness().parts[part] ?? 'off'
}

/** Whether the shop roasts what it sells. Otherwise no text speaks of roasting, and coffee leaves on the days of packing. */
export function useRoasts(): boolean {
  return usePart('roastery') === 'on'
}

/** Undefined if the answer could not be loaded. */
export function useLoadedBusiness(): CurrentBusiness | undefined {
  return useQuery({ ...businessQuery, staleTime: MINUTE }).data
}

/** Fetches the answer again when it becomes outdated, so that an open page does not show old hours. */
export function useBusinessUpdates(): void {
  useQuery({
    ...businessQuery,
    staleTime: MINUTE,
    refetchInterval: ({ state: { data } }) => {
      const left = data ? Date.parse(data.until) - Date.now() : LONGEST_PAUSE
      return Math.min(Math.max(left + 1000, 5000), LONGEST_PAUSE)
    },
  })
}
