/**
 * Letters about an order: one for each thing that happens to it. What is put into the outbox is a small row that names
 * the order; the words are made when it is sent, so that placing an order costs one short statement more.
 */
import { sql } from 'kysely'
import type { MailKind } from '#shared/api/mail.ts'
import type { Db, OrderRow } from '../db/schema.ts'
import type { Shop } from '../shop.ts'
import { insertMail, waitingMail, type NewMail } from './row.ts'

export type OrderMail = Extract<MailKind, `order-${string}`>

const SUBJECTS: Record<OrderMail, (number: string) => string> = {
  'order-received': (number) => `We have your order No. ${number}`,
  'order-paid': (number) => `Your payment for order No. ${number} has arrived`,
  'order-to-ship': (number) => `New order to ship: No. ${number}`,
  'order-shipped': (number) => `Your order No. ${number} is on its way`,
  'order-delivered': (number) => `Your order No. ${number} has arrived`,
  'order-cancelled': (number) => `Your order No. ${number} is cancelled`,
  'order-expired': (number) => `Your order No. ${number} was not paid in time`,
  'order-refunded': (number) => `A refund for your order No. ${number}`,
}

type Way = Pick<Shop, 'clock' | 'config'>

/**
 * The query that writes to an order's buyer, or the house, about it. Hand it the transaction of the change, or make it
 * a step of `allOrNone`; raise `shop.mailSignal` after the commit. Of each event there is one letter, however often this runs.
 * @param refund which refund it was and what it came to: there may be several of one order
 */
export function orderMail(
  db: Db,
  shop: Way,
  kind: OrderMail,
  orderId: string,
  refund?: { id: string; cents: number },
) {
  const mail = mailAbout(shop, kind, orderId, refund)
  if (kind === 'order-to-ship') return insertMail(db, shop, mail)
  const { id, dedupe_key, reply_to, subject, about, message_id, created_at } = waitingMail(shop, mail)
  return db
    .insertInto('outbox')
    .columns(['recipient', ...COLUMNS])
    .expression(
      db
        .selectFrom('orders')
        .where('orders.id', '=', orderId)
        .select((eb) => [
          'buyer_email',
          eb.val(id).as('id'),
          eb.val(kind).as('kind'),
          eb.val(dedupe_key).as('dedupe_key'),
          eb.val(reply_to).as('reply_to'),
          eb.val(subject).as('subject'),
          eb.val('').as('body_text'),
          eb.val('').as('body_html'),
          eb.val(about).as('about'),
          eb.val('waiting').as('state'),
          eb.val(created_at).as('next_at'),
          eb.val(message_id).as('message_id'),
          eb.val(created_at).as('created_at'),
        ]),
    )
    .onConflict((taken) => taken.column('dedupe_key').doNothing())
}

/**
 * Makes room for another letter of the same kind, since what the first told of did not come about. One that has not
 * gone out goes no more. Hand in the transaction of the change.
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

/** In the order in which `orderMail` selects them. */
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

/** The same for an order whose row is only being written. */
export function receivedMail(db: Db, shop: Way, order: Pick<OrderRow, 'id' | 'buyer_email'>) {
  const mail = mailAbout(shop, 'order-received', order.id)
  return db.insertInto('outbox').values(waitingMail(shop, { ...mail, to: order.buyer_email }))
}

function mailAbout(
  { config }: Pick<Shop, 'config'>,
  kind: OrderMail,
  orderId: string,
  refund?: { id: string; cents: number },
): NewMail {
  const isForUs = kind === 'order-to-ship'
  return {
    kind,
    dedupeKey: `${kind}:${refund?.id ?? orderId}`,
    to: config.mail.inbox,
    // An answer to what the shop writes by itself reaches the people of the shop.
    replyTo: isForUs ? null : config.mail.inbox,
    subject: SUBJECTS[kind](orderId),
    about: { order: orderId, ...(refund ? { cents: refund.cents, refund: refund.id } : {}) },
  }
}
