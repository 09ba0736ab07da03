/** Carts that visitors mail to themselves, in a test shop. */
import { remindOfCarts } from '#server/saved-carts/saved-carts.ts'
import type { TestShop } from '#test/shop.ts'
import { DAY } from '../time/clock.ts'

let people = 0
export const newEmail = () => `cart-${process.pid}-${++people}@example.com`

/** The calls of a visitor, for a cart with two pieces of this product unless `more` says otherwise. */
export function cartsOf(shop: TestShop, product: () => string) {
  return {
    save: (email: string, more: object = {}) =>
      shop
        .visitor()
        .post('/api/saved-carts', { email, when: 'now', orderItems: [{ _id: product(), qty: 2 }], ...more }),
    open: (link: string) => shop.visitor().post('/api/saved-carts/open', { link }),
    rowsOf: (email: string) =>
      shop.db.selectFrom('saved_carts').selectAll().where('email', '=', email).execute(),
    /** A day later, after the job has run. */
    nextDay: async () => {
      shop.clock.advance(DAY)
      await remindOfCarts(shop.shop)
    },
  }
}

/** The token of the link in a mail. */
export const linkIn = (text = '') => /https:\/\/frame\.example\/cart\/saved#(\S+)/.exec(text)?.[1] ?? ''
