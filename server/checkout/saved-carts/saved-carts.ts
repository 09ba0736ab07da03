/** "Email me this cart": one mail with the goods of a cart and a link that restores them on any device. */
import { createHash } from 'node:crypto'
import type { Body } from '#shared/platform/api/endpoint.ts'
import {
  CART_MAIL_BUTTONS,
  CART_MAIL_TEXT,
  type SavedCart,
  type savedCarts,
} from '#shared/checkout/api/saved-carts.ts'
import type { SavedCartRow, Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { conflict, Refusal } from '#server/kernel/errors.ts'
import { isExcluded } from '#server/platform/outbox/excluded.ts'
import { newsMail } from '#server/platform/outbox/news-mail.ts'
import { checkLink, signLink } from '#server/platform/sessions/signed-links.ts'
import { businessOf } from '#server/platform/settings/current.ts'
import { partOf } from '#server/platform/settings/parts.ts'
import type { Shop } from '#server/platform/shop.ts'
import { DAY, isoIn, isoNow, MINUTE, newId } from '#server/kernel/time/clock.ts'
import { goodsOnSale, linesOfToday, type SavedGoods } from './goods.ts'

/** How long a cart is kept after its mail, and how long the link works (server/content/site-pages/texts/privacy-policy.md). */
const KEEP_FOR = 30 * DAY
/** A reminder that is late by more than this, as after a restore of an old backup, is no longer sent. */
const LATEST = DAY
/** A second request for the same cart within this time is a second press of the button. */
const SAME_PRESS = 10 * MINUTE
/** The mails of one run of the job. */
const BATCH = 100

/**
 * Stores a cart and mails it, now or in a day. Nothing is stored or mailed for an address that an admin has excluded, or
 * that has got too many such mails. The reply is the same. Throws 409 if nothing of the cart is on sale.
 */
export async function saveCart(
  shop: Shop,
  { email, when, orderItems, discountCode = '' }: Body<typeof savedCarts.save>,
): Promise<{ message: string }> {
  const goods = JSON.stringify(await goodsOnSale(shop, orderItems))
  if (goods === '[]') throw conflict('Nothing in this cart is still sold')
  const reply = {
    message: when === 'now' ? 'The mail is on its way' : 'We mail it tomorrow, unless you order before',
  }
  if ((await isExcluded(shop.db, email)) || !(await shop.limits.mayMail('cart', email))) return reply
  const isNow = when === 'now'
  const row: SavedCartRow = {
    id: newId(shop.clock),
    email,
    kind: when,
    goods,
    goods_hash: createHash('sha256').update(goods).digest('base64url'),
    discount_code: codeOf(discountCode),
    consent: `${CART_MAIL_TEXT} ${CART_MAIL_BUTTONS[when]}.`,
    requested_at: isoNow(shop.clock),
    due_at: isoIn(shop.clock, isNow ? 0 : DAY),
    sent_at: isNow ? isoNow(shop.clock) : null,
  }
  await transact(shop.db, async (tx) => {
    const stored = await storeCart(tx, shop, row)
    if (stored && isNow) await mailCart(tx, shop, { ...row, ...stored })
  })
  if (isNow) shop.mailSignal.raise()
  return reply
}

/**
 * Stores the cart, or requests a mailed one again. Undefined if the same cart waits for its mail or was requested just
 * now.
 */
function storeCart(tx: Tx, shop: Shop, row: SavedCartRow): Promise<{ id: string } | undefined> {
  const { requested_at, due_at, sent_at, discount_code, consent } = row
  return tx
    .insertInto('saved_carts')
    .values(row)
    .onConflict((taken) =>
      taken
        .columns(['email', 'kind', 'goods_hash'])
        .doUpdateSet({ requested_at, due_at, sent_at, discount_code, consent })
        .where('saved_carts.sent_at', 'is not', null)
        .where('saved_carts.requested_at', '<', isoIn(shop.clock, -SAME_PRESS)),
    )
    .returning('id')
    .executeTakeFirst()
}

type Mailed = Pick<SavedCartRow, 'id' | 'email' | 'kind' | 'requested_at'>

async function mailCart(tx: Tx, shop: Shop, { id, email, kind, requested_at: at }: Mailed): Promise<void> {
  const { name } = await businessOf(shop)
  const subject = kind === 'now' ? `Your cart at ${name}` : `You asked for a reminder: your cart at ${name}`
  await newsMail(tx, shop, 'saved-cart', {
    to: email,
    subject,
    about: { cart: id },
    key: `${id}:${at}`,
  }).execute()
}

/** Characters that no code has are left out, so that a link shows no text of a stranger. */
function codeOf(typed: string): string {
  const code = typed.trim().toUpperCase()
  return /^[A-Z0-9-]{1,30}$/.test(code) ? code : ''
}

/** The token of the link that restores a cart: its id, a dot, and the signed token. */
export async function cartToken(shop: Shop, id: string): Promise<string> {
  return `${id}.${await signLink(shop, 'cart', id, KEEP_FOR)}`
}

/** A saved cart with the current prices and stock. Opening it changes nothing. Throws 400 for an invalid link. */
export async function openCart(shop: Shop, link: string): Promise<SavedCart> {
  const dot = link.indexOf('.')
  const id = link.slice(0, Math.max(dot, 0))
  const state = await checkLink(shop, 'cart', id, link.slice(dot + 1))
  const row = state === 'valid' ? await findCart(shop, id) : undefined
  if (!row)
    throw new Refusal(400, 'This link is no longer valid. A saved cart is kept for 30 days', {
      code: 'link',
    })
  const code = (await partOf(shop, 'discountCodes')) === 'off' ? '' : row.discount_code
  return { lines: await linesOfToday(shop, goodsIn(row)), code }
}

/** The saved cart with this id, if there is one. */
export function findCart({ db }: Pick<Shop, 'db'>, id: string): Promise<SavedCartRow | undefined> {
  return db.selectFrom('saved_carts').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The goods of a stored cart. */
export function goodsIn({ goods }: Pick<SavedCartRow, 'goods'>): SavedGoods[] {
  return JSON.parse(goods) as SavedGoods[]
}

/** Queues the reminders that are due. Those of people who have ordered since, or were excluded, are deleted. */
export async function remindOfCarts(shop: Shop): Promise<void> {
  const now = isoNow(shop.clock)
  const due = await shop.db
    .selectFrom('saved_carts')
    .selectAll()
    .where('sent_at', 'is', null)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(BATCH)
    .execute()
  for (const cart of due) {
    await transact(shop.db, async (tx) => {
      const waiting = tx.updateTable('saved_carts').where('id', '=', cart.id).where('sent_at', 'is', null)
      const { numUpdatedRows } = await waiting.set({ sent_at: now }).executeTakeFirst()
      if (numUpdatedRows === 0n) return
      if (await isWanted(tx, shop, cart)) await mailCart(tx, shop, cart)
      else await tx.deleteFrom('saved_carts').where('id', '=', cart.id).execute()
    })
  }
  if (due.length > 0) shop.mailSignal.raise()
}

async function isWanted(tx: Tx, { clock }: Shop, { email, due_at: due, requested_at: at }: SavedCartRow) {
  if (due < isoIn(clock, -LATEST) || (await isExcluded(tx, email))) return false
  return !(await hasOrdered(tx, email, at))
}

/** Whether the address has ordered since then. Deliveries of a subscription and replacements are not orders by a person. */
async function hasOrdered(tx: Tx, email: string, since: string): Promise<boolean> {
  const order = await tx
    .selectFrom('orders')
    .select('orders.id')
    .where('buyer_email', '=', email)
    // An unpaid order is closed within a day.
    .where('orders.created_at', '>', new Date(Date.parse(since) - DAY).toISOString())
    .where((eb) => eb.or([eb('orders.created_at', '>=', since), eb('paid_at', '>=', since)]))
    .where('orders.state', 'not in', ['cancelled', 'expired'])
    .where('replaces_order_id', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('subscription_deliveries')
            .select('subscription_deliveries.id')
            .whereRef('order_id', '=', 'orders.id')
            .where('number', '>', 1),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst()
  return order !== undefined
}

/** Deletes carts 30 days after their mail. */
export async function sweepSavedCarts({ db, clock }: Shop): Promise<void> {
  await db.deleteFrom('saved_carts').where('sent_at', '<', isoIn(clock, -KEEP_FOR)).execute()
}
