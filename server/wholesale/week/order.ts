/** Orders with the link of a weekly mail. */
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { WeekOrder, weekOrders } from '#shared/wholesale/api/week-orders.ts'
import { toCents, toDollars } from '#shared/kernel/pricing.ts'
import { lineTitle } from '#shared/kernel/sizes.ts'
import type { Db, WeekLinkRow } from '#server/kernel/db/schema.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { hashToken } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isChangeable } from '../orders/change.ts'
import { formOf } from '../orders/form.ts'
import { placeWholesale, type WholesaleHttp } from '../orders/place.ts'

/** What a link opens. Throws 404 if it is unknown or has ended, and what the form of the order throws. */
export async function openWeek(shop: Shop, token: string): Promise<WeekOrder> {
  return openedBy(shop, await linkOf(shop, token))
}

/**
 * Orders on account, once with each link: a second order replaces the first one, until its cut-off. Throws as `openWeek` and
 * `placeWholesale`.
 */
export async function sendWeek(
  shop: Shop,
  { token, lines, total, ...wanted }: Body<typeof weekOrders.send>,
  http: WholesaleHttp,
): Promise<WeekOrder> {
  const link = await linkOf(shop, token)
  const before = await orderOf(shop, link)
  await placeWholesale(
    shop,
    { by: 'link', buyer: link.buyer_id },
    {
      company: link.company,
      location: link.location_id,
      lines: lines.map(({ product, ...line }) => ({ _id: product, ...line })),
      payBy: 'account',
      ...wanted,
      ...(total === undefined ? {} : { shownCents: toCents(total) }),
      ...(before ? { changes: before.id } : {}),
      weekLink: link.id,
    },
    http,
  )
  return openedBy(shop, await linkOf(shop, token))
}

type Link = WeekLinkRow & { company: string }

/** The link, if its buyer may still order and has the same address, and its cut-off has not passed. Throws 404. */
async function linkOf(shop: Shop, token: string): Promise<Link> {
  const row = await shop.db
    .selectFrom('week_links as link')
    .innerJoin('buyers', 'buyers.id', 'link.buyer_id')
    .innerJoin('locations', 'locations.id', 'link.location_id')
    .selectAll('link')
    .select('buyers.company_id as company')
    .where('token_hash', '=', hashToken(token))
    .where('removed_at', 'is', null)
    .where('may_order', '=', 1)
    .where('is_active', '=', 1)
    .whereRef('buyers.email', '=', 'link.email')
    .whereRef('buyers.company_id', '=', 'locations.company_id')
    .where('expires_at', '>', isoNow(shop.clock))
    .executeTakeFirst()
  if (!row)
    throw new Refusal(404, 'This link has ended. Sign in to order, or wait for the next weekly email', {
      code: 'link',
    })
  return row
}

async function openedBy(shop: Shop, link: Link): Promise<WeekOrder> {
  const order = await orderOf(shop, link)
  const canChange = order !== undefined && isChangeable(shop, order)
  const form = await formOf(
    shop,
    { by: 'link', buyer: link.buyer_id },
    { company: link.company, location: link.location_id, ...(canChange ? { changes: order.id } : {}) },
  )
  return {
    // Other locations of the account have links of their own.
    form: { ...form, accounts: [] },
    endsAt: link.expires_at,
    ordered: order
      ? {
          number: order.number ?? order.id,
          deliversOn: order.delivers_on ?? '',
          canChange,
          lines: await namedLines(shop.db, order.id),
          total: toDollars(order.total_cents),
        }
      : null,
  }
}

/** What was ordered with the link, if it was not canceled since. */
function orderOf({ db }: Shop, { order_id: id }: WeekLinkRow) {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id ?? '')
    .where('state', 'not in', ['cancelled', 'expired'])
    .executeTakeFirst()
}

async function namedLines(db: Db, orderId: string): Promise<NonNullable<WeekOrder['ordered']>['lines']> {
  const lines = await db
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
  return lines.map(({ name, size_grams: size, size_label: sizeLabel, grind, qty }) => ({
    name: lineTitle({ name, size, sizeLabel, grind }),
    qty,
  }))
}
