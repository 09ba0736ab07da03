/** A small roast day, and queued steps, for tests. */
import type { WholeRoastDay } from '#shared/roastery/api/roast-day.ts'
import type { QueuedStep } from './queue.ts'
import { linksOf, type Step } from './steps.ts'

const DAY = '2026-11-26'

/**
 * Two planned batches, a coffee from the roast of the first batch, a blend of both roasts, and an order for two bags of
 * the coffee.
 */
export function newDay(): WholeRoastDay {
  const guji = { _id: 'guji', name: 'Guji' }
  const huila = { _id: 'huila', name: 'Huila' }
  return {
    day: DAY,
    previous: null,
    next: null,
    batches: [newBatch('b1', guji), newBatch('b2', huila)],
    coffees: [
      {
        product: { _id: 'coffee', name: 'Guji' },
        parts: [{ roast: guji, percent: 100, batches: [] }],
        neededGrams: 1000,
        lots: [],
        packaging: [newPackaging('12oz', 340, 3), newPackaging('2lb', 907, 0)],
      },
      {
        product: { _id: 'blend', name: 'House' },
        parts: [
          { roast: guji, percent: 60, batches: [] },
          { roast: huila, percent: 40, batches: [] },
        ],
        neededGrams: 2000,
        lots: [],
        packaging: [newPackaging('house', 340, 2)],
      },
    ],
    orders: [
      {
        _id: 'order',
        number: 'F-1001',
        recipient: 'Ada Byron',
        shippingService: 'USPS',
        isPickup: false,
        isGift: false,
        state: 'paid',
        isFilled: false,
        filledBy: null,
        filledAt: null,
        lines: [newLine({ line: 0, sizeId: '12oz', qty: 2 })],
      },
    ],
  }
}

type Line = WholeRoastDay['orders'][number]['lines'][number]

export function newLine(fields: Partial<Line>): Line {
  return {
    line: 0,
    name: 'Guji',
    sizeId: '12oz',
    sizeLabel: '12 oz',
    grind: 'Whole bean',
    qty: 1,
    isRoastedToOrder: true,
    filled: [],
    ...fields,
  }
}

function newBatch(_id: string, roast: { _id: string; name: string }): WholeRoastDay['batches'][number] {
  return {
    _id,
    code: `261126-${_id}`,
    position: 1,
    state: 'planned',
    roast: { ...roast, profile: '' },
    greenGrams: 6000,
    greens: [{ lot: { _id: `lot of ${roast._id}`, code: 'G-1', name: 'Green' }, grams: 6000 }],
    expectedGrams: 5100,
    roastedGrams: null,
    gramsLeft: 0,
    isByHand: false,
    roastSeconds: null,
    notes: '',
    weighedBy: null,
    weighedAt: null,
    roastedBy: null,
    roastedAt: null,
    hasCurve: false,
    version: 1,
  }
}

function newPackaging(
  sizeId: string,
  grams: number,
  ordered: number,
): WholeRoastDay['coffees'][number]['packaging'][number] {
  return {
    sizeId,
    sizeLabel: sizeId,
    grams,
    grind: 'Whole bean',
    ordered,
    filled: 0,
    free: 0,
    packaged: 0,
    bags: [],
  }
}

let count = 0

/** A step as the screen adds it to the queue on this day. */
export function queued(step: Step, day: WholeRoastDay, fields: Partial<QueuedStep> = {}): QueuedStep {
  count += 1
  return {
    key: `key-${count}`,
    userId: 'ann',
    day: DAY,
    step,
    text: step.kind,
    at: '2026-11-26T15:00:00.000Z',
    state: 'waiting',
    tries: 0,
    firstTriedAt: null,
    problem: null,
    ...linksOf(step, day),
    ...fields,
  }
}

export const weigh = (id: string, grams = 6000): Step => ({
  kind: 'weigh',
  input: { params: { id }, body: { greens: [{ lotId: `lot of ${id}`, grams }] } },
})

export const roast = (id: string, roastedGrams = 5100): Step => ({
  kind: 'roast',
  input: { params: { id }, body: { roastedGrams, roastSeconds: null, notes: '' } },
})

export const pack = (qty: number, packagedBefore = 0, sizeId = '12oz', productId = 'coffee'): Step => ({
  kind: 'package',
  input: { body: { productId, sizeId, grind: 'Whole bean', qty, day: DAY, lotId: null, packagedBefore } },
})

export const fill = (id = 'order'): Step => ({ kind: 'fill', input: { params: { id }, body: {} } })
