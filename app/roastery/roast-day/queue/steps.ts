/** The steps of a roast day as data, so that they can wait in a queue until the shop is reachable. */
import type { roastDay, WholeRoastDay } from '#shared/roastery/api/roast-day.ts'
import type { Input } from '#app/platform/api/call.ts'
import type { Links } from '#app/platform/offline/queue.ts'

/** The endpoints of `roastDay` that are steps. */
export const KINDS = [
  'weigh',
  'roast',
  'undoBatch',
  'makeLot',
  'undoLot',
  'package',
  'undoBags',
  'fill',
  'undoFill',
] as const
export type Kind = (typeof KINDS)[number]

/** A step and everything that its request contains. */
export type Step = { [K in Kind]: { kind: K; input: Input<(typeof roastDay)[K]> } }[Kind]
export type StepOf<K extends Kind> = Extract<Step, { kind: K }>
export type UndoStep = StepOf<Extract<Kind, `undo${string}`>>

/** The links of a step. Names that are not on the day are left out. */
export function linksOf(step: Step, day: WholeRoastDay): Links {
  switch (step.kind) {
    case 'weigh':
      return same([batchName(step.input.params.id)])
    case 'roast':
    case 'undoBatch':
      return batchLinks(step.input.params.id, day)
    case 'makeLot': {
      const { productId, batches } = step.input.body
      return {
        uses: [coffeeName(productId), ...batches.map(({ batchId }) => batchName(batchId))],
        makes: [coffeeName(productId)],
      }
    }
    case 'undoLot':
      return same(
        day.coffees.filter(hasLot(step.input.params.id)).map(({ product }) => coffeeName(product._id)),
      )
    case 'package': {
      const { productId, sizeId, grind, batchId } = step.input.body
      const bags = bagsName(sizeId, grind)
      const parts = day.coffees.find(({ product }) => product._id === productId)?.parts ?? []
      const roasts = parts.map(({ roast }) => roastName(roast._id))
      const chosen = batchId ? [batchName(batchId)] : []
      return { uses: [coffeeName(productId), bags, ...roasts, ...chosen], makes: [bags] }
    }
    case 'undoBags':
      return same(
        day.coffees
          .flatMap(({ packaging }) => packaging)
          .filter(({ bags }) => bags.some(({ _id }) => _id === step.input.params.id))
          .map(({ sizeId, grind }) => bagsName(sizeId, grind)),
      )
    case 'fill':
    case 'undoFill':
      return orderLinks(step.input.params.id, day)
  }
}

export const batchName = (id: string) => `batch:${id}`
export const coffeeName = (productId: string) => `coffee:${productId}`
export const bagsName = (sizeId: string, grind: string) => `bags:${sizeId}:${grind}`
export const orderName = (id: string) => `order:${id}`
const roastName = (id: string) => `roast:${id}`

function same(names: string[]): Links {
  return { uses: names, makes: names }
}

function batchLinks(id: string, day: WholeRoastDay): Links {
  const roast = day.batches.find(({ _id }) => _id === id)?.roast
  return { uses: [batchName(id)], makes: [batchName(id), ...(roast ? [roastName(roast._id)] : [])] }
}

function orderLinks(id: string, day: WholeRoastDay): Links {
  const lines = day.orders.find(({ _id }) => _id === id)?.lines ?? []
  const bags = lines
    .filter(({ isRoastedToOrder }) => isRoastedToOrder)
    .map(({ sizeId, grind }) => bagsName(sizeId, grind))
  return { uses: [orderName(id), ...bags], makes: [orderName(id)] }
}

function hasLot(id: string) {
  return ({ lots }: WholeRoastDay['coffees'][number]) => lots.some(({ _id }) => _id === id)
}
