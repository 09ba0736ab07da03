/**
 * Following parcels. Shippo's webhook and our own rounds only say that it is time to look: where a parcel is, is read
 * from Shippo each time, and moves its order on, once.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Body, Reply } from '#shared/api/endpoint.ts'
import type { labels } from '#shared/api/labels.ts'
import type { ParcelState } from '#shared/api/orders.ts'
import { DAY, HOUR, MINUTE, isoIn, isoNow } from '../time/clock.ts'
import type { LabelRow } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { Refusal } from '../errors.ts'
import { deliver, ship } from '../orders/fulfill.ts'
import { note } from '../orders/orders.ts'
import type { ParcelNews } from '../providers/labels.ts'
import { ShippingUnavailable } from '../providers/providers.ts'
import type { Shop } from '../shop.ts'

/** Parcels in one round, and questions in vain after which it ends. */
const MOST = 10
const SILENCE = 3
/** A parcel without news for so long has none to come. */
const GIVE_UP = 30 * DAY

/** What carriers write their numbers with; anything else is none of ours, and not for every database to look up. */
const NUMBER = /^[\w -]{1,100}$/

/**
 * News of a parcel. Of what was sent only its number is used, and a number that is not ours is nobody's business.
 * Ten times the same, or late, or early: each only makes the shop look once more.
 */
export async function hearOfParcel(
  shop: Shop,
  secret: string,
  { data }: Body<typeof labels.webhook>,
): Promise<Reply<typeof labels.webhook>> {
  if (!isOurSecret(shop, secret)) throw new Refusal(404, 'Not found')
  const number = data?.tracking_number
  if (number && NUMBER.test(number)) {
    const now = isoNow(shop.clock)
    const { numUpdatedRows } = await shop.db
      .updateTable('labels')
      .set({ next_look_at: now })
      .where('tracking_number', '=', number)
      .where(sql<boolean>`tracking_number <> ''`)
      .where('state', 'in', ['bought', 'refused'])
      .executeTakeFirst()
    if (numUpdatedRows > 0n) shop.parcelSignal.raise()
  }
  return { received: true }
}

function isOurSecret({ config }: Shop, given: string): boolean {
  if (config.shippoWebhookSecret === null) return false
  return timingSafeEqual(digest(given), digest(config.shippoWebhookSecret))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Asks about the parcels whose time has come, a few at once. */
export async function followParcels(shop: Shop): Promise<void> {
  const due = await shop.db
    .selectFrom('labels')
    .selectAll()
    .where('next_look_at', '<=', isoNow(shop.clock))
    .where('state', 'in', ['bought', 'refused'])
    .orderBy('next_look_at')
    .limit(MOST)
    .execute()
  let unanswered = 0
  for (const label of due) {
    try {
      await follow(shop, label)
    } catch (error) {
      shop.log.warn({ err: error, label: label.id }, 'a parcel could not be followed')
      await lookAgain(shop, label, 10 * MINUTE)
      if (error instanceof ShippingUnavailable && ++unanswered === SILENCE) return
    }
  }
}

async function follow(shop: Shop, label: LabelRow): Promise<void> {
  const parcel = { carrier: label.carrier, number: label.tracking_number }
  const news = await shop.providers.shipping.trackParcel(parcel)
  // In Shippo's test world no carrier but its own is followed.
  if (news) await learn(shop, label, news)
  else await lookAgain(shop, label, null)
}

/** Writes news down, unless a webhook asked for another look meanwhile: then that look will. */
async function learn(shop: Shop, label: LabelRow, news: ParcelNews): Promise<void> {
  const isNews = news.state !== label.parcel
  const looks = isNews ? 0 : label.looks + 1
  const since = label.parcel_at ?? label.bought_at ?? label.created_at
  const isLost = since < isoIn(shop.clock, -GIVE_UP) && !isNews
  const wait = isLost ? null : pauseAfter(news.state, looks)
  await transact(shop.db, async (tx) => {
    const changed = await tx
      .updateTable('labels')
      .set({
        parcel: news.state,
        parcel_words: news.words,
        parcel_at: news.at,
        looks,
        next_look_at: wait === null ? null : isoIn(shop.clock, wait),
      })
      .where('id', '=', label.id)
      .where('next_look_at', '=', label.next_look_at)
      .returning('id')
      .executeTakeFirst()
    if (!changed) return
    if (news.state === 'delivered') await deliver(tx, shop, label.order_id, 'USPS')
    else if (news.isScanned) await ship(tx, shop, label.order_id, 'USPS')
    const trouble = TROUBLES[news.state]
    if (isNews && trouble) await note(tx, shop, label.order_id, 'USPS', trouble).execute()
  })
  shop.mailSignal.raise()
}

const TROUBLES: Partial<Record<ParcelState, string>> = {
  returned: 'The parcel is on its way back to us',
  failure: 'The parcel could not be delivered',
}

/** The longer there is no news, the less often it is asked for; null where none will come. */
function pauseAfter(state: ParcelState, looks: number): number | null {
  if (state === 'delivered' || state === 'returned') return null
  const longest = state === 'transit' ? 6 * HOUR : 12 * HOUR
  return Math.min(HOUR * 2 ** Math.min(looks, 10), longest)
}

async function lookAgain(shop: Shop, label: LabelRow, wait: number | null): Promise<void> {
  await shop.db
    .updateTable('labels')
    .set({ next_look_at: wait === null ? null : isoIn(shop.clock, wait) })
    .where('id', '=', label.id)
    .where('next_look_at', '=', label.next_look_at)
    .execute()
}
