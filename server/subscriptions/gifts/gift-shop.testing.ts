/** The shop of the tests of gift subscriptions. */
import { afterAll, afterEach, expect } from 'vitest'
import { guestOf } from '#test/guests.ts'
import { violations } from '#test/invariants.ts'
import { MAIL_SETTINGS, mailboxOf } from '#test/mailbox.ts'
import type { Visitor } from '#test/visitor.ts'
import { deliveriesOf, endAll, openSubscriptionShop } from '../subscriptions.testing.ts'

/**
 * A test shop that sells subscriptions, with its mails. Each test ends all subscriptions, and the invariants hold after each.
 */
export async function openGiftShop() {
  const shop = await openSubscriptionShop({
    env: { ...MAIL_SETTINGS, RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' },
  })
  afterEach(async () => {
    expect(await violations(shop.db)).toEqual([])
    await endAll(shop)
  })
  afterAll(() => shop.close())
  let networks = 0
  const rowOf = (id: string) =>
    shop.db.selectFrom('gift_subscriptions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return {
    shop,
    mailbox: mailboxOf(shop),
    /** A guest, each from its own network. */
    giver: () => guestOf(shop, { ip: `198.51.100.${++networks}`, name: 'Gus Giver' }),
    giftOf: async (buyer: Pick<Visitor, 'get'>, order: string) =>
      (await buyer.get(`/api/orders/${order}/gift-subscription`)).body,
    rowOf,
    deliveries: async (gift: string) => deliveriesOf(shop, (await rowOf(gift)).subscription_id ?? ''),
  }
}
