/** Money on the to-do list: payments to check, disputes, subscriptions with a problem, and a counter day to close. */
import type { Todo } from '#shared/backoffice/api/admin.ts'
import { dayOf } from '#shared/kernel/dates.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import { nowAt, startOf } from '#server/kernel/time/shop-days.ts'
import { openFindings } from '#server/payments/payments-check/findings.ts'
import {
  unansweredDisputes,
  unclearPayments,
  type Unclear,
} from '#server/payments/payments-check/payments-check.ts'
import { TEXTS } from '#server/payments/payments-check/finding-texts.ts'
import { listTroubles } from '#server/subscriptions/troubles.ts'
import type { Shop } from '#server/platform/shop.ts'
import { MAX_LISTED, tasksIn } from './task-list.ts'

export async function disputesToAnswer({ db }: Shop): Promise<Todo['disputes']> {
  return tasksIn(await unansweredDisputes({ db }), (dispute) => ({
    ...toTask(dispute),
    answerBy: dispute.answerBy,
  }))
}

/**
 * Unclear payments according to the shop's own records, and open findings of the comparison with PayPal, without
 * duplicates.
 */
export async function paymentsToCheck(shop: Shop): Promise<Todo['payments']> {
  const [unclear, found] = await Promise.all([unclearPayments(shop), openFindings(shop.db)])
  const inFindings = new Set(found.map(({ payment_id: id }) => id))
  const all = [
    ...unclear.filter(({ id }) => !inFindings.has(id)).map(toTask),
    ...found.map(({ kind, ...each }) => ({
      order: null,
      name: TEXTS[kind].title,
      amount: each.product_id === null ? toDollars(each.theirs || each.ours) : null,
      why: kind,
      since: each.found_at,
    })),
  ]
  return { count: all.length, first: all.slice(0, MAX_LISTED) }
}

function toTask(payment: Unclear) {
  return {
    order: payment.order_id,
    name: payment.buyer_name,
    amount: toDollars(payment.amount_cents),
    why: payment.kind,
    since: payment.created_at,
  }
}

/** The counter day that is still open from an earlier day. */
export async function counterDayToClose({ db, clock }: Shop): Promise<Todo['counterDay']> {
  const open = await db
    .selectFrom('counter_days')
    .select(['opened_at', 'opened_by'])
    .where('closed_at', 'is', null)
    .where('opened_at', '<', startOf(nowAt(clock).day))
    .execute()
  return tasksIn(open, ({ opened_at: at, opened_by: by }) => ({ day: dayOf(new Date(at)), by }))
}

/** As on the page of subscriptions: failed payments first. */
export async function subscriptionsToCheck(shop: Shop): Promise<Todo['subscriptions']> {
  const { troubles, total } = await listTroubles(shop, { most: MAX_LISTED })
  return tasksIn(
    troubles,
    ({ _id, buyer, kind, reason, since }) => ({
      _id,
      name: buyer.name,
      problem: kind,
      reason: kind === 'waiting' ? reason : '',
      since,
    }),
    total,
  )
}
