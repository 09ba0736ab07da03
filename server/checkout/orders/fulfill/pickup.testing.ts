/**
 * A shop on Wednesday, November 18, 2026, 2 PM in Virginia, and functions to buy orders for pickup and to hand them
 * over.
 */
import { MAIL_SETTINGS, mailboxOf } from '#test/mailbox.ts'
import { pay } from '#test/purchase.ts'
import { openShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import type { Visitor } from '#test/visitor.ts'
import { SHIPPING_DEFAULTS } from '#shared/platform/settings/shipping.ts'

export type PickupShop = Awaited<ReturnType<typeof openPickupShop>>

/** Opens the shop, which sells one coffee. */
export async function openPickupShop() {
  const shop = await openShop({ env: MAIL_SETTINGS })
  shop.clock.advance(Date.parse('2026-11-18T19:00:00Z') - shop.clock.now().getTime())
  const bean = await shop.sell({ name: 'Guji Highlands', stock: 1000, priceCents: 1850 })
  const items = (qty = 2) => [{ _id: bean, qty }]
  const order = (by: Visitor, body: object = {}) =>
    by.post('/api/orders', { orderItems: items(), paymentMethod: 'PayPal', pickup: {}, ...body })
  return {
    ...shop,
    bean,
    items,
    mailbox: mailboxOf(shop),
    /** Places an order for pickup. */
    order,
    /** A paid order for pickup: its id. */
    bought: async (by: Visitor): Promise<string> => {
      const { body } = await order(by)
      const paid = await pay(shop, by, body._id)
      if (!paid.body.isPaid) throw new Error(`Not paid: ${paid.text}`)
      return body._id
    },
  }
}

/** Signs an admin in, and returns functions for what staff does. Call it again after the clock has advanced by an hour. */
export async function openStaff(shop: PickupShop) {
  const admin: SignedInVisitor = await signedIn(shop, { name: 'Olive Owner', isAdmin: true })
  return {
    ...admin,
    /** Saves settings of roasting and shipping; without changes, the defaults. */
    settings: async (changes: object = {}) => {
      const { version } = (await admin.get('/api/settings/shipping')).body
      const body = { ...SHIPPING_DEFAULTS, ...changes, version }
      const { status, text } = await admin.put('/api/settings/shipping', body)
      if (status !== 200) throw new Error(`Not saved: ${text}`)
    },
    read: async (id: string) => (await admin.get(`/api/orders/${id}`)).body,
    list: async (keyword = '') => (await admin.get(`/api/pickup?keyword=${keyword}`)).body,
    ready: (id: string) => admin.put(`/api/orders/${id}/ready`),
    handOver: (id: string) => admin.put(`/api/orders/${id}/handover`),
  }
}

/** The text with normal spaces instead of no-break spaces. */
export const plain = (text = '') => text.replaceAll('\u00a0', ' ')
