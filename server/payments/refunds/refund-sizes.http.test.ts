/** A paid order with several sizes and grinds of one product: its items at PayPal, and refunds of its lines. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { bought } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import type { PaymentRequest } from '#server/providers/payments.ts'

let shop: TestShop
let admin: SignedInVisitor
let buyer: SignedInVisitor
let beans: string
let large: { _id: string; sizeId: string }
/** The lines of each payment that the shop opened at PayPal. */
const sent: PaymentRequest['lines'][] = []
beforeAll(async () => {
  shop = await openShop({
    providers: (real) => ({
      ...real,
      payments: {
        ...real.payments,
        createPayment: (payment) => {
          sent.push(payment.lines)
          return real.payments.createPayment(payment)
        },
      },
    }),
  })
  admin = await signedIn(shop, { isAdmin: true })
})
beforeEach(async () => {
  buyer = await signedIn(shop)
  beans = await shop.sell({
    name: 'Guji',
    stock: 10,
    sizes: [{ priceCents: 4550, stock: 2, sizeGrams: 907 }],
  })
  large = { _id: beans, sizeId: `${beans}-1` }
})
afterEach(async () => expect(await violations(shop.db)).toEqual([]))
afterAll(() => shop.close())

const stock = async (): Promise<number[]> =>
  (await shop.visitor().get(`/api/products/${beans}`)).body.sizes.map(
    ({ countInStock }: { countInStock: number }) => countInStock,
  )

describe('a paid order with two grinds of one size', () => {
  let id: string
  const refund = (request: object) => admin.post(`/api/orders/${id}/refund`, request)
  beforeEach(async () => {
    const sale = await bought(shop, buyer, [
      { _id: beans, grind: 'Espresso', qty: 2 },
      { _id: beans, qty: 1 },
      { ...large, qty: 1 },
    ])
    id = sale.id
  })

  test('is at PayPal with size and grind in the names of its items', async () => {
    expect(sent.at(-1)!.map(({ name, sku }) => [name, sku])).toEqual([
      ['Guji, 12 oz, Espresso', beans],
      ['Guji, 12 oz, Whole bean', beans],
      ['Guji, 2 lb, Whole bean', large.sizeId],
    ])
  })

  test('is refunded by line, and a product with several lines has to be named with its line', async () => {
    const unclear = await refund({ lines: [{ _id: beans, qty: 1 }] })
    expect([unclear.status, unclear.body.message]).toEqual([
      400,
      'Choose a line: the order has Guji (12 oz, Espresso) and Guji (12 oz, Whole bean) and Guji (2 lb, Whole bean)',
    ])
    const one = [{ _id: beans, line: 0, qty: 1 }]
    const { status, body } = await refund({ lines: one, stock: one })
    expect([status, body.refunds[0].items]).toEqual([200, [{ _id: beans, line: 0, qty: 1, amount: 18 }]])
    const events = body.history.map(({ event }: { event: string }) => event).join('; ')
    expect(events).toContain('1 × Guji (12 oz, Espresso)')
    expect(await stock()).toEqual([8, 1])
    const two = await refund({
      lines: [
        { _id: beans, line: 1, qty: 1 },
        { _id: beans, line: 2, qty: 1 },
      ],
      stock: [{ _id: beans, line: 1, qty: 1 }],
    })
    expect(two.body.refunds[1].items).toEqual([
      { _id: beans, line: 1, qty: 1, amount: 18 },
      { _id: beans, line: 2, qty: 1, amount: 45.5 },
    ])
    expect(await stock()).toEqual([9, 1])
    const tooMany = await refund({ lines: [{ _id: beans, line: 1, qty: 1 }] })
    expect([tooMany.status, tooMany.body.message]).toEqual([
      409,
      'Only 0 of Guji (12 oz, Whole bean) can still be refunded',
    ])
  })
})
