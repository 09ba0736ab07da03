/** The mail of a recall: prepared, previewed, and sent to each buyer once. */
import { createHash } from 'node:crypto'
import { RECALL_PLACEHOLDERS, type RecallLetter, type TracedOrder } from '#shared/api/recall.ts'
import { counted } from '#shared/counts.ts'
import { formatDate } from '#shared/dates.ts'
import { unknownPlaceholder } from '#shared/site-pages/placeholders.ts'
import { variantText } from '#shared/sizes.ts'
import type { Db, Tx } from '../db/schema.ts'
import { beginsWith } from '../db/search.ts'
import { transact } from '../db/transact.ts'
import { badRequest, conflict } from '../errors.ts'
import { recallBody } from '../mail/compose-recall.ts'
import { waitingMail, type AboutRecall } from '../outbox/row.ts'
import type { SignedIn } from '../sessions/sessions.ts'
import { businessOf } from '../settings/current.ts'
import type { Shop } from '../shop.ts'
import { isoNow, newId } from '../time/clock.ts'
import { BATCH, affectedOrders, orderIdsOf } from './affected.ts'
import { recordRecall } from './record-recall.ts'
import { scopeOf, type Scope } from './scope.ts'

/** The recipients on the screen; the mail goes to all. */
const SHOWN = 500
/** What the owner has to replace in the prepared text. */
const BLANK = '(Write here what is wrong.)'

type Buyer = { email: string; name: string; orders: TracedOrder[] }

/** The prepared mail and its recipients. Throws 404. */
export async function preparedLetter(shop: Shop, id: string) {
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

please do not drink this coffee that you got from us:

{coffees}

The lot is on the sticker of the bag.

**Why:** ${BLANK}

**What to do:** Please throw the coffee away, also if the bag is open, and tell anyone you gave it to. You do not have to return it. Reply to this mail${hasPhone ? ' or call us at {phone}' : ''}, and we send you another coffee or refund it, as you prefer.

We are sorry.

{shop}`
}

/** The mail as one of its recipients gets it, and how many have got this text already. Throws 400, 404 and 409. */
export async function previewLetter(shop: Shop, id: string, letter: RecallLetter) {
  checkText(letter)
  const buyer = await anyBuyer(shop.db, await scopeOf(shop.db, id))
  if (!buyer) throw conflict('No bag of this coffee has left the house')
  const { text, html } = await recallBody(shop, aboutFor(buyer, letter))
  const { sent } = await shop.db
    .selectFrom('outbox')
    .select((eb) => eb.fn.countAll<number>().as('sent'))
    .where('kind', '=', 'recall')
    .where(beginsWith('dedupe_key', keyOf(id, letter, '')))
    .executeTakeFirstOrThrow()
  return { text, html, sent }
}

/** The buyer of the newest order that has left, with that order. */
async function anyBuyer(db: Db, scope: Scope): Promise<Buyer | undefined> {
  const ids = await orderIdsOf(db, scope)
  for (let from = 0; from < ids.length; from += BATCH) {
    const orders = await affectedOrders(db, scope, ids.slice(from, from + BATCH))
    const order = orders.find(({ hasLeft, email }) => hasLeft && email !== '')
    if (order) return { email: order.email, name: order.name, orders: [order] }
  }
  return undefined
}

/**
 * Queues the mail to each buyer who has not got the same text about the same place. Of two calls at the same time, the
 * second sends nothing. Throws 400 for an unfinished text, 404, and 409 if the recipients have changed.
 * @param recipients the number that the caller saw
 */
export async function sendLetter(
  shop: Shop,
  actor: SignedIn,
  id: string,
  { recipients, ...letter }: RecallLetter & { recipients: number },
): Promise<{ sent: number; message: string }> {
  checkText(letter)
  if (letter.text.includes(BLANK))
    throw badRequest('Write what is wrong with the coffee before you send the mail')
  const scope = await scopeOf(shop.db, id)
  const { buyers } = await buyersOf(shop.db, scope)
  if (buyers.length === 0) throw conflict('No bag of this coffee has left the house')
  if (buyers.length !== recipients)
    throw conflict(
      `There are ${counted(buyers.length, 'recipient')} now. Check the list, and send the mail again`,
    )
  const sent = await transact(shop.db, async (tx) => {
    const reached = await queue(tx, shop, id, letter, buyers)
    if (reached.length === 0) return 0
    await noteOrders(tx, shop, actor, reached, letter.subject)
    const change = { field: 'Subject', before: '', after: letter.subject }
    await recordRecall(tx, shop, actor, scope.of, `Mail to ${counted(reached.length, 'buyer')}`, [change])
    return reached.length
  })
  shop.mailSignal.raise()
  const before = buyers.length - sent
  const rest = before > 0 ? `. ${counted(before, 'buyer')} got this mail before` : ''
  return {
    sent,
    message:
      sent > 0 ? `Mail to ${counted(sent, 'buyer')} is on its way${rest}` : 'All buyers got this mail before',
  }
}

function checkText({ text }: RecallLetter): void {
  const unknown = unknownPlaceholder(text, RECALL_PLACEHOLDERS)
  if (unknown) throw badRequest(unknown)
  if (!text.includes('{coffees}'))
    throw badRequest('The text must name the coffee: write {coffees} where it belongs')
}

/** The buyers of the orders that have left, one per email address, and how many orders are still here. */
async function buyersOf(db: Db, scope: Scope): Promise<{ buyers: Buyer[]; here: number }> {
  const ids = await orderIdsOf(db, scope)
  const byEmail = new Map<string, Buyer>()
  let here = 0
  for (let from = 0; from < ids.length; from += BATCH)
    for (const order of await affectedOrders(db, scope, ids.slice(from, from + BATCH))) {
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

function aboutFor({ name, orders }: Buyer, { text }: RecallLetter): AboutRecall['recall'] {
  const coffees = orders.flatMap(({ code, coffees: some }) =>
    some.map(({ qty, name: coffee, size, grind, lot, roastedOn }) => {
      const what = [coffee, variantText({ size, grind })].filter(Boolean).join(', ')
      return `${qty} × ${what}: lot ${lot}, roasted ${formatDate(roastedOn, 'day')} (order ${code})`
    }),
  )
  return { name, text, coffees }
}

function keyOf(id: string, { subject, text }: RecallLetter, email: string): string {
  const hash = createHash('sha256').update(`${subject}\n${text}`).digest('base64url')
  return `recall:${id}:${hash}:${email}`
}

/** Mails per statement: databases limit the number of values in a statement. */
const MAILS = 50

/** Returns the buyers whose mail was not queued before. Two calls write the keys in the same order, so one waits. */
async function queue(
  tx: Tx,
  shop: Shop,
  id: string,
  letter: RecallLetter,
  buyers: readonly Buyer[],
): Promise<Buyer[]> {
  const queued = new Set<string>()
  for (let from = 0; from < buyers.length; from += MAILS) {
    const mails = buyers.slice(from, from + MAILS).map((buyer) =>
      waitingMail(shop, {
        kind: 'recall',
        dedupeKey: keyOf(id, letter, buyer.email),
        to: buyer.email,
        replyTo: shop.config.mail.inbox,
        subject: letter.subject,
        about: { recall: aboutFor(buyer, letter) },
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

/** Writes the mail to the history of each order of these buyers. */
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
  for (let from = 0; from < lines.length; from += BATCH)
    await tx
      .insertInto('order_history')
      .values(lines.slice(from, from + BATCH))
      .execute()
}
