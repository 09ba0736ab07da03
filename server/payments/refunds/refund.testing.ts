/** The sale that the refund tests refund, with ways to read it as its buyer and at PayPal. */
import { bought } from '#test/purchase.ts'
import type { TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { settle } from '../capture/settle.ts'

export type Sale = Awaited<ReturnType<typeof makeSale>>

/**
 * Buys and pays two bags and a mug.
 * @param admin makes the refunds
 */
export async function makeSale(shop: TestShop, admin: SignedInVisitor) {
  const buyer = await signedIn(shop)
  const bean = await shop.sell({ priceCents: 1850, stock: 10 })
  const mug = await shop.sell({ name: 'Mug', priceCents: 2400, stock: 10, sizeGrams: null })
  const items = [
    { _id: bean, qty: 2 },
    { _id: mug, qty: 1 },
  ]
  const { id, paypalId, total } = await bought(shop, buyer, items)
  return {
    buyer,
    bean,
    mug,
    id,
    /** PayPal's id of the payment. */
    paypalId,
    /** In dollars. */
    total,
    refund: (body: object, headers?: Record<string, string>) =>
      admin.post(`/api/orders/${id}/refund`, body, headers),
    read: async () => (await buyer.get(`/api/orders/${id}`)).body,
    /** Bags and mugs in stock; ten of each before the sale. */
    inStock: () =>
      Promise.all(
        [bean, mug].map(async (product) => (await buyer.get(`/api/products/${product}`)).body.countInStock),
      ),
    /** The refunds at PayPal: cents and state of each. */
    back: () => shop.paypal.refunds(paypalId).map((made) => [made.cents, made.state]),
  }
}

/** Reads the payment at PayPal and settles it, as after a webhook. */
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
