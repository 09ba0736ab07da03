/** Regular jobs: expire holds, reconcile payments, process PayPal events, send mail, and delete old data. */
import type { SalesByDay } from '../admin/sales-by-day.ts'
import { sweepChallenges } from '../factors/challenges.ts'
import { sweepLinks } from '../account/links.ts'
import { DAY, HOUR, MINUTE, isoIn, isoNow } from '../time/clock.ts'
import { sweepLimits } from '../limits/sweep.ts'
import { fetchPictures } from '../imports/pictures.ts'
import { runImports, sweepImports } from '../imports/run.ts'
import { sendWaiting } from '../mail/send.ts'
import { sweepMail } from '../mail/sweep.ts'
import { sweepMessages } from '../messages/sweep.ts'
import { compareDaily } from '../money/compare.ts'
import { assignNumbers } from '../orders/assign-numbers.ts'
import { expireOrders } from '../orders/close.ts'
import { remindOfEvents, sweepSignups } from '../events/remind.ts'
import { updateAllFrozen } from '../gift-cards/freeze.ts'
import { issueForgotten } from '../gift-cards/issue.ts'
import { mailDueCards } from '../gift-cards/mail-cards.ts'
import { sweepCards } from '../gift-cards/sweep.ts'
import { sendNewsletters } from '../newsletters/send-newsletters.ts'
import { sweepNotices, tellWhatIsBack } from '../notices/stock-notices.ts'
import { remindOfCarts, sweepSavedCarts } from '../saved-carts/saved-carts.ts'
import { remindPickups } from '../orders/remind-pickups.ts'
import { deleteRemoved, sweepDeletions } from '../payment-methods/delete-removed.ts'
import { processEvents, rereadPayments } from '../payments/events.ts'
import { reconcile } from '../payments/reconcile.ts'
import { finishApprovals } from '../payments/save-method.ts'
import { sendTracking } from '../payments/tracking.ts'
import { rereadUnsaved } from '../payments/update-saved.ts'
import { recount } from './recount.ts'
import { claimRun } from './job-runs.ts'
import { requestReviews } from '../products/review-requests.ts'
import { finishLabels } from '../shippo/finish-labels.ts'
import { replaceCoffees } from '../subscription-plan/replace-coffees.ts'
import { announcePrices, remindYearly } from '../subscriptions/notices.ts'
import { announceVacation } from '../subscriptions/vacation.ts'
import { renew } from '../subscriptions/renew.ts'
import { updateParcels } from '../shippo/parcels.ts'
import type { Shop } from '../shop.ts'
import { sweepPictures } from '../upload/sweep.ts'
import type { Signal } from '../time/signal.ts'
import { sweepInvitations } from '../staff/invitations.ts'
import { sweepRequestedAccounts } from '../users/guest-account.ts'

/**
 * Ten mails in a row, then a pause in milliseconds. This allows at most fifty mails a second, so that many orders at
 * once do not slow down the pages.
 */
const MAIL_PACE = { mails: 10, ms: 200 }

type Running = { shop: Shop; salesByDay: SalesByDay }

/** Starts all jobs. Returns a function that stops them and waits for running ones. */
export async function startJobs({ shop, salesByDay }: Running): Promise<() => Promise<void>> {
  const started = Promise.withResolvers<Job[]>()
  // Set before the first job runs, so that a change of the clock during the start waits for the jobs.
  shop.rehearsal.jobs.onRun(async () => {
    for (const job of await started.promise) await job.runNow()
  })
  await runAndLog(shop, () => reconcile(shop, true))
  await runAndLog(shop, () => expireOrders(shop))
  await runAndLog(shop, () => finishLabels(shop))
  // Fills the cache, so that the first load of the admin home page is fast, too.
  await runAndLog(shop, () => salesByDay.read())
  const renewals = every(shop, MINUTE / 4, (stopping) =>
    runAtOneInstance(shop, 'renew subscriptions', MINUTE / 4, () => renew(shop, stopping)),
  )
  const jobs = [
    every(shop, MINUTE, () => runAtOneInstance(shop, 'reconcile', MINUTE, reconcile)),
    every(shop, MINUTE / 4, (stopping) => processEvents(shop, stopping), shop.paypalSignal),
    every(shop, MINUTE, (stopping) => sendTracking(shop, stopping)),
    every(shop, MINUTE, () => runAtOneInstance(shop, 'reread unsaved', MINUTE, rereadUnsaved)),
    every(shop, MINUTE, () => runAtOneInstance(shop, 'finish approvals', MINUTE, finishApprovals)),
    every(shop, MINUTE, (stopping) => deleteRemoved(shop, stopping)),
    renewals,
    every(shop, HOUR, () => runAtOneInstance(shop, 'announce prices', HOUR, announcePrices)),
    every(shop, MINUTE * 10, () =>
      runAtOneInstance(shop, 'announce vacation', MINUTE * 10, announceVacation),
    ),
    every(shop, MINUTE * 10, () => runAtOneInstance(shop, 'replace coffees', MINUTE * 10, replaceCoffees)),
    every(shop, HOUR, () => runAtOneInstance(shop, 'remind of subscriptions', HOUR, remindYearly)),
    every(shop, HOUR, () => runAtOneInstance(shop, 'reread payments', HOUR, rereadPayments)),
    every(shop, MINUTE / 4, () => runAtOneInstance(shop, 'expire orders', MINUTE / 4, expireOrders)),
    every(shop, MINUTE / 6, () => runAtOneInstance(shop, 'finish labels', MINUTE / 6, finishLabels)),
    every(shop, MINUTE, () => updateParcels(shop), shop.parcelSignal),
    every(shop, MINUTE, () => runAtOneInstance(shop, 'assign order numbers', MINUTE, assignNumbers)),
    every(shop, HOUR, () => runAtOneInstance(shop, 'recount', HOUR, recount)),
    every(shop, HOUR, () => runAtOneInstance(shop, 'request reviews', HOUR, requestReviews)),
    every(shop, HOUR, () => runAtOneInstance(shop, 'remind of pickups', HOUR, remindPickups)),
    every(shop, MINUTE * 10, () => runAtOneInstance(shop, 'remind of events', MINUTE * 10, remindOfEvents)),
    every(shop, MINUTE / 12, () => runAtOneInstance(shop, 'send newsletters', MINUTE / 12, sendNewsletters)),
    every(shop, MINUTE, () => runAtOneInstance(shop, 'tell what is back', MINUTE, tellWhatIsBack)),
    every(shop, MINUTE, () => runAtOneInstance(shop, 'remind of carts', MINUTE, remindOfCarts)),
    every(shop, MINUTE, () => runAtOneInstance(shop, 'mail gift cards', MINUTE, mailCards)),
    every(shop, HOUR, () => runAtOneInstance(shop, 'delete old data', HOUR, sweep)),
    every(shop, HOUR, () => runAtOneInstance(shop, 'delete unused pictures', HOUR, sweepPictures)),
    every(shop, MINUTE / 4, (stopping) => sendWaiting(shop, stopping, MAIL_PACE), shop.mailSignal),
    every(shop, MINUTE / 6, (stopping) => runImports(shop, stopping), shop.importSignal),
    every(shop, MINUTE / 12, (stopping) => fetchPictures(shop, stopping)),
    every(shop, HOUR, () => runAtOneInstance(shop, 'compare with PayPal', HOUR, compareDaily)),
  ]
  shop.mailSignal.raise()
  shop.importSignal.raise()
  // Deliveries that became due while the shop was down.
  void renewals.runNow()
  started.resolve(jobs)
  return async () => {
    await Promise.all(jobs.map((job) => job.stop()))
  }
}

/** Runs a job unless another instance on the same database has run it within the interval. */
async function runAtOneInstance(
  shop: Shop,
  name: string,
  interval: number,
  job: (shop: Shop) => Promise<unknown>,
): Promise<void> {
  // On SQLite there is one instance only.
  if (shop.config.databaseUrl === null || (await claimRun(shop, name, interval))) await job(shop)
}

async function mailCards(shop: Shop): Promise<void> {
  await issueForgotten(shop)
  await mailDueCards(shop)
}

/** Deletes expired data, and data that the privacy policy promises to delete. */
export async function sweep(shop: Shop): Promise<void> {
  await shop.db
    .deleteFrom('sessions')
    .where('created_at', '<', isoIn(shop.realClock, -30 * DAY))
    .execute()
  await shop.db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', isoIn(shop.clock, -2 * DAY))
    .execute()
  await shop.db.deleteFrom('shipping_quotes').where('expires_at', '<', isoIn(shop.clock, -DAY)).execute()
  await sweepLinks(shop)
  await sweepRequestedAccounts(shop)
  await sweepChallenges(shop)
  await sweepInvitations(shop)
  await shop.db
    .deleteFrom('paypal_events')
    .where('received_at', '<', isoIn(shop.clock, -60 * DAY))
    .where('state', '<>', 'waiting')
    .execute()
  await sweepDeletions(shop)
  await sweepMail(shop)
  await sweepMessages(shop)
  await sweepSignups(shop)
  await sweepNotices(shop)
  await sweepSavedCarts(shop)
  await sweepImports(shop)
  await sweepCards(shop)
  await updateAllFrozen(shop)
  await sweepLimits(shop)
  shop.log.debug({ at: isoNow(shop.clock) }, 'swept')
}

type Job = {
  /** Runs the job after its current run, and waits until it has ended. */
  runNow: () => Promise<void>
  /** Stops the job, and waits for its current run. */
  stop: () => Promise<void>
}

/**
 * Runs a job at an interval.
 * @param signal when raised, the job runs at once, or again after the current run
 */
function every(
  shop: Shop,
  milliseconds: number,
  job: (signal: AbortSignal) => Promise<unknown>,
  signal?: Signal,
): Job {
  const stopping = new AbortController()
  let running: Promise<void> | null = null
  let mustRunAgain = false
  const run = () => {
    if (running || stopping.signal.aborted) return
    mustRunAgain = false
    running = runAndLog(shop, () => job(stopping.signal)).finally(() => {
      running = null
      if (mustRunAgain) run()
    })
  }
  const timer = setInterval(run, milliseconds)
  timer.unref()
  signal?.onRaise(() => {
    if (running) mustRunAgain = true
    else run()
  })
  return {
    runNow: async () => {
      await running
      run()
      await running
    },
    stop: async () => {
      stopping.abort()
      clearInterval(timer)
      await running
    },
  }
}

async function runAndLog(shop: Shop, job: () => Promise<unknown>): Promise<void> {
  try {
    await job()
  } catch (error) {
    shop.log.error({ err: error }, 'a job failed; it runs again')
  }
}
