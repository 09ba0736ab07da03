/** The steps that a roast day allows, and which of them a person of a simulated roastery chooses. */
import type { WholeRoastDay } from '#shared/roastery/api/roast-day.ts'

export type Step = { path: string; body?: object; kind: 'forward' | 'undo' | 'ship' | 'cancel' | 'adjust' }

/** The probability that a person does something other than the next step. */
const PROBABILITY = { undo: 0.1, adjust: 0.04, cancel: 0.02, ship: 0.1 }

/** A step that the day allows; null if nothing is left to do. */
export function chooseStep(day: WholeRoastDay, random: () => number, isCalm: boolean): Step | null {
  const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)]
  const forward = [...batchSteps(day, random), ...coffeeSteps(day, random), ...fillSteps(day)]
  const next = pick(forward) ?? null
  if (isCalm || !next) return next
  const chance = random()
  if (chance < PROBABILITY.undo) return pick(undoSteps(day)) ?? next
  if (chance < PROBABILITY.undo + PROBABILITY.adjust) return pick(adjustSteps(day)) ?? next
  if (chance < PROBABILITY.undo + PROBABILITY.adjust + PROBABILITY.cancel)
    return pick(cancelSteps(day)) ?? next
  if (chance < PROBABILITY.undo + PROBABILITY.adjust + PROBABILITY.cancel + PROBABILITY.ship)
    return pick(shipSteps(day)) ?? next
  return next
}

function batchSteps({ batches }: WholeRoastDay, random: () => number): Step[] {
  return batches.flatMap(({ _id, state, greens, greenGrams }): Step[] => {
    const at = `/api/roastery/batches/${_id}`
    const scale = 0.99 + random() * 0.02
    const weighed = greens.map(({ lot, grams }) => ({
      lotId: lot._id,
      grams: Math.max(1, Math.round(grams * scale)),
    }))
    if (state === 'planned') return [{ path: `${at}/weigh`, body: { greens: weighed }, kind: 'forward' }]
    const roastedGrams = Math.round(greenGrams * (0.82 + random() * 0.06))
    if (state === 'weighed') return [{ path: `${at}/roast`, body: { roastedGrams }, kind: 'forward' }]
    return []
  })
}

function coffeeSteps({ day, coffees }: WholeRoastDay, random: () => number): Step[] {
  return coffees.flatMap((coffee): Step[] => {
    const productId = coffee.product._id
    const isBlend = coffee.parts.length > 1
    const loose = isBlend ? [] : coffee.parts.flatMap(({ batches }) => batches)
    const left = gramsIn([...loose, ...coffee.lots])
    const bags = coffee.packaging.flatMap((each): Step[] => {
      const missing = Math.min(each.ordered - each.filled - each.free, Math.floor(left / each.grams))
      if (missing <= 0) return []
      const qty = random() < 0.8 ? missing : 1 + Math.floor(random() * missing)
      const { sizeId, grind, packaged: packagedBefore } = each
      const body = { productId, sizeId, grind, qty, day, lotId: null, packagedBefore }
      return [{ path: '/api/roastery/bags', body, kind: 'forward' }]
    })
    if (!isBlend) return bags
    const blend = blendOf(coffee)
    return [
      ...bags,
      ...(blend
        ? [{ path: '/api/roastery/lots', body: { productId, day, batches: blend }, kind: 'forward' } as const]
        : []),
    ]
  })
}

/** The grams of each batch for the rest of a blend, or for a part of it; null if nothing or too little can be blended. */
function blendOf({ parts, lots, neededGrams }: WholeRoastDay['coffees'][number]) {
  const blended = gramsIn(lots)
  const possible = Math.min(...parts.map(({ percent, batches }) => (gramsIn(batches) * 100) / percent))
  const grams = Math.floor(Math.min(neededGrams - blended + 340, possible * 0.99))
  if (neededGrams <= blended || grams < 340) return null
  return parts.flatMap(({ percent, batches }) => {
    let open = Math.round((grams * percent) / 100)
    return batches.flatMap(({ _id, gramsLeft }) => {
      const taken = Math.min(open, gramsLeft)
      open -= taken
      return taken > 0 ? [{ batchId: _id, grams: taken }] : []
    })
  })
}

function gramsIn(places: readonly { gramsLeft: number }[]): number {
  return places.reduce((sum, { gramsLeft }) => sum + gramsLeft, 0)
}

function fillSteps({ orders, coffees }: WholeRoastDay): Step[] {
  const packaging = coffees.flatMap((coffee) => coffee.packaging)
  const isThere = ({ sizeId, grind, qty, filled }: WholeRoastDay['orders'][number]['lines'][number]) => {
    const free = packaging.find((bags) => bags.sizeId === sizeId && bags.grind === grind)?.free ?? 0
    return free >= qty - filled.reduce((sum, bags) => sum + bags.qty, 0)
  }
  return orders
    .filter((order) => !order.isFilled)
    .filter(({ lines }) => lines.every((line) => !line.isRoastedToOrder || isThere(line)))
    .map(({ _id }) => ({ path: `/api/roastery/orders/${_id}/fill`, body: {}, kind: 'forward' }))
}

function undoSteps({ batches, coffees, orders }: WholeRoastDay): Step[] {
  return [
    ...batches
      .filter(({ state }) => state !== 'planned')
      .map(({ _id, state }) => ({ path: `/api/roastery/batches/${_id}/undo`, body: { state } })),
    ...coffees.flatMap(({ lots, packaging }) => [
      ...lots.map(({ _id }) => ({ path: `/api/roastery/lots/${_id}` })),
      ...packaging.flatMap(({ bags }) => bags.map(({ _id }) => ({ path: `/api/roastery/bags/${_id}` }))),
    ]),
    ...orders
      .filter(({ lines }) => lines.some(({ filled }) => filled.length > 0))
      .map(({ _id }) => ({ path: `/api/roastery/orders/${_id}/fill` })),
  ].map((step) => ({ ...step, kind: 'undo' }))
}

function adjustSteps({ batches, coffees }: WholeRoastDay): Step[] {
  const places = [
    ...batches.flatMap(({ _id, gramsLeft, greens }) => [
      ...(gramsLeft > 100 ? [{ of: 'batch', id: _id, change: -20 }] : []),
      ...greens.map(({ lot }) => ({ of: 'green', id: lot._id, change: -50 })),
    ]),
    ...coffees.flatMap(({ lots, packaging }) => [
      ...lots
        .filter(({ gramsLeft }) => gramsLeft > 100)
        .map(({ _id }) => ({ of: 'lot', id: _id, change: -10 })),
      ...packaging
        .flatMap(({ bags }) => bags)
        .filter(({ qtyLeft }) => qtyLeft > 0)
        .map(({ _id }) => ({ of: 'bags', id: _id, change: -1 })),
    ]),
  ]
  return places.map((place) => ({
    path: '/api/roastery/adjustments',
    body: { ...place, reason: 'sample' },
    kind: 'adjust',
  }))
}

/** Only replacements can be canceled this way; other orders answer 409. */
function cancelSteps({ orders }: WholeRoastDay): Step[] {
  return orders
    .filter(({ state }) => state === 'paid')
    .map(({ _id }) => ({ path: `/api/orders/${_id}/close`, body: {}, kind: 'cancel' }))
}

function shipSteps({ orders }: WholeRoastDay): Step[] {
  return orders
    .filter(({ state, isFilled }) => state === 'paid' && isFilled)
    .map(({ _id }) => ({ path: `/api/orders/${_id}/ship`, body: { trackingNumber: '' }, kind: 'ship' }))
}
