/** The sale that each test of refunds gives back, and how it looks to its buyer and to PayPal. */
import { bought } from '#test/purchase.ts'
import type { TestShop } from '#test/shop.ts'
import { signedIn, type SomebodySignedIn } from '#test/signed-in.ts'
import { settle } from './settle.ts'

export type Sale = Awaited<ReturnType<typeof makeSale>>

/**
 * Two bags and a mug, bought and paid.
 * @param admin who gives back
 */
export async function makeSale(shop: TestShop, admin: SomebodySignedIn) {
  const buyer = await signedIn(shop)
  const bean = await shop.sell({ priceCents: 1850, stock: 10 })
  const mug = await shop.sell({ name: 'Mug', priceCents: 2400, stock: 10, sizeGrams: null })
  const wish = [
    { _id: bean, qty: 2 },
    { _id: mug, qty: 1 },
  ]
  const { id, paypalId, total } = await bought(shop, buyer, wish)
  return {
    buyer,
    bean,
    mug,
    id,
    /** PayPal's name of the payment. */
    paypalId,
    /** In dollars. */
    total,
    refund: (asked: object, headers?: Record<string, string>) =>
      admin.post(`/api/orders/${id}/refund`, asked, headers),
    read: async () => (await buyer.get(`/api/orders/${id}`)).body,
    /** Bags and mugs in stock; ten of each before the sale. */
    onShelf: () =>
      Promise.all(
        [bean, mug].map(async (product) => (await buyer.get(`/api/products/${product}`)).body.countInStock),
      ),
    /** What PayPal has given back: cents and state of each. */
    back: () => shop.paypal.refunds(paypalId).map((made) => [made.cents, made.state]),
  }
}

/** Reads the payment at PayPal and writes down what it says, as a webhook makes the shop do. */
export async function settleAgain(shop: TestShop, sale: Sale): Promise<void> {
  const row = await shop.db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', sale.id)
    .executeTakeFirstOrThrow()
  await settle(shop.shop, row, (await shop.shop.providers.payments.getPayment(sale.paypalId))!)
}

export function cents(dollars: number): number {
  return Math.round(dollars * 100)
}
