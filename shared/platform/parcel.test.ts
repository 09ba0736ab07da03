import { expect, test } from 'vitest'
import { BOXES, MAX_GRAMS, MOST_PARCELS, pack, packInParcels } from './parcel.ts'

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

test('goods for several boxes become several parcels, each of which a box holds, and no piece is lost', () => {
  const items = [...bag(90), ...bag(6, 2268), ...bag(3, null)]
  const parcels = packInParcels(items)!
  expect(parcels.length).toBe(2)
  for (const parcel of parcels) expect(pack(parcel)).not.toBeNull()
  const pieces = (size: number | null) =>
    parcels.flat().reduce((sum, { sizeGrams, qty }) => sum + (sizeGrams === size ? qty : 0), 0)
  expect([pieces(340), pieces(2268), pieces(null)]).toEqual([90, 6, 3])
})

test('goods that one box holds stay one parcel, and a piece that no box holds has none', () => {
  expect(packInParcels(bag(86))).toEqual([bag(86)])
  expect(packInParcels([...bag(1), { sizeGrams: 32_000, qty: 1 }])).toBeNull()
  expect(packInParcels(bag(86 * MOST_PARCELS))?.length).toBe(MOST_PARCELS)
  expect(packInParcels(bag(86 * MOST_PARCELS + 1))).toBeNull()
})
