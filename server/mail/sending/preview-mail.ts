/** Mails before they are sent: one with an introduction that is not published, with invented data, and one about a new date. */
import type { EventMail } from '#shared/platform/mails/events.ts'
import type { OrderMail } from '#shared/platform/mails/orders.ts'
import type { Body, Reply } from '#shared/platform/api/endpoint.ts'
import type { promises } from '#shared/roastery/api/promises.ts'
import { badRequest, conflict } from '#server/kernel/errors.ts'
import { findAffected } from '#server/checkout/orders/move/affected-orders.ts'
import { datesOf } from '#server/checkout/orders/move/move-promises.ts'
import type { MailPage } from '#server/content/site-pages/values.ts'
import { eventSubject } from '#server/platform/outbox/event-mail.ts'
import { orderSubject } from '#server/platform/outbox/order-mail.ts'
import type { Shop } from '#server/platform/shop.ts'
import { composeMoved } from '../kinds/compose-order.ts'
import { eventContent } from '../kinds/events.ts'
import type { Introductions } from '../kinds/introduction.ts'
import { ORDER_KINDS, orderContent } from '../kinds/orders.ts'
import { SAMPLE_EVENT, SAMPLE_NUMBER, sampleOrder, sampleSignup } from '../kinds/samples.ts'
import { renderMail } from '../kinds/template.ts'
import type { Previewed } from './test-mail.ts'

/**
 * The whole mail.
 * @param which the case of the introduction; the first if left out. Throws 400 for a case that the mail does not have
 */
export async function previewMail(
  shop: Shop,
  { id, slots }: MailPage,
  texts: Introductions,
  which = Object.keys(slots)[0]!,
): Promise<Previewed> {
  if (!Object.hasOwn(slots, which)) throw badRequest('The mail has no such case')
  const { subject, content } = await (isAboutEvent(id)
    ? sampleEventMail(shop, id, texts, which)
    : sampleOrderMail(shop, id, texts, which))
  return { subject, ...(await renderMail(shop, content)) }
}

async function sampleEventMail(shop: Shop, kind: EventMail, texts: Introductions, which: string) {
  return {
    subject: eventSubject(kind, SAMPLE_EVENT),
    content: eventContent(kind, await sampleSignup(shop, { texts, which })),
  }
}

async function sampleOrderMail(shop: Shop, kind: OrderMail, texts: Introductions, which: string) {
  const isPickup = which === 'pickup' || ORDER_KINDS[kind].isAtBar === true
  const isReplacement = which === 'replacement'
  return {
    subject: orderSubject(kind, { number: SAMPLE_NUMBER, isPickup, isReplacement }),
    content: orderContent(kind, await sampleOrder(shop, { kind, texts, which, isPickup })),
  }
}

function isAboutEvent(id: EventMail | OrderMail): id is EventMail {
  return id.startsWith('event-')
}

/** The mail that the buyer of an order would get now. Throws 409 if the order needs no new date, or if there is none. */
export async function previewMoved(
  shop: Shop,
  { order: id, message }: Body<typeof promises.preview>,
): Promise<Reply<typeof promises.preview>> {
  const { orders } = await findAffected(shop)
  const found = orders.find(({ _id }) => _id === id)
  if (!found) throw conflict('This order no longer needs a new date')
  if (!found.next) throw conflict('There is no new date for this order yet')
  const { delivery, pickup } = found.next
  const before = await datesOf(shop, found.row)
  const mail = await composeMoved(shop, { order: id, moved: { before, message } }, { delivery, pickup })
  const { number, isReplacement } = mail.order
  const isPickup = found.row.is_pickup === 1
  return {
    to: found.buyer.email,
    subject: orderSubject('order-moved', { number, isPickup, isReplacement }),
    text: mail.text,
  }
}
