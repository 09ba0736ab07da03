/** What the shop does by itself: expire holds, reconcile payments, follow PayPal, send mail, sweep what is no longer needed. */
import type { SalesByDay } from '../admin/sales-by-day.ts'
import { sweepLinks } from '../account/links.ts'
import { DAY, HOUR, MINUTE, isoIn, isoNow } from '../time/clock.ts'
import { sweepLimits } from '../limits/sweep.ts'
import { sendWaiting } from '../mail/send.ts'
import { sweepMail } from '../mail/sweep.ts'
import { sweepMessages } from '../messages/sweep.ts'
import { compareDaily } from '../money/compare.ts'
import { expireOrders } from '../orders/close.ts'
import { processEvents, rereadPayments } from '../payments/events.ts'
import { reconcile } from '../payments/reconcile.ts'
import { sendTracking } from '../payments/tracking.ts'
import { finishLabels } from '../shippo/finish-labels.ts'
import { followParcels } from '../shippo/parcels.ts'
import type { Shop } from '../shop.ts'
import { sweepPictures } from '../upload/sweep.ts'
import type { Signal } from '../time/signal.ts'

/** Milliseconds: some twenty mails a second at most, so that a rush of orders does not slow the pages. */
const MAIL_PAUSE = 40

type Running = { shop: Shop; salesByDay: SalesByDay }

/** Runs every job once, then each in its own rhythm. Answers a function that stops them and waits for the running one. */
export async function startJobs({ shop, salesByDay }: Running): Promise<() => Promise<void>> {
  await runOnce(shop, () => reconcile(shop, true))
  await runOnce(shop, () => expireOrders(shop))
  await runOnce(shop, () => finishLabels(shop))
  // So that the first look at the admin home after a start is as quick as all others.
  await runOnce(shop, () => salesByDay.read())
  const stops = [
    every(shop, MINUTE, () => reconcile(shop)),
    every(shop, MINUTE / 4, (signal) => processEvents(shop, signal), shop.paypalSignal),
    every(shop, MINUTE, (signal) => sendTracking(shop, signal)),
    every(shop, HOUR, () => rereadPayments(shop)),
    every(shop, MINUTE / 4, () => expireOrders(shop)),
    every(shop, MINUTE / 6, () => finishLabels(shop)),
    every(shop, MINUTE, () => followParcels(shop), shop.parcelSignal),
    every(shop, HOUR, () => sweep(shop)),
    every(shop, HOUR, () => sweepPictures(shop)),
    every(shop, MINUTE / 4, (signal) => sendWaiting(shop, signal, MAIL_PAUSE), shop.mailSignal),
    every(shop, HOUR, () => compareDaily(shop)),
  ]
  shop.mailSignal.raise()
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

/** Deletes what can no longer matter, and what the privacy policy promises to delete. */
export async function sweep(shop: Shop): Promise<void> {
  await shop.db
    .deleteFrom('sessions')
    .where('created_at', '<', isoIn(shop.clock, -30 * DAY))
    .execute()
  await shop.db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', isoIn(shop.clock, -2 * DAY))
    .execute()
  await shop.db.deleteFrom('shipping_quotes').where('expires_at', '<', isoIn(shop.clock, -DAY)).execute()
  await sweepLinks(shop)
  await shop.db
    .deleteFrom('paypal_events')
    .where('received_at', '<', isoIn(shop.clock, -60 * DAY))
    .where('state', '<>', 'waiting')
    .execute()
  await sweepMail(shop)
  await sweepMessages(shop)
  await sweepLimits(shop)
  shop.log.debug({ at: isoNow(shop.clock) }, 'swept')
}

/** @param signal runs the job at once; once more, when it was already under way */
function every(
  shop: Shop,
  milliseconds: number,
  job: (signal: AbortSignal) => Promise<unknown>,
  signal?: Signal,
): () => Promise<void> {
  const stopping = new AbortController()
  let running: Promise<void> | null = null
  let isRungMeanwhile = false
  const run = () => {
    if (running || stopping.signal.aborted) return
    isRungMeanwhile = false
    running = runOnce(shop, () => job(stopping.signal)).finally(() => {
      running = null
      if (isRungMeanwhile) run()
    })
  }
  const timer = setInterval(run, milliseconds)
  timer.unref()
  signal?.onRaise(() => {
    if (running) isRungMeanwhile = true
    else run()
  })
  return async () => {
    stopping.abort()
    clearInterval(timer)
    await running
  }
}

async function runOnce(shop: Shop, job: () => Promise<unknown>): Promise<void> {
  try {
    await job()
  } catch (error) {
    shop.log.error({ err: error }, 'job failed; it runs again')
  }
}
