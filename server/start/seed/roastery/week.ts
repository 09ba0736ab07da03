/** The roast week of the demo: what was roasted on which day, packaged and cupped. */

/** The numbers of the coffees that are roasted to order. Little of them is left, so that the next roast day has a demand. */
export const ROASTED_TO_ORDER: readonly number[] = [3, 4, 5]

/** A batch. `lossOff` is how far its loss is from the expected one, in thousandths. */
type DemoBatch = {
  roast: string
  greenKg: number
  lossOff: number
  hasCurve: boolean
  notes?: string
  /** In grams: what a café bought of it. */
  sold?: number
}

/** A lot of a coffee, from batches of its day and earlier ones, and its bags by grams. */
type DemoLot = {
  /** The number of the coffee. */
  no: number
  /** The batches by their place in `WEEK`, counted from 0 over all days, with the grams from each. */
  from: readonly (readonly [batch: number, grams: number])[]
  bags: readonly { grams: number; qty: number; grind: string }[]
}

type DemoDay = { daysAgo: number; batches: readonly DemoBatch[]; lots: readonly DemoLot[] }

const BEANS = 'Whole bean'

export const WEEK: readonly DemoDay[] = [
  {
    daysAgo: 6,
    batches: [
      { roast: 'guji', greenKg: 11, lossOff: 2, hasCurve: true },
      { roast: 'nyeri', greenKg: 6, lossOff: -3, hasCurve: true, sold: 3200 },
      { roast: 'huila', greenKg: 10.5, lossOff: 4, hasCurve: true },
      { roast: 'base', greenKg: 12, lossOff: -2, hasCurve: true, sold: 7500 },
    ],
    lots: [
      { no: 1, from: [[0, 6000]], bags: [{ grams: 340, qty: 14, grind: BEANS }] },
      {
        no: 2,
        from: [[2, 7000]],
        bags: [
          { grams: 340, qty: 12, grind: BEANS },
          { grams: 907, qty: 2, grind: BEANS },
        ],
      },
    ],
  },
  {
    daysAgo: 4,
    batches: [
      { roast: 'guji', greenKg: 11, lossOff: -1, hasCurve: true },
      { roast: 'huehue', greenKg: 9, lossOff: 3, hasCurve: true, sold: 5000 },
      { roast: 'decaf', greenKg: 6.5, lossOff: -4, hasCurve: true, notes: 'Charged 5 degrees lower.' },
      {
        roast: 'base',
        greenKg: 12,
        lossOff: 6,
        hasCurve: true,
        notes: 'Rate of rise dropped before first crack. More gas at 9:00 next time.',
        sold: 9200,
      },
    ],
    lots: [
      // 80 percent of the base and 20 percent of Guji.
      {
        no: 3,
        from: [
          [3, 1760],
          [4, 440],
        ],
        bags: [
          { grams: 340, qty: 5, grind: BEANS },
          { grams: 340, qty: 1, grind: 'Espresso' },
        ],
      },
      { no: 4, from: [[1, 1400]], bags: [{ grams: 340, qty: 4, grind: BEANS }] },
    ],
  },
  {
    daysAgo: 1,
    batches: [
      { roast: 'nyeri', greenKg: 6, lossOff: 1, hasCurve: true, sold: 4500 },
      { roast: 'huila', greenKg: 10.5, lossOff: -2, hasCurve: true },
      { roast: 'huehue', greenKg: 9, lossOff: 0, hasCurve: true, sold: 7000 },
      { roast: 'cerrado', greenKg: 8, lossOff: 2, hasCurve: false, notes: 'The laptop was off: no log.' },
    ],
    lots: [
      { no: 5, from: [[5, 2100]], bags: [{ grams: 340, qty: 6, grind: BEANS }] },
      { no: 11, from: [[6, 4500]], bags: [{ grams: 340, qty: 12, grind: 'Drip' }] },
    ],
  },
]

/** A cupping of a batch, some days after its roast. `scores` has the columns of shared/roastery/resources/cupping.ts. */
type DemoCupping = {
  batch: number
  daysLater: number
  form: 'short' | 'sca'
  scores: Record<string, number>
  notes: string
}

export const CUPPINGS: readonly DemoCupping[] = [
  {
    batch: 0,
    daysLater: 2,
    form: 'sca',
    scores: sca(8.25, 8.25, 8, 8.5, 7.75, 8.25, 8.25),
    notes: 'Apricot, jasmine, honey. Very clean.',
  },
  {
    batch: 4,
    daysLater: 2,
    form: 'sca',
    scores: sca(8.25, 8, 7.75, 8.25, 7.75, 8, 8),
    notes: 'Apricot, black tea, less floral than the batch before.',
  },
  {
    batch: 1,
    daysLater: 2,
    form: 'sca',
    scores: sca(8.5, 8.5, 8, 8.75, 8, 8.25, 8.5),
    notes: 'Blackcurrant, grapefruit, brown sugar.',
  },
  {
    batch: 3,
    daysLater: 1,
    form: 'short',
    scores: { aroma: 7, acidity: 5, sweetness: 8, body: 8, finish: 7, overall: 7 },
    notes: 'Hazelnut, toffee. What the label says.',
  },
  {
    batch: 7,
    daysLater: 1,
    form: 'short',
    scores: { aroma: 6, acidity: 4, sweetness: 7, body: 8, finish: 6, overall: 6 },
    notes: 'Roasty, walnut skin. Too long before first crack.',
  },
  {
    batch: 5,
    daysLater: 2,
    form: 'short',
    scores: { aroma: 7, acidity: 7, sweetness: 8, body: 7, finish: 7, overall: 8 },
    notes: 'Milk chocolate, orange.',
  },
]

function sca(
  fragrance: number,
  flavor: number,
  aftertaste: number,
  acidity: number,
  body: number,
  balance: number,
  overall: number,
): Record<string, number> {
  const scores = { fragrance, flavor, aftertaste, sca_acidity: acidity, sca_body: body, balance }
  const cups = { uniform_cups: 5, clean_cups: 5, sweet_cups: 5, taint_cups: 0, fault_cups: 0 }
  return { ...scores, sca_overall: overall, ...cups }
}
