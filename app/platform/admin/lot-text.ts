import type { ListedGreenLot } from '#shared/roastery/api/green.ts'
import { bothWeights, type WeightUnit } from '#shared/kernel/weights.ts'

/** `GUJI-26 Ethiopia Guji, 41.2 kg (90.83 lb)`, for selects. */
export function lotText({ code, name, state, gramsLeft }: ListedGreenLot, unit: WeightUnit): string {
  return `${code} ${name}, ${state === 'here' ? bothWeights(gramsLeft, unit) : state}`
}

/** The other lots of the same coffee that can replace a lot. */
export function sameCoffee(
  lot: { _id: string; name: string },
  lots: readonly ListedGreenLot[],
): ListedGreenLot[] {
  return replacementsFor(lot, lots).filter((each) => isSameCoffee(each, lot))
}

function isSameCoffee(one: { name: string }, other: { name: string }): boolean {
  return one.name.toLowerCase() === other.name.toLowerCase()
}

/**
 * The lots that can replace a lot: first those of the same coffee, and of these, lots that are here before lots on the
 * way.
 */
export function replacementsFor(
  replaced: { _id: string; name: string },
  lots: readonly ListedGreenLot[],
): ListedGreenLot[] {
  const rank = (lot: ListedGreenLot) => (isSameCoffee(lot, replaced) ? 0 : 2) + (lot.state === 'here' ? 0 : 1)
  return lots
    .filter((lot) => lot._id !== replaced._id && (lot.state === 'here' || lot.state === 'on the way'))
    .toSorted((one, other) => rank(one) - rank(other))
}
