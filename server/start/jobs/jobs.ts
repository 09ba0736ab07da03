/** Runs the regular jobs of all groups: expires holds, reconciles payments, sends mail, deletes old data. */
import { readSales } from '#server/backoffice/today/sales-by-day.ts'
import { backofficeJobs } from '#server/backoffice/jobs.ts'
import { catalogJobs } from '#server/catalog/jobs.ts'
import { checkoutJobs } from '#server/checkout/jobs.ts'
import { expireOrders } from '#server/checkout/orders/close.ts'
import { contentJobs } from '#server/content/jobs.ts'
import { HOUR, isoNow, isoIn, DAY } from '#server/kernel/time/clock.ts'
import { mailJobs } from '#server/mail/jobs.ts'
import { paymentsJobs } from '#server/payments/jobs.ts'
import { reconcile } from '#server/payments/events/reconcile.ts'
import { peopleJobs } from '#server/people/jobs.ts'
import { platformJobs, type GroupJobs, type Job } from '#server/platform/jobs.ts'
import type { Shop } from '#server/platform/shop.ts'
import { finishLabels } from '#server/shipping/labels/finish-labels.ts'
import { shippingJobs } from '#server/shipping/jobs.ts'
import { renewals, subscriptionsJobs } from '#server/subscriptions/jobs.ts'
import { wholesaleJobs } from '#server/wholesale/jobs.ts'
import { hasCome } from '#server/kernel/db/due.ts'
import { sql } from 'kysely'
import { fillAddresses } from '../fill-addresses.ts'
import { fillSearch } from '#server/catalog/products/search/search-text.ts'
import { markByBuyers } from '#server/catalog/products/reviews/reviews.ts'

const ownJobs: GroupJobs = {
  jobs: [
    { every: HOUR, once: 'recount', run: recount },
    { every: HOUR, once: 'delete old data', run: sweep },
  ],
  sweeps: [],
}

/** In the order in which a rehearsal runs them: what causes mail is before the mail. */
const GROUPS = [
  paymentsJobs,
  subscriptionsJobs,
  wholesaleJobs,
  checkoutJobs,
  shippingJobs,
  catalogJobs,
  contentJobs,
  peopleJobs,
  ownJobs,
  platformJobs,
  mailJobs,
  backofficeJobs,
]

/** Starts all jobs. Returns a function that stops them and waits for running ones. */
export async function startJobs({ shop }: { shop: Shop }): Promise<() => Promise<void>> {
  const started = Promise.withResolvers<RunningJob[]>()
  // Set before the first job runs, so that a change of the clock during the start waits for the jobs.
  shop.rehearsal.jobs.onRun(async () => {
    for (const job of await started.promise) await job.runNow()
  })
  await runAndLog(shop, () => reconcile(shop, true))
  await runAndLog(shop, () => expireOrders(shop))
  await runAndLog(shop, () => finishLabels(shop))
  // Fills the cache, so that the first load of the admin home page is fast, too.
  await runAndLog(shop, () => readSales(shop))
  const jobs = new Map(GROUPS.flatMap((group) => group.jobs).map((job) => [job, start(shop, job)]))
  shop.mailSignal.raise()
  shop.importSignal.raise()
  void jobs.get(renewals)?.runNow()
  started.resolve([...jobs.values()])
  return async () => {
    await Promise.all([...jobs.values()].map((job) => job.stop()))
  }
}

/** Deletes expired data, and data that the privacy policy promises to delete. */
export async function sweep(shop: Shop): Promise<void> {
  for (const { sweeps } of GROUPS) for (const each of sweeps) await each(shop)
  shop.log.debug({ at: isoNow(shop.clock) }, 'swept')
}

type RunningJob = {
  /** Runs the job after its current run, and waits until it has ended. */
  runNow: () => Promise<void>
  /** Stops the job, and waits for its current run. */
  stop: () => Promise<void>
}

function start(shop: Shop, { every, run: work, once, signal }: Job): RunningJob {
  const stopping = new AbortController()
  let running: Promise<void> | null = null
  let mustRunAgain = false
  const job = async () => {
    // On SQLite there is one instance only.
    if (once && shop.config.databaseUrl !== null && !(await claimRun(shop, once, every))) return
    await work(shop, stopping.signal)
  }
  const run = () => {
    if (running || stopping.signal.aborted) return
    mustRunAgain = false
    running = runAndLog(shop, job).finally(() => {
      running = null
      if (mustRunAgain) run()
    })
  }
  const timer = setInterval(run, every)
  timer.unref()
  signal?.(shop).onRaise(() => {
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

// Lets one of several instances run a regular job in each interval. Jobs whose work is a queue do not need this:
// they claim each row (server/kernel/db/queue.ts).

/** Part of the interval, so that a timer that fires a little early does not skip a run. */
const SLACK = 0.9

/**
 * Claims the next run of a job for this instance.
 * @param interval milliseconds between two runs
 * @returns false if another instance, or this one, has run the job within the interval. A next run that lies further ahead
 * than the interval was stored by a clock that was ahead, and does not count
 */
export async function claimRun({ db, clock }: Shop, name: string, interval: number): Promise<boolean> {
  const next = { next_at: isoIn(clock, interval * SLACK) }
  const claimed = await db
    .insertInto('job_runs')
    .values({ name, ...next })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet(next)
        .where(hasCome('job_runs.next_at', clock, interval)),
    )
    .returning('name')
    .executeTakeFirst()
  return claimed !== undefined
}

// Corrects derived columns: `refunded_cents` of orders, `is_by_buyer` of reviews, the search columns of
// products, and missing addresses. During an update, a release without these columns can write refunds, payments and products. A crash can
// separate a payment from its mark.

/** Only rows that changed within this time, in milliseconds, are checked. */
const CHECKED = DAY

/** Derives the columns again for rows that changed in the last day, and writes those that differ. */
export async function recount(shop: Shop): Promise<void> {
  const { db, clock } = shop
  const since = isoIn(clock, -CHECKED)
  const refunded = sql`(
    select coalesce(sum(refunds.amount_cents), 0) from refunds join payments on payments.id = refunds.payment_id
    where payments.order_id = orders.id and refunds.state = 'completed' and refunds.of_sale = 1)`
  await sql`
    update orders set refunded_cents = ${refunded}
    where refunded_cents <> ${refunded} and id in (
      select payments.order_id from refunds join payments on payments.id = refunds.payment_id
      where refunds.updated_at >= ${since})`.execute(db)
  await db
    .updateTable('reviews')
    .set({ is_by_buyer: 0 })
    .where('user_id', 'is', null)
    .where('is_by_buyer', '=', 1)
    .execute()
  const products = await markByBuyers(
    db,
    sql`reviews.user_id in (select user_id from orders where paid_at >= ${since})`,
  )
  for (const id of products) shop.changed({ tag: 'Product', id })
  if ((await fillSearch(db, since)) > 0) shop.changed({ tag: 'Product' })
  for (const tag of await fillAddresses(db, clock)) shop.changed({ tag })
}
