import { weighIn, type WeightUnit } from '#shared/kernel/weights.ts'
import { useBusiness } from '../api/business.ts'

/** `large` for lots and batches, `small` for bags and samples. */
type Units = { large: WeightUnit; small: WeightUnit }

const METRIC: Units = { large: 'kg', small: 'g' }
const POUNDS: Units = { large: 'lb', small: 'oz' }

/** The units that the owner has chosen. The document contains them, so the first render has them. */
export function useWeightUnits(): Units {
  return useBusiness().inPounds ? POUNDS : METRIC
}

/** Writes a weight in both systems, the shop's first: '26.46 lb (12 kg)', '12 oz (340 g)'. */
export function useWeigh(): (grams: number) => string {
  return weighIn(useBusiness().inPounds)
}
