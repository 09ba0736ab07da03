/** The mail of a recall: prepared, previewed, and sent to each buyer once. */
import { createHash } from 'node:crypto'
import { RECALL_PLACEHOLDERS, type RecallMail, type TracedOrder } from '#shared/mail/api/recall.ts'
import { counted } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { unknownPlaceholder } from '#shared/platform/site-pages/slots.ts'
import { variantText } from '#shared/kernel/sizes.ts'
import { inBatches } from '#server/kernel/db/in-batches.ts'
import type { Db, Tx } from '#server/kernel/db/schema.ts'
import { beginsWith } from '#server/kernel/db/search.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { badRequest, conflict } from '#server/kernel/errors.ts'
import { recallBody } from '../kinds/recall.ts'
import { waitingMail, type AboutRecall } from '#server/platform/outbox/row.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { businessOf } from '#server/platform/settings/current.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { BATCH, affectedOrders, orderIdsOf } from './affected.ts'
import { recordRecall, scopeOf, type Scope } from './places.ts'

/** The maximum number of recipients on the screen. The mail goes to all recipients. */
const SHOWN = 500
/** The part of the prepared text that the owner has to replace. */
const BLANK = '(Write here what is wrong.)'

type Buyer = { email: string; name: string; orders: TracedOrder[] }

/** The prepared mail and its recipients. Throws 404. */
export async function prepareMail(shop: Shop, id: string) {
  const scope = await scopeOf(shop.db, id)
  const { buyers, here } = await buyersOf(shop.db, scope)
  const { phone } = await businessOf(shop)
  const coffees = new Set(
    buyers.flatMap(({ orders }) => orders.flatMap((order) => order.coffees.map(({ name }) => name))),
  )
  const named = coffees.size <= 2 ? [...coffees].join(' and ') : counted(coffees.size, 'coffee')
  return {
    subject: `Please do not drink this coffee: recall of ${named || scope.of.name}`.slice(0, 150),
    text: preparedText(phone !== ''),
    recipients: buyers.slice(0, SHOWN).map((buyer) => ({
      name: buyer.name,
      email: buyer.email,
      orders: buyer.orders.map(({ code }) => code),
      bags: buyer.orders.flatMap(({ coffees: some }) => some).reduce((sum, { qty }) => sum + qty, 0),
    })),
    count: buyers.length,
    here,
  }
}

function preparedText(hasPhone: boolean): string {
  return `Dear {name},

please do not drink this coffee from your order:

{coffees}

The lot is on the sticker of the bag.

**Why:** ${BLANK}

**What to do:** Please throw the coffee away, even if the bag is open, and tell everyone you gave it to. You do not have to return it. Reply to this email${hasPhone ? ' or call us at {phone}' : ''}, and we will send you another coffee or a refund, as you prefer.

We are sorry.

{shop}`
}

/** The mail as one recipient gets it, and the number of recipients who already got this text. Throws 400, 404 and 409. */
export async function previewMail(shop: Shop, id: string, mail: RecallMail) {
  checkText(mail)
  const buyer = await anyBuyer(shop.db, await scopeOf(shop.db, id))
  if (!buyer) throw conflict('No bag of this coffee has been shipped or handed over')
  const { text, html } = await recallBody(shop, aboutFor(buyer, mail))
  const { sent } = await shop.db
    .selectFrom('outbox')
    .select((eb) => eb.fn.countAll<number>().as('sent'))
    .where('kind', '=', 'recall')
    .where(beginsWith('dedupe_key', keyOf(id, mail, '')))
    .executeTakeFirstOrThrow()
  return { text, html, sent }
}

/** The newest order that was shipped or handed over, with its buyer. */
async function anyBuyer(db: Db, scope: Scope): Promise<Buyer | undefined> {
  const ids = await orderIdsOf(db, scope)
  for (const some of inBatches(ids, BATCH)) {
    const orders = await affectedOrders(db, scope, some)
    const order = orders.find(({ hasLeft, email }) => hasLeft && email !== '')
    if (order) return { email: order.email, name: order.name, orders: [order] }
  }
  return undefined
}

/**
 * Queues the mail to each buyer who has not already got the same text for the same recall. Of two calls at the same time,
 * the second sends nothing. Throws 400 for an unfinished text, 404, and 409 if the recipients have changed.
 * @param recipients the number that the caller saw
 */
export async function sendMail(
  shop: Shop,
  actor: SignedIn,
  id: string,
  { recipients, ...mail }: RecallMail & { recipients: number },
): Promise<{ sent: number; message: string }> {
  checkText(mail)
  if (mail.text.includes(BLANK))
    throw badRequest('Write what is wrong with the coffee before you send the mail')
  const scope = await scopeOf(shop.db, id)
  const { buyers } = await buyersOf(shop.db, scope)
  if (buyers.length === 0) throw conflict('No bag of this coffee has been shipped or handed over')
  if (buyers.length !== recipients)
    throw conflict(
      `There are ${counted(buyers.length, 'recipient')} now. Check the list, and send the mail again`,
    )
  const sent = await transact(shop.db, async (tx) => {
    const reached = await queue(tx, shop, id, mail, buyers)
    if (reached.length === 0) return 0
    await noteOrders(tx, shop, actor, reached, mail.subject)
    const change = { field: 'Subject', before: '', after: mail.subject }
    await recordRecall(tx, shop, actor, scope.of, `Mail to ${counted(reached.length, 'buyer')}`, [change])
    return reached.length
  })
  shop.mailSignal.raise()
  const before = buyers.length - sent
  const rest = before > 0 ? `. ${counted(before, 'buyer')} got this email before` : ''
  return {
    sent,
    message:
      sent > 0
        ? `The mail to ${counted(sent, 'buyer')} is queued${rest}`
        : 'All buyers got this email before',
  }
}

function checkText({ text }: RecallMail): void {
  const unknown = unknownPlaceholder(text, RECALL_PLACEHOLDERS)
  if (unknown) throw badRequest(unknown)
  if (!text.includes('{coffees}'))
    throw badRequest('The text must name the coffee: write {coffees} where it belongs')
}

/**
 * The buyers of shipped or handed-over orders, one per email address, and the number of orders that were not shipped or
 * handed over.
 */
async function buyersOf(db: Db, scope: Scope): Promise<{ buyers: Buyer[]; here: number }> {
  const ids = await orderIdsOf(db, scope)
  const byEmail = new Map<string, Buyer>()
  let here = 0
  for (const some of inBatches(ids, BATCH))
    for (const order of await affectedOrders(db, scope, some)) {
      if (!order.hasLeft) here++
      else if (order.email !== '') {
        const email = order.email.toLowerCase()
        const buyer = byEmail.get(email) ?? { email, name: order.name, orders: [] }
        buyer.orders.push(order)
        byEmail.set(email, buyer)
      }
    }
  return { buyers: [...byEmail.values()].toSorted((one, other) => (one.email < other.email ? -1 : 1)), here }
}

function aboutFor({ name, orders }: Buyer, { text }: RecallMail): AboutRecall['recall'] {
  const coffees = orders.flatMap(({ code, coffees: some }) =>
    some.map(({ qty, name: coffee, size, grind, lot, roastedOn }) => {
      const what = [coffee, variantText({ size, grind })].filter(Boolean).join(', ')
      return `${qty} × ${what}: lot ${lot}, roasted ${formatDate(roastedOn, 'day')} (order ${code})`
    }),
  )
  return { name, text, coffees }
}

function keyOf(id: string, { subject, text }: RecallMail, email: string): string {
  const hash = createHash('sha256').update(`${subject}\n${text}`).digest('base64url')
  return `recall:${id}:${hash}:${email}`
}

/** Mails per statement: databases limit the number of values in a statement. */
const MAILS = 50

/** Returns the buyers whose mail was not queued before. Concurrent calls write the keys in the same order: no deadlock. */
async function queue(
  tx: Tx,
  shop: Shop,
  id: string,
  mail: RecallMail,
  buyers: readonly Buyer[],
): Promise<Buyer[]> {
  const queued = new Set<string>()
  for (const some of inBatches(buyers, MAILS)) {
    const mails = some.map((buyer) =>
      waitingMail(shop, {
        kind: 'recall',
        dedupeKey: keyOf(id, mail, buyer.email),
        to: buyer.email,
        replyTo: shop.config.mail.inbox,
        subject: mail.subject,
        about: { recall: aboutFor(buyer, mail) },
      }),
    )
    const added = await tx
      .insertInto('outbox')
      .values(mails)
      .onConflict((taken) => taken.column('dedupe_key').doNothing())
      .returning('recipient')
      .execute()
    for (const { recipient } of added) queued.add(recipient)
  }
  return buyers.filter(({ email }) => queued.has(email))
}

/** Adds the mail to the history of each order of these buyers. */
async function noteOrders(
  tx: Tx,
  shop: Shop,
  actor: SignedIn,
  buyers: readonly Buyer[],
  subject: string,
): Promise<void> {
  const at = isoNow(shop.clock)
  const lines = buyers.flatMap(({ orders }) =>
    orders.map(({ _id: order_id }) => ({
      id: newId(shop.clock),
      order_id,
      at,
      actor: actor.name,
      event: `Recall mail queued: ${subject}`,
    })),
  )
  for (const some of inBatches(lines, BATCH)) await tx.insertInto('order_history').values(some).execute()
}
