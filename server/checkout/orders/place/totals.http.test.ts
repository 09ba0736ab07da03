// On SQLite only: sums of random orders, which the same code computes on both databases.
// Slow, not in `npm run check`: hundreds of random orders.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { BALTIMORE, quote, VIENNA } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'

let shop: TestShop
let buyer: SignedInVisitor
let columns: string[]
const SOLD_WITH = new Set([
  'orders',
  'order_lines',
  'products',
  'product_sizes',
  'shipping_quotes',
  'payments',
])
const PRICES = [1, 50, 99, 150, 1010, 1850, 1999, 33_333]
const products: { _id: string; cents: number }[] = []

beforeAll(async () => {
  shop = await openShop()
  buyer = await signedIn(shop)
  for (const cents of PRICES)
    products.push({ _id: await shop.sell({ priceCents: cents, stock: 1_000_000 }), cents })
  const tables = await shop.db.introspection.getTables()
  columns = tables
    .filter(({ name }) => SOLD_WITH.has(name))
    .flatMap((table) => table.columns.map(({ name }) => name))
})
afterAll(() => shop.close())

const WIRE = [
  'price',
  'name',
  'total',
  'tax',
  'itemsPrice',
  'isPaid',
  'paidAt',
  'user',
  'discount',
  'coupon',
  'state',
]

/** Fields that a client may not set on an order: all columns, and all names in the API. */
const forbiddenFields = () =>
  fc.dictionary(
    fc
      .constantFrom(...new Set([...columns, ...WIRE]))
      .filter((name) => !['qty', '_id', 'grind'].includes(name)),
    fc.oneof(
      fc.constantFrom(0, 0.01, -5, 1e9, true, null, '0.01', 'paid', '', 'VA'),
      // A body with `__proto__` is refused as a whole, which another test covers.
      fc.jsonValue({ maxDepth: 1 }).filter((value) => !JSON.stringify(value).includes('__proto__')),
    ),
    { maxKeys: 8 },
  )

const orderLine = fc.record({ product: fc.nat(PRICES.length - 1), qty: fc.integer({ min: 1, max: 3 }) })

/** The totals that the browser sends: none, or values that differ by some cents. */
const sentTotals = fc.option(
  fc.record({
    part: fc.constantFrom('itemsPrice', 'shippingPrice', 'taxPrice', 'totalPrice'),
    off: fc.constantFrom(0, 0, 1, -1, 100),
    asText: fc.boolean(),
  }),
)

test('two hundred tampered orders are stored at the shop’s own prices, or refused', async () => {
  const outcomes = { placed: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(orderLine, forbiddenFields()), { minLength: 1, maxLength: 3 }),
      forbiddenFields(),
      sentTotals,
      fc.boolean(),
      async (lines, extra, claimed, inVirginia) => {
        const address = inVirginia ? VIENNA : BALTIMORE
        const items = lines.map(([{ product, qty }]) => ({ _id: products[product]!._id, qty }))
        const { quoteId, shippingRate } = await quote(buyer, items, address)

        const goods = lines.reduce((sum, [{ product, qty }]) => sum + BigInt(PRICES[product]! * qty), 0n)
        const tax = inVirginia ? (goods + 50n) / 100n : 0n
        const shipping = BigInt(Math.round(shippingRate * 100))
        const truth = {
          itemsPrice: goods,
          shippingPrice: shipping,
          taxPrice: tax,
          totalPrice: goods + shipping + tax,
        }

        const shown = claimed && (Number(truth[claimed.part]) + claimed.off) / 100
        const answer = await buyer.post('/api/orders', {
          ...extra,
          orderItems: lines.map(([, more], index) => ({ ...more, ...items[index]! })),
          shippingAddress: { ...address, cents: 0 },
          shippingQuote: { quoteId, shippingRate: 0, cents: 0 },
          ...Object.fromEntries(Object.keys(truth).map((part) => [part, undefined])),
          ...(claimed ? { [claimed.part]: claimed.asText ? shown!.toFixed(2) : shown } : {}),
        })

        if (claimed && claimed.off !== 0) {
          outcomes.refused++
          expect([answer.status, answer.body.code]).toEqual([409, 'prices'])
          return
        }
        outcomes.placed++
        expect(answer.status, answer.text).toBe(201)
        const row = await shop.db
          .selectFrom('orders')
          .selectAll()
          .where('id', '=', answer.body._id)
          .executeTakeFirstOrThrow()
        expect({
          itemsPrice: BigInt(row.items_cents),
          shippingPrice: BigInt(row.shipping_cents),
          taxPrice: BigInt(row.tax_cents),
          totalPrice: BigInt(row.total_cents),
        }).toEqual(truth)
        expect([row.user_id, row.state, row.paid_at]).toEqual([buyer.id, 'pending', null])
      },
    ),
    { numRuns: 200 },
  )
  expect(Math.min(outcomes.placed, outcomes.refused)).toBeGreaterThan(20)
  expect(await violations(shop.db)).toEqual([])
})
