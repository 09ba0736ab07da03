/** Runs the regular jobs of all groups: expires holds, reconciles payments, sends mail, deletes old data. */
import type { SalesByDay } from '#server/backoffice/today/sales-by-day.ts'
import { backofficeJobs } from '#server/backoffice/jobs.ts'
import { catalogJobs } from '#server/catalog/jobs.ts'
import { checkoutJobs } from '#server/checkout/jobs.ts'
import { expireOrders } from '#server/checkout/orders/close.ts'
import { contentJobs } from '#server/content/jobs.ts'
import { HOUR, isoNow } from '#server/kernel/time/clock.ts'
import { mailJobs } from '#server/mail/jobs.ts'
import { paymentsJobs } from '#server/payments/jobs.ts'
import { reconcile } from '#server/payments/events/reconcile.ts'
import { peopleJobs } from '#server/people/jobs.ts'
import { platformJobs, type GroupJobs, type Job } from '#server/platform/jobs.ts'
import type { Shop } from '#server/platform/shop.ts'
import { finishLabels } from '#server/shipping/labels/finish-labels.ts'
import { shippingJobs } from '#server/shipping/jobs.ts'
import { renewals, subscriptionsJobs } from '#server/subscriptions/jobs.ts'
import { claimRun } from './job-runs.ts'
import { recount } from './recount.ts'

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

type Running = { shop: Shop; salesByDay: SalesByDay }

/** Starts all jobs. Returns a function that stops them and waits for running ones. */
export async function startJobs({ shop, salesByDay }: Running): Promise<() => Promise<void>> {
  const started = Promise.withResolvers<RunningJob[]>()
  // Set before the first job runs, so that a change of the clock during the start waits for the jobs.
  shop.rehearsal.jobs.onRun(async () => {
    for (const job of await started.promise) await job.runNow()
  })
  await runAndLog(shop, () => reconcile(shop, true))
  await runAndLog(shop, () => expireOrders(shop))
  await runAndLog(shop, () => finishLabels(shop))
  // Fills the cache, so that the first load of the admin home page is fast, too.
  await runAndLog(shop, () => salesByDay.read())
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
