/** A gift card that was bought in the shop, for tests of its refunds and disputes. */
import { approve } from '#test/purchase.ts'
import type { TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'

/**
 * Buys and pays a card.
 * @param admin makes the refunds
 * @param amount in dollars
 */
export async function boughtCard(shop: TestShop, admin: SignedInVisitor, amount: number) {
  const buyer = await signedIn(shop)
  const { body } = await buyer.post('/api/giftcards/orders', { amount })
  const paypalId = await approve(shop, buyer, body._id)
  await buyer.put(`/api/orders/${body._id}/pay`, { id: paypalId })
  const card = async () =>
    shop.db.selectFrom('gift_cards').selectAll().where('order_id', '=', body._id).executeTakeFirstOrThrow()
  return {
    id: body._id as string,
    paypalId,
    card,
    refund: (request: object) => admin.post(`/api/orders/${body._id}/refund`, request),
  }
}
