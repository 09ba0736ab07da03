/** How much to take from each batch for a blend of roasted coffee. All weights are in grams. */
import type { DayCoffee } from '#shared/roastery/api/roast-day.ts'

export type Take = { batchId: string; grams: number }

/** The shop accepts this many percentage points of difference to the recipe. */
export const TOLERANCE = 2

/**
 * The blend for a weight, by the percentages of the recipe and with the first batches of each part. Less than `grams` if a
 * roast has too little coffee left.
 */
export function proposeBlend({ parts }: Pick<DayCoffee, 'parts'>, grams: number): Take[] {
  const most = Math.min(
    grams,
    ...parts.map(({ percent, batches }) => Math.floor((leftIn(batches) * 100) / percent)),
  )
  return parts.flatMap(({ percent, batches }) => {
    let open = Math.min(Math.ceil((most * percent) / 100), leftIn(batches))
    return batches.flatMap(({ _id, gramsLeft }) => {
      const taken = Math.min(gramsLeft, open)
      open -= taken
      return taken > 0 ? [{ batchId: _id, grams: taken }] : []
    })
  })
}

/** The share of each roast of a blend, in percent with one decimal, in the order of the parts. */
export function sharesOf({ parts }: Pick<DayCoffee, 'parts'>, takes: readonly Take[]): number[] {
  const total = takes.reduce((sum, { grams }) => sum + grams, 0)
  return parts.map(({ batches }) => {
    const own = takes.filter(({ batchId }) => batches.some(({ _id }) => _id === batchId))
    const grams = own.reduce((sum, take) => sum + take.grams, 0)
    return total === 0 ? 0 : Math.round((grams * 1000) / total) / 10
  })
}

/** Why a blend is not possible; null if it is. */
export function blendProblem(coffee: Pick<DayCoffee, 'parts'>, takes: readonly Take[]): string | null {
  if (takes.length === 0) return 'Enter how much coffee you take from the batches'
  const batches = coffee.parts.flatMap((part) => part.batches)
  const tooMuch = takes.find(
    ({ batchId, grams }) => grams > (batches.find(({ _id }) => _id === batchId)?.gramsLeft ?? 0),
  )
  if (tooMuch)
    return `Batch ${batches.find(({ _id }) => _id === tooMuch.batchId)?.code ?? ''} has less coffee left`
  const shares = sharesOf(coffee, takes)
  const off = coffee.parts.findIndex(({ percent }, index) => Math.abs(shares[index]! - percent) > TOLERANCE)
  if (off === -1) return null
  const { roast, percent } = coffee.parts[off]!
  return `This would be ${shares[off]}% ${roast.name}. The recipe has ${percent}%`
}

function leftIn(batches: DayCoffee['parts'][number]['batches']): number {
  return batches.reduce((sum, { gramsLeft }) => sum + gramsLeft, 0)
}
