/** Wholesale on the to-do list: from applications to the run of the van and late invoices. */
import { sql } from 'kysely'
import type { Todo } from '#shared/backoffice/api/admin.ts'
import { addDays } from '#shared/kernel/days.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import type { Shop } from '#server/platform/shop.ts'
import { NOTICE_DAYS } from '#server/wholesale/accounts/check-certificates.ts'
import { isOpen } from '#server/wholesale/delivery/runs.ts'
import { listQuiet } from '#server/wholesale/quiet/quiet.ts'
import { nameOfCompany } from '#server/wholesale/accounts/rows.ts'
import { countOf, MAX_LISTED, tasksIn } from './task-list.ts'

/** Applications that were sent and wait for a decision. */
export async function applicationsToDecide({ db }: Shop): Promise<Todo['applications']> {
  const open = db.selectFrom('applications').where('state', '=', 'filled')
  const first = await open
    .select(['id', 'name', 'accepted_at', countOf(open).as('count')])
    .orderBy('accepted_at')
    .orderBy('id')
    .limit(MAX_LISTED)
    .execute()
  return tasksIn(
    first,
    ({ id, name, accepted_at: at }) => ({ _id: id, name, sentAt: at ?? '' }),
    first[0]?.count ?? 0,
  )
}

/**
 * Certificates that wait to be checked, and those that end within 30 days or ended in the last 30, unless another one of the
 * account lasts longer.
 */
export async function certificatesToSee({ db, clock }: Shop): Promise<Todo['certificates']> {
  const { day } = nowAt(clock)
  const found = db
    .selectFrom('certificates as certificate')
    .innerJoin('companies', 'companies.id', 'certificate.company_id')
    .where('companies.status', '<>', 'closed')
    .where((eb) =>
      eb.or([
        eb('certificate.state', '=', 'waiting'),
        eb.and([
          eb('certificate.state', '=', 'valid'),
          eb('certificate.expires_on', '<=', addDays(day, NOTICE_DAYS)),
          eb('certificate.expires_on', '>=', addDays(day, -NOTICE_DAYS)),
          eb.not(
            eb.exists(
              eb
                .selectFrom('certificates as longer')
                .select('longer.id')
                .whereRef('longer.company_id', '=', 'certificate.company_id')
                .where('longer.state', '=', 'valid')
                .where(sql<boolean>`coalesce(longer.expires_on, '9999-12-31') > certificate.expires_on`),
            ),
          ),
        ]),
      ]),
    )
  const first = await found
    .select(['companies.id', 'trade_name', 'legal_name', 'certificate.state', 'certificate.expires_on'])
    .select(countOf(found).as('count'))
    .orderBy('certificate.received_at')
    .orderBy('certificate.id')
    .limit(MAX_LISTED)
    .execute()
  return tasksIn(
    first,
    (row) => ({
      _id: row.id,
      name: nameOfCompany(row),
      endsOn: row.state === 'waiting' ? null : row.expires_on,
    }),
    first[0]?.count ?? 0,
  )
}

/** The dates of standing orders that wait, or that were missed in the last week. */
export async function standingOrdersToSee({ db, clock }: Shop): Promise<Todo['standingOrders']> {
  const weekAgo = addDays(nowAt(clock).day, -7)
  const rows = await db
    .selectFrom('standing_dates as date')
    .innerJoin('standing_orders', 'standing_orders.id', 'date.standing_order_id')
    .innerJoin('companies', 'companies.id', 'standing_orders.company_id')
    .select(['companies.id', 'trade_name', 'legal_name', 'planned_on', 'problem'])
    .where('ended_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('date.state', '=', 'waiting'),
        eb.and([eb('date.state', '=', 'missed'), eb('planned_on', '>=', weekAgo)]),
      ]),
    )
    .orderBy('planned_on')
    .orderBy('date.id')
    .execute()
  return tasksIn(rows, ({ planned_on: day, problem, ...company }) => ({
    _id: company.id,
    name: nameOfCompany(company),
    day,
    problem,
  }))
}

/** Accounts that have gone quiet, the longest first. */
export async function accountsGoneQuiet(shop: Shop): Promise<Todo['quietAccounts']> {
  return tasksIn(await listQuiet(shop), ({ _id, name, lastOn }) => ({ _id, name, lastOn }))
}

/** Open orders for the van of today and of earlier days, in the order of their days. */
export async function deliveriesOfToday({ db, clock }: Shop): Promise<Todo['deliveries']> {
  const open = db
    .selectFrom('orders')
    .innerJoin('companies', 'companies.id', 'orders.company_id')
    .where('handover', '=', 'van')
    .where(isOpen('orders'))
    .where('delivers_on', '<=', nowAt(clock).day)
  const first = await open
    .select(['orders.id', 'number', 'delivers_on', 'trade_name', 'legal_name', countOf(open).as('count')])
    .orderBy('delivers_on')
    .orderBy('orders.id')
    .limit(MAX_LISTED)
    .execute()
  return tasksIn(
    first,
    (row) => ({
      _id: row.id,
      number: row.number ?? row.id,
      name: nameOfCompany(row),
      day: row.delivers_on!,
    }),
    first[0]?.count ?? 0,
  )
}

/** Invoices that are due and not paid, the oldest first. Not those that are disputed, or promised for a later day. */
export async function lateInvoices({ db, clock }: Shop): Promise<Todo['lateInvoices']> {
  const { day } = nowAt(clock)
  const late = db
    .selectFrom('invoices')
    .innerJoin('companies', 'companies.id', 'invoices.company_id')
    .where(sql<boolean>`settled_cents < total_cents and voided_at is null`)
    .where('due_on', '<', day)
    .where('dispute', '=', '')
    .where((eb) => eb.or([eb('promised_on', 'is', null), eb('promised_on', '<', day)]))
  const first = await late
    .select(['invoices.id', 'invoices.number', 'due_on', 'total_cents', 'settled_cents'])
    .select(['trade_name', 'legal_name', countOf(late).as('count')])
    .orderBy('due_on')
    .orderBy('invoices.id')
    .limit(MAX_LISTED)
    .execute()
  return tasksIn(
    first,
    (row) => ({
      _id: row.id,
      number: row.number,
      name: nameOfCompany(row),
      open: toDollars(row.total_cents - row.settled_cents),
      dueOn: row.due_on,
    }),
    first[0]?.count ?? 0,
  )
}
