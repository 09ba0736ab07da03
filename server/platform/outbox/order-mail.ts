/**
 * Mails about an order, one for each event. The outbox row contains only the order's id. The text is written when the
 * mail is sent (server/mail/sending/compose.ts), so an email adds only one short statement to the transaction.
 */
import { sql } from 'kysely'
import { ORDER_MAILS, type OrderMail, type OrderMailFacts } from '#shared/platform/mails/orders.ts'
import type { Db, OrderRow, OutboxRow } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { isInvented } from '../invented.ts'
import type { Shop } from '../shop.ts'
import { MINUTE, isoIn } from '#server/kernel/time/clock.ts'
import { waitingMail, type NewMail } from './row.ts'

const FACTS: Record<OrderMail, OrderMailFacts> = ORDER_MAILS

/** The subject of an email about an order, as `orderMail` writes it in SQL. */
export function orderSubject(
  kind: OrderMail,
  { number, isPickup, isReplacement }: { number: string; isPickup: boolean; isReplacement: boolean },
): string {
  const { subject, pickupSubject } = FACTS[kind]
  return ((isPickup && pickupSubject) || subject)
    .replace('{number}', number)
    .replace('{order}', isReplacement ? 'replacement' : 'order')
}

type Context = Pick<Shop, 'clock' | 'config'>

/** The id and amount of the refund that an email is about. */
type AboutRefund = { id: string; cents: number }

type AboutMove = { key: string; before: string; message: string }

/** The payment method of the deliveries of gift subscriptions. */
export const GIFT_SUBSCRIPTION = 'Gift subscription'

type BuyerOfOrder = Pick<OrderRow, 'payment_method' | 'user_id' | 'is_guest' | 'buyer_email'>

/** Whether mails to the buyer of an order are sent: not those of a delivery of a gift by email, nor to invented people. */
export function hasMailedBuyer({ payment_method: method, ...order }: BuyerOfOrder): boolean {
  if (order.buyer_email === '' || isInvented(order.buyer_email)) return false
  return method !== GIFT_SUBSCRIPTION || order.user_id !== null || order.is_guest === 1
}

/**
 * The query that queues an email about an order to its buyer or to the shop. The order of a delivery of a gift by email has
 * no buyer who may see it (server/subscriptions/gifts/deliver.ts), so no mail to the buyer is queued for it. Run the query in
 * the transaction of the change or as a step of `allOrNone`, and raise `shop.mailSignal` after the commit. Running it again
 * for the same event adds no mail.
 * @param refund the refund that the mail is about; an order can have several
 * @param moved what the mail about new dates says; `key` identifies the change, because an order can have several
 * @param sendAt when the mail is sent, if not at once (ISO 8601)
 */
export function orderMail(
  db: Db,
  shop: Context,
  kind: OrderMail,
  orderId: string,
  { refund, moved, sendAt }: { refund?: AboutRefund; moved?: AboutMove; sendAt?: string } = {},
) {
  const mail = waitingMail(shop, mailAbout(shop, kind, orderId, { refund, moved }))
  const { id, dedupe_key, reply_to, subject, about, message_id, created_at } = mail
  return db
    .insertInto('outbox')
    .columns(['recipient', ...COLUMNS])
    .expression(
      db
        .selectFrom('orders')
        .where('orders.id', '=', orderId)
        .$if(!FACTS[kind].isToShop, (query) =>
          // A buyer at the counter may have no address.
          query
            .where('buyer_email', '<>', '')
            .where((eb) =>
              eb.or([
                eb('payment_method', '<>', GIFT_SUBSCRIPTION),
                eb('user_id', 'is not', null),
                eb('is_guest', '=', 1),
              ]),
            ),
        )
        .select((eb) => [
          FACTS[kind].isToShop ? eb.val(mail.recipient).as('recipient') : 'buyer_email',
          eb.val(id).as('id'),
          eb.val(kind).as('kind'),
          eb.val(dedupe_key).as('dedupe_key'),
          eb.val(reply_to).as('reply_to'),
          subjectOf(kind, subject).as('subject'),
          eb.val('').as('body_text'),
          eb.val('').as('body_html'),
          eb.val(about).as('about'),
          eb.val('waiting').as('state'),
          eb.val(sendAt ?? created_at).as('next_at'),
          eb.val(message_id).as('message_id'),
          eb.val(created_at).as('created_at'),
        ]),
    )
    .onConflict((taken) => taken.column('dedupe_key').doNothing())
}

/** The subject with the order's number. Replacements and orders for pickup have different subjects. */
function subjectOf(kind: OrderMail, subject: string) {
  const { pickupSubject } = FACTS[kind]
  const text = pickupSubject
    ? sql`case orders.is_pickup when 1 then ${pickupSubject} else ${subject} end`
    : sql`${subject}`
  return sql<string>`replace(replace(${text}, '{number}', coalesce(orders.number, orders.id)), '{order}',
    case when orders.replaces_order_id is null then 'order' else 'replacement' end)`
}

/**
 * Queues one mail for each of these orders. An order is claimed in the transaction of its mail, so that two instances
 * do not both send it.
 * @param claim updates the row of the order; undefined if the mail is no longer due
 */
export async function orderMails(
  shop: Pick<Shop, 'db' | 'clock' | 'config' | 'mailSignal'>,
  kind: OrderMail,
  orders: { id: string }[],
  claim: (tx: Db, id: string) => Promise<unknown>,
): Promise<void> {
  for (const { id } of orders) {
    await transact(shop.db, async (tx) => {
      if (await claim(tx, id)) await orderMail(tx, shop, kind, id).execute()
    })
  }
  if (orders.length > 0) shop.mailSignal.raise()
}

/**
 * Allows a second mail of the same kind after the event of the first was undone. A waiting mail is deleted. Run it in
 * the transaction `tx` that undoes the event.
 */
export async function forgetMail(tx: Db, kind: OrderMail, orderId: string): Promise<void> {
  const key = `${kind}:${orderId}`
  await tx.deleteFrom('outbox').where('dedupe_key', '=', key).where('state', '<>', 'sent').execute()
  await tx
    .updateTable('outbox')
    .set((eb) => ({ dedupe_key: sql<string>`${eb.ref('dedupe_key')} || ':' || ${eb.ref('id')}` }))
    .where('dedupe_key', '=', key)
    .execute()
}

/** The mails of this kind about orders, by order. */
export async function mailsAbout(
  db: Db,
  kind: OrderMail,
  orders: readonly string[],
): Promise<Map<string, Pick<OutboxRow, 'state' | 'problem' | 'recipient'>>> {
  if (orders.length === 0) return new Map()
  const rows = await db
    .selectFrom('outbox')
    .select(['dedupe_key', 'state', 'problem', 'recipient'])
    .where(
      'dedupe_key',
      'in',
      orders.map((order) => `${kind}:${order}`),
    )
    .execute()
  return new Map(rows.map(({ dedupe_key: key, ...mail }) => [key.slice(kind.length + 1), mail]))
}

/** Queues a failed mail about an order again. Raise `shop.mailSignal` after the commit. */
export async function resendFailed(db: Db, shop: Context, kind: OrderMail, orderId: string): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ state: 'waiting', attempts: 0, next_at: isoIn(shop.clock, 0) })
    .where('dedupe_key', '=', `${kind}:${orderId}`)
    .where('state', '=', 'failed')
    .execute()
}

/** The columns in the order of the select in `orderMail`. */
const COLUMNS = [
  'id',
  'kind',
  'dedupe_key',
  'reply_to',
  'subject',
  'body_text',
  'body_html',
  'about',
  'state',
  'next_at',
  'message_id',
  'created_at',
] as const

/** A buyer who pays within this time, in milliseconds, gets no mail about the missing payment. */
const TIME_TO_PAY = 10 * MINUTE

/**
 * The query for the mail about an order that is not paid yet. The order's row is written in the same transaction. The
 * mail is due after TIME_TO_PAY, and dropped then if the order is no longer unpaid (server/mail/sending/compose.ts).
 * @param after another time, in milliseconds
 */
export function receivedMail(
  db: Db,
  shop: Context,
  { id, number, buyer_email: to }: Pick<OrderRow, 'id' | 'number' | 'buyer_email'>,
  after: number = TIME_TO_PAY,
) {
  const mail = mailAbout(shop, 'order-received', id)
  const facts = { number: number ?? id, isPickup: false, isReplacement: false }
  const subject = orderSubject('order-received', facts)
  const row = waitingMail(shop, { ...mail, to, subject })
  return db.insertInto('outbox').values({ ...row, next_at: isoIn(shop.clock, after) })
}

function mailAbout(
  { config }: Pick<Shop, 'config'>,
  kind: OrderMail,
  orderId: string,
  { refund, moved }: { refund?: AboutRefund | undefined; moved?: AboutMove | undefined } = {},
): NewMail {
  return {
    kind,
    dedupeKey: `${kind}:${refund?.id ?? moved?.key ?? orderId}`,
    to: config.mail.inbox,
    // Replies to automatic mails go to the shop's inbox.
    replyTo: FACTS[kind].isToShop ? null : config.mail.inbox,
    subject: FACTS[kind].subject,
    about: {
      order: orderId,
      ...(refund ? { cents: refund.cents, refund: refund.id } : {}),
      ...(moved ? { moved: { before: moved.before, message: moved.message } } : {}),
    },
  }
}
