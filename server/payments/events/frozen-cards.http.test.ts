/** Which bought gift cards are frozen: it follows from the disputes and refunds of their purchases. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateAllFrozen } from '#server/checkout/gift-cards/freeze.ts'
import { violations } from '#test/invariants.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { boughtCard } from '../refunds/bought-card.testing.ts'
import { updateDispute } from './disputes.ts'
import { settle } from '../capture/settle.ts'

let shop: TestShop
let admin: SignedInVisitor
beforeAll(async () => {
  shop = await openShop()
  admin = await signedIn(shop, { isAdmin: true, name: 'Olive Owner' })
})
afterAll(async () => {
  expect(await violations(shop.db)).toEqual([])
  await shop.close()
})

async function balanceOf(id: string): Promise<number> {
  return (await admin.get(`/api/giftcards/${id}`)).body.balance * 100
}

const stateOf = async (id: string) =>
  (await admin.get(`/api/giftcards/${id}`)).body.state as 'active' | 'frozen' | 'disabled'
const block = (id: string) => admin.post(`/api/giftcards/${id}/disabling`, { reason: 'Lost' })
const replace = async (id: string): Promise<string> =>
  (await admin.post(`/api/giftcards/${id}/replacement`, { reason: 'Lost' })).body._id

test('a disputed card that is blocked and replaced stays frozen, until the dispute is won', async () => {
  const { paypalId, card } = await boughtCard(shop, admin, 40)
  const { id } = await card()
  const dispute = shop.paypal.dispute(paypalId)
  await updateDispute(shop.shop, dispute)
  await block(id)
  const next = await replace(id)
  expect([await stateOf(id), await stateOf(next), await balanceOf(next)]).toEqual([
    'disabled',
    'frozen',
    4000,
  ])
  const last = await replace(next)
  expect(await stateOf(last)).toBe('frozen')
  shop.paypal.dispute(paypalId, 'RESOLVED', 'RESOLVED_SELLER_FAVOUR')
  await updateDispute(shop.shop, dispute)
  expect([await stateOf(id), await stateOf(next), await stateOf(last)]).toEqual([
    'disabled',
    'disabled',
    'active',
  ])
})

test('a card that is blocked before the dispute is frozen when it is replaced, and a blocked one stays blocked', async () => {
  const { paypalId, card } = await boughtCard(shop, admin, 40)
  const { id } = await card()
  await block(id)
  const dispute = shop.paypal.dispute(paypalId)
  await updateDispute(shop.shop, dispute)
  expect(await stateOf(id)).toBe('disabled')
  const next = await replace(id)
  expect(await stateOf(next)).toBe('frozen')
  await block(next)
  shop.paypal.dispute(paypalId, 'RESOLVED', 'RESOLVED_SELLER_FAVOUR')
  await updateDispute(shop.shop, dispute)
  expect(await stateOf(next)).toBe('disabled')
})

/** Spends cents of a card, as an order would. */
async function spend(id: string, amount: number): Promise<void> {
  await admin.post(`/api/giftcards/${id}/adjustments`, { amount: -amount / 100, reason: 'Spent' })
}

test('a card that a refund at PayPal has frozen is valid again when the refund fails, unless a dispute is open', async () => {
  const { id: order, paypalId, card } = await boughtCard(shop, admin, 40)
  const { id } = await card()
  await spend(id, 1500)
  shop.paypal.refundAtPaypal(paypalId)
  const reread = async () => {
    const row = await shop.db
      .selectFrom('payments')
      .selectAll()
      .where('order_id', '=', order)
      .executeTakeFirstOrThrow()
    await settle(shop.shop, row, (await shop.shop.providers.payments.getPayment(paypalId))!)
  }
  await reread()
  expect([await stateOf(id), await balanceOf(id)]).toEqual(['frozen', 0])
  shop.paypal.endRefund(shop.paypal.refunds(paypalId)[0]!.id, 'FAILED')
  await reread()
  expect([await stateOf(id), await balanceOf(id)]).toEqual(['active', 2500])
  // It succeeds after all, and fails again while a dispute is open.
  shop.paypal.endRefund(shop.paypal.refunds(paypalId)[0]!.id, 'COMPLETED')
  await reread()
  const dispute = shop.paypal.dispute(paypalId)
  await updateDispute(shop.shop, dispute)
  shop.paypal.endRefund(shop.paypal.refunds(paypalId)[0]!.id, 'FAILED')
  await reread()
  expect([await stateOf(id), await balanceOf(id)]).toEqual(['frozen', 2500])
  shop.paypal.dispute(paypalId, 'RESOLVED', 'RESOLVED_SELLER_FAVOUR')
  await updateDispute(shop.shop, dispute)
  expect(await stateOf(id)).toBe('active')
})

test('a state that an earlier version stored is repaired', async () => {
  const { paypalId, card } = await boughtCard(shop, admin, 40)
  const { id } = await card()
  await updateDispute(shop.shop, shop.paypal.dispute(paypalId))
  await shop.db.updateTable('gift_cards').set({ state: 'active' }).where('id', '=', id).execute()
  await updateAllFrozen(shop.shop)
  expect(await stateOf(id)).toBe('frozen')
})

test('a stored state is also repaired of a card that replaces another, and of one whose dispute is over', async () => {
  const [lost, over, blocked] = [
    await boughtCard(shop, admin, 40),
    await boughtCard(shop, admin, 40),
    await boughtCard(shop, admin, 40),
  ]
  await updateDispute(shop.shop, shop.paypal.dispute(lost.paypalId))
  const next = await replace((await lost.card()).id)
  await updateDispute(shop.shop, shop.paypal.dispute(over.paypalId, 'RESOLVED', 'RESOLVED_SELLER_FAVOUR'))
  const { id } = await over.card()
  await block((await blocked.card()).id)
  await updateDispute(shop.shop, shop.paypal.dispute(blocked.paypalId))
  await shop.db.updateTable('gift_cards').set({ state: 'active' }).where('id', '=', next).execute()
  await shop.db.updateTable('gift_cards').set({ state: 'frozen' }).where('id', '=', id).execute()
  await updateAllFrozen(shop.shop)
  expect([await stateOf(next), await stateOf(id), await stateOf((await blocked.card()).id)]).toEqual([
    'frozen',
    'active',
    'disabled',
  ])
})
