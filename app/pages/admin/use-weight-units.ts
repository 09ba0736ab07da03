import { useQuery } from '@tanstack/react-query'
import { roastingSettings } from '#shared/api/roasting-settings.ts'
import type { WeightUnit } from '#shared/weights.ts'
import { ask } from '../../api/query.ts'

const MINUTE = 60_000

/**
 * The units that the owner has chosen for the roastery: `large` for lots and batches, `small` for bags and samples.
 * Kilograms and grams until the settings have arrived.
 */
export function useWeightUnits(): { large: WeightUnit; small: WeightUnit } {
  const { data } = useQuery({ ...ask(roastingSettings.one, {}), staleTime: MINUTE })
  return data?.inPounds ? { large: 'lb', small: 'oz' } : { large: 'kg', small: 'g' }
}
