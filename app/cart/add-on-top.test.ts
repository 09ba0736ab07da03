import { expect, test, vi } from 'vitest'
import type { Product } from '#shared/api/products.ts'

const store = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => store.get(key) ?? null,
  setItem: (key: string, value: string) => void store.set(key, value),
})

const cart = await import('./cart.ts')

const SIZE = { label: '', price: 19, countInStock: 9, sku: '' }
const COFFEE = {
  _id: 'guji',
  category: 'Coffee Beans',
  sizes: [
    { ...SIZE, id: 'guji', grams: 340 },
    { ...SIZE, id: 'guji-1', grams: 907 },
  ],
} as unknown as Product

test('adds pieces on top of those in the cart, of the same size and grind, and at most the stock of the size', () => {
  expect(cart.addOnTop(COFFEE, 2, 9, { grind: 'Espresso' })).toBe(2)
  expect(cart.addOnTop(COFFEE, 3, 9, { grind: 'Espresso' })).toBe(3)
  expect(cart.addOnTop(COFFEE, 1, 4, { sizeId: 'guji-1' })).toBe(1)
  // Five pieces of this size are in the cart as espresso.
  expect(cart.addOnTop(COFFEE, 6, 9, {})).toBe(4)
  expect(cart.addOnTop(COFFEE, 1, 9, {})).toBe(0)
  expect(cart.getCart().cartItems.map(({ sizeId, grind, qty }) => [sizeId, grind, qty])).toEqual([
    ['guji', 'Espresso', 5],
    ['guji-1', 'Whole bean', 1],
    ['guji', 'Whole bean', 4],
  ])
})
