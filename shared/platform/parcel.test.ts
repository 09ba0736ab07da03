import { expect, test } from 'vitest'
import { BOXES, MAX_GRAMS, pack } from './parcel.ts'

const bag = (qty: number, sizeGrams: number | null = 340) => [{ sizeGrams, qty }]

test.each([
  [bag(1), 'Small', 490],
  [bag(4), 'Small', 1510],
  [bag(5), 'Medium', 1940],
  [bag(1, 1000), 'Small', 1150],
  [bag(2, 1000), 'Medium', 2240],
  [bag(21), 'Large', 7560],
  [bag(1, null), 'Small', 850],
  [[...bag(3), ...bag(2, null)], 'Medium', 2660],
])('the smallest box that holds the goods is taken: %j', (items, name, grams) => {
  const packed = pack(items)
  expect([packed?.box.name, packed?.grams]).toEqual([name, grams])
})

test('no parcel is heavier than USPS allows, and too many goods have no box', () => {
  for (let qty = 1; qty <= 200; qty++) {
    const packed = pack(bag(qty))
    if (packed) expect(packed.grams).toBeLessThanOrEqual(MAX_GRAMS)
  }
  expect(pack(bag(86))?.box.name).toBe('Carton')
  expect(pack(bag(87))).toBeNull()
  // These goods are small but too heavy.
  expect(pack([{ sizeGrams: 32_000, qty: 1 }])).toBeNull()
})

test('boxes are sorted by size, and USPS accepts the largest: 130 inches of length plus girth', () => {
  const rooms = BOXES.map(({ lengthIn, widthIn, heightIn }) => lengthIn * widthIn * heightIn)
  expect(rooms).toEqual(rooms.toSorted((a, b) => a - b))
  for (const { lengthIn, widthIn, heightIn } of BOXES)
    expect(lengthIn + 2 * (widthIn + heightIn)).toBeLessThanOrEqual(130)
})
