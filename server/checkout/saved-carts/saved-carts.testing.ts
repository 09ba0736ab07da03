/** Carts that visitors mail to themselves, in a test shop. */
import { remindOfCarts } from './saved-carts.ts'
import { offerSubscriptions } from '#server/subscriptions/subscriptions.testing.ts'
import { DAY } from '#server/kernel/time/clock.ts'
import { MAIL_SETTINGS, mailboxOf } from '#test/mailbox.ts'
import { openShop, type TestShop } from '#test/shop.ts'

export type CartShop = Awaited<ReturnType<typeof openCartShop>>

/** A shop that offers subscriptions, with one coffee on sale, its sent mails, and the calls of a visitor. */
export async function openCartShop() {
  const shop = await openShop({ env: MAIL_SETTINGS })
  await offerSubscriptions(shop)
  const bean = await shop.sell({ name: 'Guji Highlands', priceCents: 1900, stock: 100 })
  return { shop, bean, mailbox: mailboxOf(shop), carts: cartsOf(shop, bean) }
}

let people = 0
export const newEmail = () => `cart-${process.pid}-${++people}@example.com`

/** The calls of a visitor. The cart has two pieces of this product, unless `more` has other items. */
function cartsOf(shop: TestShop, product: string) {
  return {
    save: (email: string, more: object = {}) =>
      shop
        .visitor()
        .post('/api/saved-carts', { email, when: 'now', orderItems: [{ _id: product, qty: 2 }], ...more }),
    open: (link: string) => shop.visitor().post('/api/saved-carts/open', { link }),
    rowsOf: (email: string) =>
      shop.db.selectFrom('saved_carts').selectAll().where('email', '=', email).execute(),
    /** Moves the clock a day, and runs the job. */
    nextDay: async () => {
      shop.clock.advance(DAY)
      await remindOfCarts(shop.shop)
    },
  }
}

/** The token of the link in an email. */
export const linkIn = (text = '') => /https:\/\/frame\.example\/cart\/saved#(\S+)/.exec(text)?.[1] ?? ''
