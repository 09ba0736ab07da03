import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import type { Tx } from '#server/kernel/db/schema.ts'
import { soldCard } from '#server/checkout/gift-cards/gift-cards.testing.ts'
import { violations } from './invariants.ts'
import { codeOf } from '#server/checkout/discounts/discounts.testing.ts'
import { orderBody, pay, placed } from './purchase.ts'
import { openShop, type TestShop } from './shop.ts'
import { signedIn } from './signed-in.ts'
import type { Visitor } from './visitor.ts'

let shop: TestShop
let bean: string
let paidOrder: string
let canceled: string
let waiting: string

beforeAll(async () => {
  shop = await openShop()
  bean = await shop.sell({ priceCents: 1850, stock: 20 })
  const buyer = await signedIn(shop)
  paidOrder = await placed(buyer, [{ _id: bean, qty: 2 }])
  await pay(shop, buyer, paidOrder)
  const admin = await signedIn(shop, { isAdmin: true })
  await admin.post(`/api/orders/${paidOrder}/refund`, { amount: 3, stock: [{ _id: bean, qty: 1 }] })
  await admin.post(`/api/orders/${paidOrder}/refund`, { lines: [{ _id: bean, qty: 1 }] })
  canceled = await placed(buyer, [{ _id: bean, qty: 1 }])
  await buyer.delete(`/api/orders/${canceled}`)
  const { code: discountCode } = await codeOf(admin)
  const body = { ...(await orderBody(buyer, [{ _id: bean, qty: 3 }])), discountCode }
  waiting = (await buyer.post('/api/orders', body)).body._id
  await buyGiftCard(buyer)
  const { code } = await soldCard(shop, 500)
  await buyer.post('/api/orders', { ...(await orderBody(buyer, [{ _id: bean, qty: 1 }])), giftCards: [code] })
})
afterAll(() => shop.close())

async function buyGiftCard(buyer: Visitor): Promise<void> {
  const { body } = await buyer.post('/api/giftcards/orders', { amount: 50 })
  await pay(shop, buyer, body._id)
}

test('a shop with sales, refunds, cancellations and open orders has no violation', async () => {
  expect(await violations(shop.db)).toEqual([])
})

test('every kind of violation is found', async () => {
  const { db } = shop
  const found: Record<string, string[]> = {}
  // One violation at a time: it is made in a transaction, which is then rolled back.
  const damages: Record<string, (tx: Tx) => Promise<unknown>> = {
    'count in stock': (tx) => sql`update product_sizes set count_in_stock = count_in_stock + 1`.execute(tx),
    'items amount of an order': (tx) => sql`update order_lines set price_cents = price_cents - 1`.execute(tx),
    'The discount of an order': (tx) =>
      sql`update orders set discount_cents = discount_cents + 1`.execute(tx),
    'A discount code counts': (tx) => sql`update discount_codes set used = used + 1`.execute(tx),
    'The use of a code is released': (tx) => sql`update discount_uses set released_at = used_at`.execute(tx),
    'Tax is rounded half up': (tx) =>
      sql`update orders set tax_cents = tax_cents + 1, shipping_cents = shipping_cents - 1 where shipping_cents > 0`.execute(
        tx,
      ),
    'The tax of an account': async (tx) => {
      await sql`update orders set company_id = 'cafe'`.execute(tx)
      await sql`update order_lines set is_taxed = 0`.execute(tx)
    },
    'An order on account has no payment': (tx) => sql`update orders set on_account = 1`.execute(tx),
    'one stock move with its quantity': (tx) =>
      sql`delete from stock_moves where reason = 'order'`.execute(tx),
    'has an order line': (tx) => sql`delete from order_lines where order_id = ${waiting}`.execute(tx),
    'was returned once': (tx) => sql`delete from stock_moves where reason = 'return'`.execute(tx),
    'returned the stock of its refunds': (tx) =>
      sql`update orders set state = 'pending', closed_at = null where id = ${canceled}`.execute(tx),
    'the sum of its refunds': (tx) =>
      sql`update refunds set amount_cents = amount_cents + 1, goods_cents = goods_cents + 1`.execute(tx),
    'at most each part': (tx) =>
      sql`update refunds set tax_cents = tax_cents + 50, goods_cents = goods_cents - 50`.execute(tx),
    'At most the ordered quantity': (tx) => sql`update refund_items set qty = qty + 2`.execute(tx),
    'at most its goods amount': (tx) =>
      sql`update refund_items set goods_cents = goods_cents + 1`.execute(tx),
    'its whole amount was refunded': (tx) =>
      sql`update payments set captured_cents = returned_cents where returned_cents > 0`.execute(tx),
    'only if all its payments have it': (tx) =>
      sql`update orders set state = 'refunded', closed_at = paid_at where id = ${paidOrder}`.execute(tx),
    'The payments of a paid order add up': (tx) => sql`update payments set state = 'failed'`.execute(tx),
    'belongs to a paid order': (tx) =>
      sql`update orders set state = 'pending', paid_at = null where id = ${paidOrder}`.execute(tx),
    'no started, pending or completed payment': (tx) =>
      sql`update orders set state = 'cancelled', paid_at = null, closed_at = created_at where id = ${paidOrder}`.execute(
        tx,
      ),
    'The balance of a gift card': (tx) =>
      sql`update gift_cards set balance_cents = balance_cents + 1`.execute(tx),
    'Gift cards pay exactly their part': (tx) =>
      sql`update orders set gift_card_cents = 1 where id = ${waiting}`.execute(tx),
    'returned once if it is released': (tx) =>
      sql`delete from gift_card_moves where kind = 'held'`.execute(tx),
    'A gift card is issued if its order was paid': (tx) =>
      sql`update gift_cards set state = 'void', issued_at = null where order_id is not null`.execute(tx),
    'only during a capture': (tx) =>
      sql`update orders set state = 'capturing' where id = ${waiting}`.execute(tx),
    'is the total of its order without': (tx) =>
      sql`update payments set amount_cents = amount_cents - 1`.execute(tx),
  }
  for (const [what, damage] of Object.entries(damages)) {
    await db
      .transaction()
      .execute(async (tx) => {
        await damage(tx)
        found[what] = (await violations(tx)).filter((line) => line.includes(what))
        throw new Error('undo')
      })
      .catch((error: Error) => {
        if (error.message !== 'undo') throw error
      })
  }
  for (const what of Object.keys(damages)) expect(found[what], what).not.toEqual([])
  expect(await violations(db)).toEqual([])
})
