import { useQuery } from '@tanstack/react-query'
import { roastingSettings } from '#shared/platform/api/settings.ts'
import type { WeightUnit } from '#shared/kernel/weights.ts'
import { ask } from '../api/query.ts'

const MINUTE = 60_000

/** `large` for lots and batches, `small` for bags and samples. */
type Units = { large: WeightUnit; small: WeightUnit }

export const METRIC: Units = { large: 'kg', small: 'g' }
export const POUNDS: Units = { large: 'lb', small: 'oz' }

/** The units that the owner has chosen for the roastery; kilograms and grams until the settings have arrived. */
export function useWeightUnits(): Units {
  return useChosenUnits() ?? METRIC
}

/** The units that the owner has chosen for the roastery; null until the settings have arrived. */
export function useChosenUnits(): Units | null {
  const { data } = useQuery({ ...ask(roastingSettings.one, {}), staleTime: MINUTE })
  if (!data) return null
  return data.inPounds ? POUNDS : METRIC
}
