/** "Tell me when it is back": one mail when a sold-out size is in stock again. */
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { notices } from '#shared/catalog/api/notices.ts'
import type { StockNoticeRow } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import { isExcluded } from '#server/platform/outbox/excluded.ts'
import { newsMail } from '#server/platform/outbox/news-mail.ts'
import { hasConfirmed } from '#server/platform/sessions/confirmed-email.ts'
import { findFullSession } from '#server/platform/sessions/sessions.ts'
import { checkLink, signLink } from '#server/platform/sessions/signed-links.ts'
import type { Shop } from '#server/platform/shop.ts'
import { DAY, isoIn, isoNow, newId } from '#server/kernel/time/clock.ts'

/** How long the link that confirms an address works, and how long an unconfirmed request is kept, in milliseconds. */
const CONFIRM_WITHIN = 7 * DAY
/**
 * A request whose size was not in stock again is deleted after this time (server/content/site-pages/texts/privacy-policy.md).
 */
const KEEP_FOR = 365 * DAY
/** The mails of one run of the job. */
const BATCH = 100

type NoticeRequest = Omit<Body<typeof notices.ask>, 'homepage'>

/**
 * Stores the request for an email, and mails the link that confirms the address if its owner is not signed in. A second
 * request for the same size changes nothing, nor does one for an address that an admin has excluded. Throws 404 for a
 * size that is not sold.
 * @param token the session of the request, valid or not
 */
export async function askForNotice(
  shop: Shop,
  { size: sizeId, email }: NoticeRequest,
  token: string | null,
): Promise<{ status: 'success' }> {
  const size = await shop.db
    .selectFrom('product_sizes')
    .innerJoin('products', 'products.id', 'product_id')
    .where('product_sizes.id', '=', sizeId)
    .where('removed_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('is_draft', '=', 0)
    .where('product_sizes.for_accounts', '=', 0)
    .select(['product_id', 'products.name'])
    .executeTakeFirst()
  if (!size) throw notFound('Size')
  if (await isExcluded(shop.db, email)) return { status: 'success' }
  const isConfirmed = await isOwnAddress(shop, token, email)
  if (!isConfirmed && !(await shop.limits.mayMail('news', email))) return { status: 'success' }
  const row: StockNoticeRow = {
    id: newId(shop.clock),
    product_id: size.product_id,
    size_id: sizeId,
    email,
    confirmed_at: isConfirmed ? isoNow(shop.clock) : null,
    created_at: isoNow(shop.clock),
  }
  await transact(shop.db, async (tx) => {
    const stored = await tx
      .insertInto('stock_notices')
      .values(row)
      .onConflict((taken) => taken.columns(['size_id', 'email']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!stored || isConfirmed) return
    const subject = `Confirm: an email when ${size.name} is back`
    await newsMail(tx, shop, 'stock-confirm', { to: email, subject, about: { notice: row.id } }).execute()
  })
  shop.mailSignal.raise()
  return { status: 'success' }
}

async function isOwnAddress(shop: Shop, token: string | null, email: string): Promise<boolean> {
  const user = await findFullSession(shop, token)
  return user?.email === email && hasConfirmed(shop.db, user)
}

/** The token of the link that confirms a request: its id, a dot, and the signed token. */
export async function noticeToken(shop: Shop, id: string): Promise<string> {
  return `${id}.${await signLink(shop, 'notice', id, CONFIRM_WITHIN)}`
}

/** Confirms a request with its mailed link. A second call changes nothing. Throws 400 for an invalid link. */
export async function confirmNotice(shop: Shop, link: string): Promise<{ message: string }> {
  const dot = link.indexOf('.')
  const id = link.slice(0, Math.max(dot, 0))
  const invalid = new Refusal(400, 'This link is not valid. Ask again on the page of the product', {
    code: 'link',
  })
  if ((await checkLink(shop, 'notice', id, link.slice(dot + 1))) !== 'valid') throw invalid
  const confirmed = await shop.db
    .updateTable('stock_notices')
    .set((eb) => ({ confirmed_at: eb.fn.coalesce('confirmed_at', eb.val(isoNow(shop.clock))) }))
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (!confirmed) throw invalid
  return { message: 'We write to you once when it is back' }
}

/**
 * Queues the mails about sizes that are in stock again. The request is deleted when its mail is queued, so there is one
 * mail. The request of an excluded address is deleted without an email.
 */
export async function tellWhatIsBack(shop: Shop): Promise<void> {
  const due = await shop.db
    .selectFrom('stock_notices')
    .innerJoin('product_sizes', 'product_sizes.id', 'size_id')
    .innerJoin('products', 'products.id', 'stock_notices.product_id')
    .where('confirmed_at', 'is not', null)
    .where((eb) => eb.or([eb('count_in_stock', '>', 0), eb('is_roasted_to_order', '=', 1)]))
    .where('removed_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('is_draft', '=', 0)
    .where('product_sizes.for_accounts', '=', 0)
    .orderBy('stock_notices.id')
    .limit(BATCH)
    .select(['stock_notices.id', 'stock_notices.product_id', 'email', 'name'])
    .execute()
  for (const { id, product_id: product, email, name } of due) {
    await transact(shop.db, async (tx) => {
      const { numDeletedRows } = await tx.deleteFrom('stock_notices').where('id', '=', id).executeTakeFirst()
      if (numDeletedRows === 0n || (await isExcluded(tx, email))) return
      const mail = { to: email, subject: `${name} is back`, about: { product }, key: id }
      await newsMail(tx, shop, 'stock-back', mail).execute()
    })
  }
  if (due.length > 0) shop.mailSignal.raise()
}

/**
 * Deletes requests that were not confirmed within a week, and those whose product was not in stock again within a year.
 */
export async function sweepNotices({ db, clock }: Shop): Promise<void> {
  await db
    .deleteFrom('stock_notices')
    .where((eb) =>
      eb.or([
        eb('created_at', '<', isoIn(clock, -KEEP_FOR)),
        eb.and([eb('confirmed_at', 'is', null), eb('created_at', '<', isoIn(clock, -CONFIRM_WITHIN))]),
      ]),
    )
    .execute()
}
