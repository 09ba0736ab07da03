import { bothWeights, type WeightUnit } from '#shared/kernel/weights.ts'

const GRAMS_PER_KILOGRAM = 1000

/** Weights as text in both systems, the shop's first: '12 kg (26.46 lb)', '340 g (12 oz)'. */
export function weighIn(inPounds: boolean): (grams: number) => string {
  return (grams) => {
    const isSmall = Math.abs(grams) < GRAMS_PER_KILOGRAM && grams !== 0
    if (inPounds) return bothWeights(grams, isSmall ? 'oz' : 'lb')
    return bothWeights(grams, isSmall ? 'g' : 'kg')
  }
}

/** The unit of green coffee. */
export function unitOf(inPounds: boolean): WeightUnit {
  return inPounds ? 'lb' : 'kg'
}
