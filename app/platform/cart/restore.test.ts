import { beforeEach, expect, it } from 'vitest'
import type { SavedLine } from '#shared/checkout/api/saved-carts.ts'
import { coffee, LARGE_BAG, store } from './cart.testing.ts'

const cart = await import('./cart.ts')
const { restoreCart } = await import('./restore.ts')
const { takeCodeOfLink } = await import('./code-link.ts')

beforeEach(() => store.clear())

const line = (more: Partial<SavedLine> = {}): SavedLine => ({
  title: 'Ethiopia Guji Highlands, 12 oz (340 g), Espresso',
  sizeId: 'guji',
  grind: 'Espresso',
  qty: 2,
  left: 2,
  price: 19.99,
  notes: [],
  product: coffee,
  ...more,
})
const gone = line({ title: 'Gone', left: 0, price: null, product: null })
const monthly = line({ sizeId: LARGE_BAG.id, qty: 1, subscribe: { weeks: 4, percent: 10 } })

const contents = () =>
  cart
    .getCart()
    .cartItems.map(({ sizeId, grind, qty, subscribe }) => [sizeId, grind, qty, subscribe?.weeks ?? 0])

it('adds the saved lines to those in the cart, up to the stock, and names those that are missing', () => {
  cart.addToCart(coffee, 8, { grind: 'Espresso' })
  const restored = restoreCart({ lines: [line(), monthly, gone], code: '' }, 'add')
  expect(restored).toEqual({ added: 2, missing: [line().title, 'Gone'] })
  expect(contents()).toEqual([
    ['guji', 'Espresso', 9, 0],
    ['guji-1', 'Espresso', 1, 4],
  ])
})

it('replaces the cart, and keeps the discount code for it', () => {
  cart.addToCart(coffee, 8, { sizeId: LARGE_BAG.id })
  expect(restoreCart({ lines: [line()], code: 'WELCOME10' }, 'replace')).toEqual({ added: 2, missing: [] })
  expect(contents()).toEqual([['guji', 'Espresso', 2, 0]])
  expect(takeCodeOfLink()).toBe('WELCOME10')
})
