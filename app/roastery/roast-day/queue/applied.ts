/** Computes the day as it will be when all steps of the queue are done. */
import type { DayCoffee, DayOrder, Packaging, WholeRoastDay } from '#shared/roastery/api/roast-day.ts'
import { oldestOf } from '#shared/roastery/bag-sources.ts'
import { dayOf } from '#shared/kernel/dates.ts'
import { promisedDay, sourcesFor, takeFree } from './bag-coffee.ts'
import { heldKeys } from '#app/platform/offline/queue.ts'
import { rowIdOf, type QueuedStep } from './queue.ts'
import type { Kind, StepOf } from './steps.ts'

/**
 * Returns the day with all waiting and sent steps applied, without those that are refused or held. A step that the day
 * already contains changes nothing: the shop may have done it although its answer was lost. @param by the name of the
 * user who did the steps
 */
export function withSteps(whole: WholeRoastDay, steps: readonly QueuedStep[], by: string): WholeRoastDay {
  const held = heldKeys(steps)
  const open = steps.filter(
    ({ key, state, day }) => day === whole.day && state !== 'refused' && !held.has(key),
  )
  if (open.length === 0) return whole
  const result = structuredClone(whole)
  for (const { step, key, at } of open) {
    const apply = APPLY[step.kind] as (day: WholeRoastDay, step: unknown, note: Note) => void
    apply(result, step, { id: rowIdOf(key), by, at })
  }
  return result
}

/** The id of the row that a step makes, and the user and time of the step. */
type Note = { id: string; by: string; at: string }

const APPLY: { [K in Kind]: (day: WholeRoastDay, step: StepOf<K>, note: Note) => void } = {
  weigh: (day, { input: { params, body } }, { by, at }) => {
    const batch = day.batches.find(({ _id }) => _id === params.id)
    if (batch?.state !== 'planned') return
    const known = new Map(batch.greens.map(({ lot }) => [lot._id, lot]))
    const grams = body.greens.reduce((sum, green) => sum + green.grams, 0)
    batch.expectedGrams = Math.round((batch.expectedGrams * grams) / batch.greenGrams)
    batch.greenGrams = grams
    batch.greens = body.greens.map((green) => ({
      lot: known.get(green.lotId) ?? { _id: green.lotId, code: 'another lot', name: '' },
      grams: green.grams,
    }))
    Object.assign(batch, { state: 'weighed', weighedBy: by, weighedAt: at })
  },

  roast: (day, { input: { params, body } }, { by, at }) => {
    const batch = day.batches.find(({ _id }) => _id === params.id)
    if (batch?.state !== 'weighed') return
    const { roastedGrams, roastSeconds, notes } = body
    Object.assign(batch, {
      state: 'roasted',
      roastedGrams,
      roastSeconds,
      notes,
      roastedBy: by,
      roastedAt: at,
    })
    batch.gramsLeft = roastedGrams
    const { _id, code } = batch
    for (const part of partsOf(day, batch.roast._id))
      part.batches.push({ _id, code, roastedOn: dayOf(new Date(at)), gramsLeft: roastedGrams })
  },

  undoBatch: (day, { input: { params, body } }) => {
    const batch = day.batches.find(({ _id }) => _id === params.id)
    if (batch?.state !== body.state) return
    if (batch.state === 'weighed') {
      Object.assign(batch, { state: 'planned', weighedBy: null, weighedAt: null })
      return
    }
    Object.assign(batch, {
      state: 'weighed',
      roastedGrams: null,
      gramsLeft: 0,
      roastedBy: null,
      roastedAt: null,
    })
    for (const part of partsOf(day, batch.roast._id))
      part.batches = part.batches.filter(({ _id }) => _id !== params.id)
  },

  makeLot: (day, { input: { body } }, { id, by, at }) => {
    const coffee = day.coffees.find(({ product }) => product._id === body.productId)
    if (!coffee || coffee.lots.some(isMadeFrom(body.batches))) return
    addLot(day, coffee, { id, by, at, takes: body.batches })
  },

  undoLot: (day, { input: { params } }) => {
    for (const coffee of day.coffees) {
      const lot = coffee.lots.find(({ _id }) => _id === params.id)
      coffee.lots = coffee.lots.filter((one) => one !== lot)
      for (const { _id, grams } of lot?.batches ?? []) takeFromBatch(day, _id, -grams)
    }
  },

  package: (day, { input: { body } }, { id, by, at }) => {
    const coffee = day.coffees.find(({ product }) => product._id === body.productId)
    const row = coffee?.packaging.find(isOf(body))
    // If the number differs, the shop has already counted this step or will refuse it.
    if (!coffee || row?.packaged !== body.packagedBefore) return
    const from = takeCoffee(day, coffee, { ...body, grams: row.grams }, { id, by, at })
    const { qty } = body
    row.packaged += qty
    row.free += qty
    row.freeBags?.push({ ...from, qty })
    row.bags.push({ _id: id, ...from, qty, qtyLeft: qty, madeBy: by, madeAt: at })
  },

  undoBags: (day, { input: { params } }) => {
    for (const coffee of day.coffees)
      for (const row of coffee.packaging) {
        const bags = row.bags.find(({ _id }) => _id === params.id)
        if (!bags) continue
        row.bags = row.bags.filter((one) => one !== bags)
        row.packaged -= bags.qty
        row.free -= bags.qty
        takeFree(
          (row.freeBags ?? []).filter(({ lotCode }) => lotCode === bags.lotCode),
          bags.qty,
          '',
        )
        const lot = coffee.lots.find(({ code }) => code === bags.lotCode)
        if (lot) lot.gramsLeft += bags.qty * row.grams
      }
  },

  fill: (day, { input: { params } }, { by, at }) => {
    const order = day.orders.find(({ _id }) => _id === params.id)
    if (!order || order.isFilled) return
    for (const line of order.lines.filter(({ isRoastedToOrder }) => isRoastedToOrder)) {
      const row = rowOf(day, line)
      const qty = openOf(line)
      if (row) takeBags(row, qty)
      const unknown = [{ lotCode: '', roastedOn: promisedDay(day, order), qty }]
      line.filled.push(...(row?.freeBags ? takeFree(row.freeBags, qty, promisedDay(day, order)) : unknown))
    }
    Object.assign(order, { isFilled: true, filledBy: by, filledAt: at })
  },

  undoFill: (day, { input: { params } }) => {
    const order = day.orders.find(({ _id }) => _id === params.id)
    if (!order?.isFilled) return
    for (const line of order.lines.filter(({ isRoastedToOrder }) => isRoastedToOrder)) {
      const row = rowOf(day, line)
      if (row) takeBags(row, -line.qty)
      row?.freeBags?.push(...line.filled)
      line.filled = []
    }
    Object.assign(order, { isFilled: false, filledBy: null, filledAt: null })
  },
}

function partsOf({ coffees }: WholeRoastDay, roastId: string): DayCoffee['parts'] {
  return coffees.flatMap(({ parts }) => parts).filter(({ roast }) => roast._id === roastId)
}

function isOf({ sizeId, grind }: { sizeId: string; grind: string }) {
  return (row: Packaging) => row.sizeId === sizeId && row.grind === grind
}

/** The bags that a line of an order needs. */
export function rowOf(day: WholeRoastDay, line: DayOrder['lines'][number]): Packaging | undefined {
  return day.coffees.flatMap(({ packaging }) => packaging).find(isOf(line))
}

/** The bags that a line of an order still needs. */
export function openOf({ qty, filled }: DayOrder['lines'][number]): number {
  return Math.max(qty - filled.reduce((sum, bags) => sum + bags.qty, 0), 0)
}

type Take = { batchId: string; grams: number }

function isMadeFrom(takes: readonly Take[]) {
  return ({ batches }: DayCoffee['lots'][number]) =>
    batches.length === takes.length &&
    takes.every(({ batchId, grams }) => batches.some((one) => one._id === batchId && one.grams === grams))
}

function addLot(
  day: WholeRoastDay,
  coffee: DayCoffee,
  { id, by, at, takes }: Note & { takes: readonly Take[] },
): DayCoffee['lots'][number] {
  const grams = takes.reduce((sum, take) => sum + take.grams, 0)
  const codeOf = (batchId: string) => day.batches.find(({ _id }) => _id === batchId)?.code ?? ''
  const batches = takes.map((take) => ({ _id: take.batchId, code: codeOf(take.batchId), grams: take.grams }))
  for (const take of takes) takeFromBatch(day, take.batchId, take.grams)
  const lot = {
    _id: id,
    code: '',
    roastedOn: roastDateOf(coffee, takes) ?? day.day,
    grams,
    gramsLeft: grams,
    batches,
    madeBy: by,
    madeAt: at,
  }
  coffee.lots.push(lot)
  return lot
}

/** Takes roasted coffee from a batch, wherever the day shows it. */
function takeFromBatch(day: WholeRoastDay, batchId: string, grams: number): void {
  const shown = day.coffees.flatMap(({ parts }) => parts.flatMap(({ batches }) => batches))
  for (const batch of [...day.batches, ...shown])
    if (batch._id === batchId) batch.gramsLeft = Math.max(batch.gramsLeft - grams, 0)
}

/** The roast date of a new lot: the oldest of its batches. */
function roastDateOf({ parts }: DayCoffee, takes: readonly Take[]): string | undefined {
  const ids = new Set(takes.map(({ batchId }) => batchId))
  const used = parts.flatMap(({ batches }) => batches).filter(({ _id }) => ids.has(_id))
  return used.map(({ roastedOn }) => roastedOn).toSorted()[0]
}

type Bags = { qty: number; grams: number; lotId: string | null; batchId?: string | null | undefined }

/** Takes the coffee of bags as the shop will. Returns their oldest roast date, and the lot if all are of one known lot. */
function takeCoffee(
  day: WholeRoastDay,
  coffee: DayCoffee,
  { qty, grams, lotId, batchId = null }: Bags,
  { id, by, at }: Note,
): { lotCode: string; roastedOn: string } {
  const { sources } = sourcesFor(day, coffee, { grams, qty, chosen: { lotId, batchId } })
  for (const source of sources) {
    if (source.kind === 'lot') {
      const lot = coffee.lots.find(({ _id }) => _id === source.coffee._id)!
      lot.gramsLeft -= source.qty * grams
      continue
    }
    const takes = source.takes.map((each) => ({ batchId: each.coffee._id, grams: each.grams }))
    addLot(day, coffee, { id: `${id}:lot`, by, at, takes }).gramsLeft = 0
  }
  const [first] = sources
  const dates = sources.map((source) => oldestOf(source).roastedOn).toSorted()
  const isKnown = sources.length === 1 && first!.kind === 'lot'
  return { lotCode: isKnown ? oldestOf(first!).code : '', roastedOn: dates[0] ?? day.day }
}

/** Gives bags of a size and grind to a line of an order; a negative number takes them back. */
function takeBags(row: Packaging, qty: number): void {
  row.filled += qty
  row.free -= qty
  let open = qty
  for (const bags of row.bags) {
    const taken = Math.max(Math.min(bags.qtyLeft, open), bags.qtyLeft - bags.qty)
    bags.qtyLeft -= taken
    open -= taken
  }
}
