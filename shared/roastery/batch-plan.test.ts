import { expect, test } from 'vitest'
import { planBatches, type BatchPlan, type RoastToPlan } from './batch-plan.ts'
import { greenFor, roastedFrom } from './roastery.ts'

/** Random numbers that are the same in each run (mulberry32). */
function randomNumbers(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return { between, oneOf: <T>(values: readonly T[]) => values[between(0, values.length - 1)]! }
}

const ROAST: RoastToPlan = { id: 'guji', loss: 160, smallest: 3000, largest: 12_000, needs: [0] }
const plan = (roast: Partial<RoastToPlan>, capacities: (number | null)[] = [null]) =>
  planBatches({ capacities, roasts: [{ ...ROAST, ...roast }] })
const weightsIn = ({ batches }: BatchPlan) => batches.map(({ greenGrams }) => greenGrams)

test('a need is covered by the fewest batches, of equal weight', () => {
  // 20 kg roasted are 23.81 kg green.
  expect(weightsIn(plan({ needs: [20_000] }))).toEqual([11_910, 11_900])
  expect(plan({ needs: [20_000] }).carryover.get('guji')).toBe(0)
})

test('a roast without needs gets no batch', () => {
  expect(plan({ needs: [0] }).batches).toEqual([])
  expect(plan({ needs: [-500] }).batches).toEqual([])
})

test('a need below the smallest batch gets the smallest batch, and the rest is carryover', () => {
  const planned = plan({ needs: [340] })
  expect(weightsIn(planned)).toEqual([3000])
  expect(planned.carryover.get('guji')).toBe(2520 - 340)
})

test('a need between one largest and two smallest batches gets two of the smallest', () => {
  const planned = plan({ loss: 0, smallest: 8000, largest: 10_000, needs: [11_000] })
  expect(weightsIn(planned)).toEqual([8000, 8000])
  expect(planned.carryover.get('guji')).toBe(5000)
})

test('coffee without loss and coffee that loses half its weight are planned', () => {
  expect(weightsIn(plan({ loss: 0, needs: [12_000] }))).toEqual([12_000])
  expect(weightsIn(plan({ loss: 500, needs: [12_000] }))).toEqual([12_000, 12_000])
})

test('limits that are not multiples of ten grams are respected', () => {
  expect(weightsIn(plan({ loss: 0, smallest: 3005, largest: 3008, needs: [100] }))).toEqual([3005])
  expect(weightsIn(plan({ loss: 0, smallest: 2995, largest: 12_007, needs: [100] }))).toEqual([3000])
})

test('coffee of a later day is roasted earlier if that saves a batch, and otherwise not', () => {
  const saving = plan({ loss: 0, needs: [5000, 15_000], largest: 10_000 }, [null, null])
  expect(saving.batches.map(({ day, greenGrams }) => [day, greenGrams])).toEqual([
    [0, 10_000],
    [1, 10_000],
  ])
  const separate = plan({ loss: 0, needs: [5000, 8000], largest: 10_000 }, [null, null])
  expect(separate.batches.map(({ day, greenGrams }) => [day, greenGrams])).toEqual([
    [0, 5000],
    [1, 8000],
  ])
})

test('coffee is not roasted earlier if the earlier day has no room for it', () => {
  const { batches } = plan({ loss: 0, needs: [5000, 4000], largest: 10_000 }, [6000, 9000])
  expect(batches.map(({ day, greenGrams }) => [day, greenGrams])).toEqual([
    [0, 5000],
    [1, 4000],
  ])
})

test('a need above the capacity of its day is spread over earlier days', () => {
  const { batches, open } = plan({ loss: 0, needs: [0, 30_000] }, [20_000, 20_000])
  const on = (day: number) =>
    batches.filter((batch) => batch.day === day).reduce((sum, { greenGrams }) => sum + greenGrams, 0)
  expect([on(0), on(1), open]).toEqual([10_000, 20_000, []])
})

const orderOf = (id: string, grams: number) => ({ id, day: 0, grams: new Map([['guji', grams]]) })

test('with too little capacity, the orders that were promised first are planned', () => {
  const planned = planBatches({
    capacities: [10_000],
    roasts: [{ ...ROAST, loss: 0 }],
    orders: [orderOf('first', 6000), orderOf('second', 5000), orderOf('third', 3000), orderOf('last', 2000)],
  })
  expect(planned.open).toEqual(['second', 'last'])
  expect(weightsIn(planned)).toEqual([9000])
})

/** Batches of the largest weight until the need is covered, day by day, as a person without a plan would roast. */
function greedy(roasts: RoastToPlan[]): number {
  return roasts.reduce((batches, { loss, largest, smallest, needs }) => {
    let stock = 0
    for (const need of needs) {
      for (stock -= need; stock < 0; batches++)
        stock += roastedFrom(Math.max(smallest, Math.min(largest, greenFor(-stock, loss))), loss)
    }
    return batches
  }, 0)
}

test('2,000 random plans never have more batches than a greedy plan, respect the limits and cover the needs', () => {
  const { between, oneOf } = randomNumbers(15)
  for (let round = 0; round < 2000; round++) {
    const days = between(1, 4)
    const roasts = Array.from({ length: between(1, 6) }, (_, index): RoastToPlan => {
      const largest = between(100, 3000) * oneOf([1, 10])
      return {
        id: `roast-${index}`,
        loss: oneOf([0, 110, 155, 200, 500]),
        smallest: between(1, largest),
        largest,
        needs: Array.from({ length: days }, () => oneOf([0, between(1, 30_000)])),
      }
    })
    const { batches } = planBatches({ capacities: roasts[0]!.needs.map(() => null), roasts })
    expect(batches.length).toBeLessThanOrEqual(greedy(roasts))
    for (const { id, smallest, largest, loss, needs } of roasts) {
      const own = batches.filter(({ roastId }) => roastId === id)
      const isWithin = ({ greenGrams }: { greenGrams: number }) =>
        smallest <= greenGrams && greenGrams <= largest
      expect(own.filter((batch) => !isWithin(batch))).toEqual([])
      let need = 0
      needs.forEach((grams, day) => {
        const until = own.filter((batch) => batch.day <= day)
        const green = until.reduce((sum, { greenGrams }) => sum + greenGrams, 0)
        expect(roastedFrom(green, loss)).toBeGreaterThanOrEqual((need += grams))
      })
    }
  }
})

/** The weights of all exhaustive searches are multiples of this. */
const GRID = 1000

type Found = { batches: number; early: number; green: number }

/** The best of all batch counts, weights on a grid and days; null if the capacity is too small. */
function search(roasts: RoastToPlan[], capacities: (number | null)[]): Found | null {
  const options = roasts.map(optionsOf)
  let best: Found | null = null
  const visit = (roast: number, used: number[], sum: Found): void => {
    if (capacities.some((capacity, day) => capacity !== null && used[day]! > capacity)) return
    if (best && sum.batches > best.batches) return
    if (roast === roasts.length) {
      if (!best || isBetter(sum, best)) best = sum
      return
    }
    for (const { weights: own, ...of } of options[roast]!)
      visit(
        roast + 1,
        used.map((grams, day) => grams + own[day]!),
        { batches: sum.batches + of.batches, early: sum.early + of.early, green: sum.green + of.green },
      )
  }
  visit(
    0,
    capacities.map(() => 0),
    { batches: 0, early: 0, green: 0 },
  )
  return best
}

const isBetter = (one: Found, other: Found) =>
  one.batches - other.batches || one.early - other.early || one.green - other.green
    ? (one.batches - other.batches || one.early - other.early || one.green - other.green) < 0
    : false

/** All ways to cover the needs of a roast, by the green coffee of each day. */
function optionsOf({ loss, smallest, largest, needs }: RoastToPlan) {
  const most =
    greenFor(
      needs.reduce((sum, grams) => sum + grams, 0),
      loss,
    ) +
    smallest * needs.length
  const found: (Found & { weights: number[] })[] = []
  const visit = (weights: number[], of: Found, need: number): void => {
    const day = weights.length
    if (day === needs.length) return void found.push({ ...of, weights })
    const until = need + greenFor(needs[day]!, loss)
    for (let grams = 0; of.green + grams <= most; grams += GRID) {
      const count = Math.ceil(grams / largest)
      if (grams < count * smallest || of.green + grams < until) continue
      const early = of.early + count * (needs.length - day)
      visit([...weights, grams], { batches: of.batches + count, early, green: of.green + grams }, until)
    }
  }
  visit([], { batches: 0, early: 0, green: 0 }, 0)
  return found
}

test.each([
  { roasts: 1, days: 3, rounds: 150 },
  { roasts: 2, days: 2, rounds: 150 },
  { roasts: 3, days: 1, rounds: 60 },
])(
  'small plans of $roasts roasts and $days days equal the best of all possible plans',
  ({ roasts: count, days, rounds }) => {
    const { between, oneOf } = randomNumbers(count * 100 + days)
    let compared = 0
    for (let round = 0; round < rounds; round++) {
      const roasts = Array.from({ length: count }, (_, index): RoastToPlan => {
        const largest = between(2, 6) * GRID
        const needs = Array.from({ length: days }, () => oneOf([0, between(1, 9) * GRID]))
        const loss = oneOf([0, 500])
        const smallest = between(1, largest / GRID) * GRID
        return {
          id: `${index}`,
          loss,
          smallest,
          largest,
          needs: needs.map((need) => (loss ? need / 2 : need)),
        }
      })
      const capacities = Array.from({ length: days }, () => oneOf([null, between(4, 20) * GRID]))
      const best = search(roasts, capacities)
      if (!best) continue
      compared++
      const { batches } = planBatches({ capacities, roasts })
      const green = batches.reduce((sum, { greenGrams }) => sum + greenGrams, 0)
      const message = JSON.stringify({ roasts, capacities, batches, best })
      expect(batches.length, message).toBe(best.batches)
      expect(green, message).toBeLessThanOrEqual(best.green * 1.03)
      capacities.forEach((capacity, day) => {
        const own = batches.filter((batch) => batch.day === day)
        expect(own.reduce((sum, { greenGrams }) => sum + greenGrams, 0)).toBeLessThanOrEqual(
          capacity ?? Infinity,
        )
      })
    }
    expect(compared).toBeGreaterThan(rounds / 3)
  },
)

test('the needs of many roasts on a day that is too small are spread over earlier days', () => {
  const roasts = Array.from({ length: 20 }, (_, index) => {
    return { ...ROAST, id: `roast-${index}`, loss: 0, needs: [1000 * (index % 2), 0, 10_000] }
  })
  const capacities = [90_000, 80_000, 80_000]
  const { batches, over } = planBatches({ capacities, roasts })
  expect(over).toBe(0)
  for (const [day, capacity] of capacities.entries()) {
    const own = batches.filter((batch) => batch.day === day)
    expect(own.reduce((sum, { greenGrams }) => sum + greenGrams, 0)).toBeLessThanOrEqual(capacity)
  }
  // The first day has room for 7 batches of 11 kg and 3 of the smallest ones: those 3 roasts need a second batch.
  expect(batches).toHaveLength(23)
})
