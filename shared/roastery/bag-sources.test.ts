import { describe, expect, test } from 'vitest'
import { sourcesOfBags, type Coffee } from './bag-sources.ts'

const coffee = (code: string, roastedOn: string, gramsLeft: number): Coffee => ({
  _id: code,
  code,
  roastedOn,
  gramsLeft,
})

const DAY = '2026-11-27'

/** '2 of lot A' for each source, and how many bags are missing. */
function sources(qty: number, lots: Coffee[], batches: Coffee[] = [], fresh = '2026-11-20') {
  const found = sourcesOfBags({ lots, batches, day: DAY, fresh, grams: 300, qty })
  const texts = found.sources.map((source) =>
    source.kind === 'lot'
      ? `${source.qty} of lot ${source.coffee.code}`
      : `${source.qty} of ${source.takes.map((take) => `${take.grams} g ${take.coffee.code}`).join(' + ')}`,
  )
  return [...texts, ...(found.missing > 0 ? [`${found.missing} missing`] : [])]
}

describe('bags are packaged', () => {
  const old = coffee('old', '2026-11-22', 700)
  const later = coffee('later', '2026-11-25', 700)
  const promised = coffee('promised', DAY, 700)
  const after = coffee('after', '2026-11-28', 700)

  test('from coffee of the promised day, then of later days, and then from the latest of earlier days', () => {
    expect(sources(7, [old, after, later, promised])).toEqual([
      '2 of lot promised',
      '2 of lot after',
      '2 of lot later',
      '1 of lot old',
    ])
  })

  test('from batches of the promised day before lots of earlier days', () => {
    expect(sources(5, [old, promised], [coffee('B1', DAY, 650), coffee('B0', '2026-11-21', 900)])).toEqual([
      '2 of lot promised',
      '2 of 600 g B1',
      '1 of lot old',
    ])
  })

  test('from a rest of the promised coffee together with earlier coffee, if nothing else is left', () => {
    expect(sources(4, [], [coffee('B1', DAY, 650), coffee('B0', '2026-11-21', 560)])).toEqual([
      '2 of 600 g B1',
      '2 of 560 g B0 + 40 g B1',
    ])
  })

  test('never from coffee that is too old, and what is missing is counted', () => {
    expect(sources(5, [coffee('stale', '2026-11-01', 3000), later])).toEqual(['2 of lot later', '3 missing'])
  })
})
