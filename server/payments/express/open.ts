/** Opens a payment at PayPal for a cart, and changes its amount when the buyer chooses an address there. */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { express } from '#shared/checkout/api/express.ts'
import type { Body, Reply } from '#shared/platform/api/endpoint.ts'
import { toDecimal, type CartTotals } from '#shared/kernel/pricing.ts'
import { networkOf } from '#server/kernel/limits/networks.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import type { ExpressRow } from '#server/kernel/db/schema.ts'
import { conflict, notFound } from '#server/kernel/errors.ts'
import { newOrderNumber } from '#server/checkout/orders/order-numbers.ts'
import type { Goods } from '#server/checkout/quotes/goods.ts'
import type { HttpContext } from '#server/platform/http/serve.ts'
import { findFullSession, hashToken } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { PaymentRefused, type PaymentRequest } from '#server/providers/payments.ts'
import { nameAtProvider } from '../capture/start-payment.ts'
import { refuseIfUnavailable } from '../checks/refusals.ts'
import { priceExpress, requirePlace, toPrices, type Wanted } from './price.ts'

/**
 * Opens a payment at PayPal for the price of the goods. Throws 409 if the cart cannot be bought with an express button or
 * now, and 503.
 */
export async function openExpress(
  shop: Shop,
  wanted: Wanted,
  { device, token: session }: Pick<HttpContext, 'device' | 'token'>,
): Promise<Reply<typeof express.open>> {
  const user = await findFullSession(shop, session)
  const person = user && { userId: user._id, email: user.email }
  const { goods, totals } = await priceExpress(shop, wanted, { person, ip: device.ip }, null)
  const token = randomBytes(32).toString('base64url')
  const row: ExpressRow = {
    id: newId(shop.clock),
    number: newOrderNumber(),
    token_hash: hashToken(token),
    user_id: user?._id ?? null,
    network: networkOf(device.ip),
    provider_order_id: null,
    request: JSON.stringify(wanted),
    place: null,
    amount_cents: totals.totalCents,
    state: 'open',
    problem: null,
    created_at: isoNow(shop.clock),
    updated_at: isoNow(shop.clock),
  }
  await shop.db.insertInto('express_checkouts').values(row).execute()
  const opened = await refuseIfUnavailable(shop, () =>
    shop.providers.payments.createPayment(requestOf(row, goods, totals)),
  )
  await shop.db
    .updateTable('express_checkouts')
    .set({ provider_order_id: opened.id, updated_at: isoNow(shop.clock) })
    .where('id', '=', row.id)
    .execute()
  return { expressId: row.id, token, orderId: opened.id, amount: toDecimal(totals.totalCents) }
}

/** The request id is that of the order's first payment, which this payment becomes. */
function requestOf(row: ExpressRow, goods: readonly Goods[], totals: CartTotals): PaymentRequest {
  return {
    requestId: `${row.id}-create-1`,
    orderId: row.id,
    invoiceId: row.number,
    ...totals,
    giftCardCents: 0,
    lines: goods.map((line) => ({
      name: nameAtProvider({
        name: line.name,
        size_label: line.sizeLabel,
        size_grams: line.sizeGrams,
        grind: line.grind,
      }),
      sku: line.sku || line.sizeId,
      quantity: line.qty,
      unitCents: line.priceCents,
    })),
    shipTo: null,
    asksAddress: true,
    isByAccount: true,
  }
}

/**
 * Changes the payment's amount to the price at a place, before the buyer approves it. Throws 400 with the code `address` for
 * a place to which the shop does not ship, 404, 409 and 503.
 */
export async function changeAddress(
  shop: Shop,
  id: string,
  { token, ...raw }: Body<typeof express.address>,
  { device }: Pick<HttpContext, 'device'>,
): Promise<Reply<typeof express.address>> {
  const row = await findExpress(shop, id, token)
  const { provider_order_id: providerId } = row
  if (row.state !== 'open' || providerId === null) throw tooLate()
  const place = await requirePlace(shop, raw)
  const wanted = JSON.parse(row.request) as Wanted
  const { totals } = await priceExpress(
    shop,
    wanted,
    { person: await personOf(shop, row), ip: device.ip },
    place,
  )
  await refuseIfUnavailable(shop, async () => {
    try {
      await shop.providers.payments.changeAmount(providerId, { ...totals, giftCardCents: 0 })
    } catch (error) {
      throw error instanceof PaymentRefused && FIXED.has(error.issue) ? tooLate() : error
    }
  })
  await shop.db
    .updateTable('express_checkouts')
    .set({ place: JSON.stringify(place), amount_cents: totals.totalCents, updated_at: isoNow(shop.clock) })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute()
  return { ...toPrices(totals), amount: toDecimal(totals.totalCents) }
}

/** PayPal's codes for an amount that was approved with a method that fixes it, or captured since the purchase was read. */
const FIXED: ReadonlySet<string> = new Set(['AMOUNT_CHANGE_NOT_ALLOWED', 'ORDER_ALREADY_COMPLETED'])

const tooLate = () => conflict('This payment can no longer be changed. Please start again')

/** The purchase of the browser that has this token. Throws 404. */
export async function findExpress(shop: Shop, id: string, token: string): Promise<ExpressRow> {
  const row = await shop.db
    .selectFrom('express_checkouts')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  const hash = Buffer.from(hashToken(token))
  if (!row || !timingSafeEqual(hash, Buffer.from(row.token_hash))) throw notFound('Payment')
  return row
}

async function personOf({ db }: Shop, { user_id: id }: ExpressRow) {
  if (id === null) return null
  const user = await db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirst()
  return user ? { userId: id, email: user.email } : null
}
