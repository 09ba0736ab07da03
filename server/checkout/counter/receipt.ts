/** Mails the receipt of an order. */
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { counterReceipt } from '#shared/checkout/api/counter-receipt.ts'
import { conflict } from '#server/kernel/errors.ts'
import { newId } from '#server/kernel/time/clock.ts'
import { attemptOf, transactOnce, type RequestKey } from '#server/platform/http/idempotency.ts'
import { orderSubject } from '#server/platform/outbox/order-mail.ts'
import { insertMail } from '#server/platform/outbox/row.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { inboxOf } from '#server/platform/settings/current.ts'
import type { Shop } from '#server/platform/shop.ts'
import { readSale } from './sale.ts'

const REQUEST = { route: 'POST /api/counter/orders/:id/receipt', what: 'receipt' }

/**
 * Mails the receipt to an address that the buyer names, also again. Throws 404 as `readSale`, and 409 for an order that is
 * not paid.
 * @param key the Idempotency-Key of the request
 */
export async function mailReceipt(
  shop: Shop,
  staff: SignedIn,
  id: string,
  { email }: Body<typeof counterReceipt.mail>,
  key: RequestKey | null,
): Promise<{ message: string }> {
  const { number, paidAt } = await readSale(shop, staff, id)
  if (paidAt === null) throw conflict('This order is not paid yet, so it has no receipt')
  const { replyTo } = await inboxOf(shop)
  const facts = { number, isPickup: false, isReplacement: false }
  const reply = await transactOnce(shop, attemptOf(staff, REQUEST, key), async (tx) => {
    await insertMail(tx, shop, {
      kind: 'order-receipt',
      dedupeKey: `order-receipt:${newId(shop.clock)}`,
      to: email,
      replyTo,
      subject: orderSubject('order-receipt', facts),
      about: { order: id },
    }).execute()
    return { message: `The receipt goes to ${email}` }
  })
  shop.mailSignal.raise()
  return reply
}
