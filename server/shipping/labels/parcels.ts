/**
 * Parcel tracking. Shippo's webhook and the regular job only trigger a check. The check reads the status from Shippo,
 * and sets the order to shipped or delivered, each once.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Body, Reply } from '#shared/platform/api/endpoint.ts'
import type { labels } from '#shared/shipping/api/labels.ts'
import { isPrintable } from '#shared/platform/printable-labels.ts'
import type { ParcelState } from '#shared/kernel/order-states.ts'
import { DAY, HOUR, MINUTE, isoIn, isoNow } from '#server/kernel/time/clock.ts'
import { hasCome } from '#server/kernel/db/due.ts'
import type { LabelRow, Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { deliver } from '#server/checkout/orders/fulfill/fulfill.ts'
import { lockParcels, parcelLeft } from '#server/checkout/orders/fulfill/parcels.ts'
import { note } from '#server/checkout/orders/history.ts'
import type { ParcelUpdate } from '#server/providers/shipping.ts'
import { isOutage } from '#server/providers/providers.ts'
import type { Shop } from '#server/platform/shop.ts'
import { labelsByOrder } from './label-rows.ts'

/** The number of parcels that one run checks. */
const BATCH = 10
/** A run ends after this many unanswered calls. */
const MAX_UNANSWERED = 3
/** The longest time between two checks of a parcel. */
const LONGEST_PAUSE = 12 * HOUR
/** A parcel that had no new status for this long is no longer checked. */
const GIVE_UP_AFTER = 30 * DAY

/** The format of tracking numbers. Other input is not looked up, because not every database accepts all characters. */
const NUMBER = /^[\w -]{1,100}$/

/**
 * Handles Shippo's tracking webhook. Only the tracking number is used, to schedule a check; unknown numbers are ignored.
 * Repeated, late or early calls only cause another check. Throws 404 for a wrong secret.
 */
export async function onParcelWebhook(
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

function isOurSecret({ services: { shippoWebhookSecret: ours } }: Shop, given: string): boolean {
  return ours !== null && timingSafeEqual(digest(given), digest(ours))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Checks the parcels that are due, a few in each run. */
export async function updateParcels(shop: Shop): Promise<void> {
  const due = await shop.db
    .selectFrom('labels')
    .selectAll()
    .where(hasCome('next_look_at', shop.clock, LONGEST_PAUSE))
    .where('state', 'in', ['bought', 'refused'])
    .orderBy('next_look_at')
    .limit(BATCH)
    .execute()
  let unanswered = 0
  for (const label of due) {
    try {
      await updateParcel(shop, label)
    } catch (error) {
      shop.log.warn({ err: error, label: label.id }, 'the status of a parcel could not be read')
      await scheduleCheck(shop, label, 10 * MINUTE)
      if (isOutage(error) && ++unanswered === MAX_UNANSWERED) return
    }
  }
}

async function updateParcel(shop: Shop, label: LabelRow): Promise<void> {
  const parcel = { carrier: label.carrier, number: label.tracking_number }
  const update = await shop.providers.shipping.trackParcel(parcel)
  // `update` is null in Shippo's test mode, which tracks only parcels of its test carrier.
  if (update) await saveStatus(shop, label, update)
  else await scheduleCheck(shop, label, null)
}

/** Stores the status, unless a webhook has scheduled another check by now. That check will store the status. */
async function saveStatus(shop: Shop, label: LabelRow, update: ParcelUpdate): Promise<void> {
  const isNew = update.state !== label.parcel
  const looks = isNew ? 0 : label.looks + 1
  const since = label.parcel_at ?? label.bought_at ?? label.created_at
  const isLost = since < isoIn(shop.clock, -GIVE_UP_AFTER) && !isNew
  const wait = isLost ? null : pauseAfter(update.state, looks)
  await transact(shop.db, async (tx) => {
    const changed = await tx
      .updateTable('labels')
      .set({
        parcel: update.state,
        parcel_words: update.words,
        parcel_at: update.at,
        looks,
        next_look_at: wait === null ? null : isoIn(shop.clock, wait),
      })
      .where('id', '=', label.id)
      .where('next_look_at', '=', label.next_look_at)
      .returning('id')
      .executeTakeFirst()
    if (!changed) return
    await follow(tx, shop, label, update)
    const problem = PROBLEMS[update.state]
    if (isNew && problem) await note(tx, shop, label.order_id, 'USPS', problem).execute()
  })
  shop.mailSignal.raise()
}

/** Sets the order to shipped when all of its parcels have left, and to delivered when all are delivered. */
async function follow(tx: Tx, shop: Shop, label: LabelRow, update: ParcelUpdate): Promise<void> {
  const { order_id: order, parcel_number: number } = label
  const isDelivered = update.state === 'delivered'
  const isOnly = (await lockParcels(tx, order)) === 1
  if (isOnly && isDelivered) return void (await deliver(tx, shop, order, 'USPS'))
  if (isDelivered || update.isScanned) await parcelLeft(tx, shop, { order, number }, 'USPS')
  if (isOnly || !isDelivered) return
  const { deciding, latest } = (await labelsByOrder(tx, [order]))(order)
  if (isPrintable(deciding) && latest.every(({ parcel }) => parcel === 'delivered'))
    await deliver(tx, shop, order, 'USPS')
}

const PROBLEMS: Partial<Record<ParcelState, string>> = {
  returned: 'The parcel is on its way back to us',
  failure: 'The parcel could not be delivered',
}

/** Milliseconds until the next check: longer after each check without a new status, null after a final status. */
function pauseAfter(state: ParcelState, looks: number): number | null {
  if (state === 'delivered' || state === 'returned') return null
  const longest = state === 'transit' ? 6 * HOUR : LONGEST_PAUSE
  return Math.min(HOUR * 2 ** Math.min(looks, 10), longest)
}

async function scheduleCheck(shop: Shop, label: LabelRow, wait: number | null): Promise<void> {
  await shop.db
    .updateTable('labels')
    .set({ next_look_at: wait === null ? null : isoIn(shop.clock, wait) })
    .where('id', '=', label.id)
    .where('next_look_at', '=', label.next_look_at)
    .execute()
}
