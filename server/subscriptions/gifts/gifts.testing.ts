/** Gift subscriptions in a test shop. */
import { readCode } from '#shared/checkout/gift-cards.ts'
import { pay, VIENNA } from '#test/purchase.ts'
import type { TestShop } from '#test/shop.ts'
import type { Visitor } from '#test/visitor.ts'
import { unseal } from '#server/checkout/gift-cards/codes.ts'
import { renew } from '../renew.ts'
import { giftOfOrder } from './find.ts'

export const FRIEND = { name: 'Fay Friend', email: 'fay@example.com' }

/** The body of an order of a gift of `product` by email, with the current price. `wanted` changes it. */
export async function giftBody(shop: TestShop, product: string, wanted: object = {}) {
  const offer = await shop.visitor().get('/api/gift-subscriptions/offer')
  const coffee = offer.body.coffees.find(({ _id }: { _id: string }) => _id === product)
  const body = { deliveries: 3, weeks: 1, product, to: FRIEND, note: '', ...wanted }
  const total = Math.round(coffee.sizes[0].delivery * 100) * body.deliveries
  return { total: total / 100, ...body }
}

/** The same to an address. */
export const TO_ADDRESS = { to: { name: FRIEND.name }, shippingAddress: VIENNA }

/** A paid gift of a new coffee, which has begun. Returns the order, the gift and its code. */
export async function boughtGift(
  shop: TestShop,
  buyer: Visitor,
  { product, ...wanted }: { product?: string; [field: string]: unknown } = {},
): Promise<{ order: string; gift: string; code: string; product: string }> {
  const coffee = product ?? (await shop.sell({ priceCents: 2000, stock: 100 }))
  const placed = await buyer.post('/api/gift-subscriptions/orders', await giftBody(shop, coffee, wanted))
  if (placed.status !== 201) throw new Error(`Not placed: ${placed.text}`)
  const order = placed.body._id
  const paid = await pay(shop, buyer, order)
  if (paid.status !== 200) throw new Error(`Not paid: ${paid.text}`)
  await renew(shop.shop)
  const gift = await giftOfOrder(shop.db, order)
  return { order, gift: gift.id, code: (await codeOf(shop, order))!, product: coffee }
}

export async function codeOf(shop: TestShop, order: string): Promise<string | null> {
  return unseal(shop.shop, await giftOfOrder(shop.db, order))
}

/** The code in a link. */
export const codeIn = (link: string) => readCode(link.split('#')[1] ?? '') ?? ''

export function claim(shop: TestShop, code: string, wanted: object = {}, headers = {}) {
  const body = { code, shippingAddress: VIENNA, ...wanted }
  return shop.visitor().post('/api/gift-subscriptions/claim', body, headers)
}

/** Begins the deliveries of a gift by email. */
export async function claimed(shop: TestShop, { code }: { code: string }) {
  const answer = await claim(shop, code)
  if (answer.status !== 200) throw new Error(`Not claimed: ${answer.text}`)
  return answer.body.gift
}
