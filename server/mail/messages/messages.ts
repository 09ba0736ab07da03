/** Stores messages of visitors, together with the mail to the shop, in one transaction, and deletes old ones. */
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { ContactMessage, messages, WholesaleInquiry } from '#shared/mail/api/messages.ts'
import { DAY, isoIn, isoNow, newId } from '#server/kernel/time/clock.ts'
import type { OutboxRow } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { waitingMail } from '#server/platform/outbox/row.ts'
import { originOf } from '#server/platform/http/origin.ts'
import { fold } from '#server/kernel/db/search.ts'
import { findOrder } from '#server/checkout/orders/read/order.ts'
import type { Buyer } from '#server/platform/sessions/guests.ts'
import { businessOf, inboxOf } from '#server/platform/settings/current.ts'
import type { Shop } from '#server/platform/shop.ts'
import { mailFor, type AboutOrder, type Written } from './message-mail.ts'
import { itemsOf } from './problem-items.ts'
import { webhookEvent } from '#server/platform/webhooks/events.ts'

const SUCCESS = { status: 'success' } as const

/** Stores a contact message. The shop gets it by mail, or finds it under Messages if too many messages come at once. */
export async function storeContact(shop: Shop, { name, email, message }: ContactMessage) {
  const written: Written = {
    ...BLANK,
    kind: 'contact',
    name,
    email,
    message: unixLines(message),
  }
  await store(shop, written)
  return SUCCESS
}

/**
 * Stores a wholesale inquiry. The shop gets it by mail, or finds it under Messages if too many messages come at once.
 */
export async function storeWholesale(shop: Shop, inquiry: WholesaleInquiry) {
  const { businessName, typeOfBusiness, email, phone, qty, social, message } = inquiry
  const written: Written = {
    ...BLANK,
    kind: 'wholesale',
    name: businessName,
    email,
    phone,
    type_of_business: typeOfBusiness,
    qty,
    social,
    message: unixLines(message),
  }
  await store(shop, written)
  return SUCCESS
}

/** The columns that only some messages fill. */
const BLANK = {
  phone: '',
  type_of_business: '',
  qty: 0,
  social: '',
  order_id: null,
  problem: '',
  problem_items: '[]',
} as const

/**
 * Stores a buyer's question or problem with an order as a contact message with the order's number. Throws 404 for an
 * order of another buyer, and 400 for items that the order does not have.
 */
export async function storeQuestion(
  shop: Shop,
  buyer: Buyer,
  orderId: string,
  { message, problem, items }: Body<typeof messages.question>,
) {
  const order = await findOrder(shop, buyer, orderId)
  const about = {
    number: order.number ?? order.id,
    items: await itemsOf(shop.db, orderId, items),
  }
  const written: Written = {
    ...BLANK,
    kind: 'contact',
    name: order.buyer_name,
    email: order.buyer_email,
    message: unixLines(message),
    order_id: orderId,
    problem: problem ?? '',
    problem_items: JSON.stringify(items),
  }
  await store(shop, written, about)
  const what = problem ? 'message' : 'question'
  return { message: `We have your ${what}, and will answer to ${order.buyer_email}` }
}

async function store(shop: Shop, written: Written, about?: AboutOrder): Promise<void> {
  const id = newId(shop.clock)
  const mail = waitingMail(shop, {
    kind: 'message',
    dedupeKey: `message:${id}`,
    to: (await inboxOf(shop)).inbox,
    replyTo: written.email,
    ...mailFor(written, originOf(shop.config), await businessOf(shop), about),
  })
  const isMailed = await shop.limits.mayMail('inbox', mail.recipient)
  await transact(shop.db, async (tx) => {
    await tx
      .insertInto('outbox')
      .values(isMailed ? mail : markNotSent(mail))
      .execute()
    await tx
      .insertInto('messages')
      .values({
        ...written,
        id,
        outbox_id: mail.id,
        search_text: fold(`${written.name} ${written.email} ${written.message}`),
        created_at: isoNow(shop.clock),
      })
      .execute()
    await webhookEvent(tx, shop, 'message.received', { message: id }).execute()
  })
  shop.mailSignal.raise()
}

/**
 * Marks the mail as not to be sent. Many messages at once must not fill the shop's inbox; above the limit they are only
 * listed under Messages.
 */
function markNotSent(mail: OutboxRow): OutboxRow {
  const problem = 'Not sent, because too many messages came at once. Read this one under Messages'
  return { ...mail, state: 'sent', sent_at: mail.created_at, is_kept: 1, problem }
}

/**
 * Runs `save` unless the hidden form field (`trap`) contains text. Only bots fill it in. They get `success` too, so
 * that they do not try again.
 */
export async function unlessBot(trap: string | undefined, save: () => Promise<typeof SUCCESS>) {
  return trap === undefined || trap.trim() === '' ? save() : SUCCESS
}

/** Converts line breaks to LF: browsers send the line breaks of a text area as CRLF. */
function unixLines(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}

/** Messages are kept for 24 months, as the privacy policy says (server/content/site-pages/texts/privacy-policy.md). */
const KEEP_FOR = 730 * DAY
const BATCH = 200

/** Deletes messages after 24 months, with their answers and mails. Messages that are still unanswered stay. */
export async function sweepMessages({ db, clock }: Shop): Promise<void> {
  for (;;) {
    const old = await db
      .selectFrom('messages')
      .select(['id', 'outbox_id'])
      .where('created_at', '<', isoIn(clock, -KEEP_FOR))
      .where('status', '!=', 'new')
      .limit(BATCH)
      .execute()
    if (old.length === 0) return
    const ids = old.map(({ id }) => id)
    await transact(db, async (tx) => {
      const answers = await tx
        .deleteFrom('answers')
        .where('message_id', 'in', ids)
        .returning('outbox_id')
        .execute()
      await tx.deleteFrom('messages').where('id', 'in', ids).execute()
      const mail = [...old, ...answers].map(({ outbox_id }) => outbox_id)
      await tx.deleteFrom('outbox').where('id', 'in', mail).execute()
    })
  }
}
