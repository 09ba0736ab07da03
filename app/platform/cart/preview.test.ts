import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { Product } from '#shared/catalog/api/products.ts'
import { priceCart, toCents, toDollars } from '#shared/kernel/pricing.ts'

const storage = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => storage.get(key) ?? null,
  setItem: (key: string, value: string) => void storage.set(key, value),
})
const { addToCart, getCart, saveShippingAddress, setCode, updateTax } = await import('./cart.ts')

const VIENNA = { address: '1 Maple Ave', address2: '', city: 'Vienna', postalCode: '22180', country: 'US' }

const product = (index: number, priceCents: number) => {
  const price = toDollars(priceCents)
  const sizes = [
    {
      id: `p${index}`,
      grams: 340,
      shippingGrams: null,
      forAccounts: false,
      pack: null,
      label: '12 oz',
      price,
      countInStock: 9,
      sku: '',
    },
  ]
  return { _id: `p${index}`, name: 'Beans', category: 'Coffee Beans', price, size: 340, sizes } as Product
}

const codeFor = (value: number, covered: number[]) => ({
  code: 'CODE',
  label: '',
  kind: 'percent' as const,
  value,
  products: covered.map((index) => `p${index}`),
  minimum: null,
})

test('ten thousand carts show the totals that the server charges, to the cent', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 9_999_999 }), fc.integer({ min: 1, max: 1000 })), {
        minLength: 1,
        maxLength: 4,
      }),
      fc.integer({ min: 0, max: 20_000 }),
      fc.constantFrom('VA', 'Virginia', ' va', 'V.A.', 'MD', 'West Virginia', ''),
      fc.option(
        fc.record({ percent: fc.integer({ min: 1, max: 100 }), covered: fc.array(fc.nat({ max: 3 })) }),
      ),
      (lines, shippingCents, state, code) => {
        storage.clear()
        saveShippingAddress({ ...VIENNA, state })
        for (const [index, [priceCents, qty]] of lines.entries()) addToCart(product(index, priceCents), qty)
        updateTax(toDollars(shippingCents))
        const isCovered = (index: number) => code === null || code.covered.includes(index)
        if (code) setCode(codeFor(code.percent, lines.map((_, index) => index).filter(isCovered)))
        const cart = getCart()

        const owesTax = ['VA', 'Virginia', ' va', 'V.A.'].includes(state) ? 'VA' : null
        const items = lines.map(([priceCents, qty], index) => ({
          priceCents,
          qty,
          isCovered: isCovered(index),
        }))
        const discount = code && ({ kind: 'percent', percent: code.percent } as const)
        const server = priceCart(items, shippingCents, owesTax, undefined, discount)
        const shown = [cart.itemsPrice, cart.shippingDue, cart.taxPrice, cart.totalPrice, cart.discount]
        expect(shown.map((amount) => toCents(Number(amount)))).toEqual(Object.values(server))
        expect([cart.itemsPrice, cart.taxPrice, cart.totalPrice].join(' ')).toMatch(
          /^\d+\.\d\d \d+\.\d\d \d+\.\d\d$/,
        )
      },
    ),
    { numRuns: 10_000 },
  )
})
