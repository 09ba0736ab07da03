/** The open tasks on the admin home page: the number of each kind, and the oldest few of each kind. */
import type { adminHome, RoleTodo, Todo } from '#shared/backoffice/api/admin.ts'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import { brand } from '#shared/kernel/brand.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import { admits, type StaffRole } from '#shared/kernel/roles.ts'
import { labelOf } from '#shared/kernel/sizes.ts'
import { affectedOrders } from '#server/checkout/orders/move/affected-orders.ts'
import { coffeesToReorder } from '#server/roastery/green/supply.ts'
import { lotsOnTheirWay } from '#server/roastery/green/to-shop.ts'
import { countFailed } from '#server/mail/sending/list.ts'
import { countToHandOver, waitingToHandOver } from '#server/checkout/orders/fulfill/pickup-list.ts'
import { countUnanswered } from '#server/mail/messages/inbox.ts'
import { openFindings } from '#server/payments/payments-check/findings.ts'
import { unclearPayments } from '#server/payments/payments-check/payments-check.ts'
import { TEXTS } from '#server/payments/payments-check/finding-texts.ts'
import { countToShip, waitingToShip } from '#server/shipping/labels/label-admin.ts'
import type { Shop } from '#server/platform/shop.ts'
import { listTroubles } from '#server/subscriptions/troubles.ts'
import { atShop } from '#server/kernel/time/shop-days.ts'

const MAX_LISTED = 3
const EXCERPT = 140

export async function todoOf(shop: Shop): Promise<Todo> {
  const [
    toShip,
    toHandOver,
    lowStock,
    greenToReorder,
    unanswered,
    payments,
    failedMail,
    movedOrders,
    subscriptions,
    lotsToShop,
  ] = await Promise.all([
    ordersToShip(shop),
    ordersToHandOver(shop),
    sizesRunningLow(shop),
    greenRunningLow(shop),
    unansweredMessages(shop),
    paymentsToCheck(shop),
    failedMails(shop),
    ordersToMove(shop),
    subscriptionsToCheck(shop),
    lotsNotInShop(shop),
  ])
  return {
    toShip,
    toHandOver,
    lowStock,
    greenToReorder,
    unanswered,
    payments,
    failedMail,
    ...(movedOrders ? { movedOrders } : {}),
    ...(subscriptions ? { subscriptions } : {}),
    ...(lotsToShop ? { lotsToShop } : {}),
  }
}

/** The tasks of a role, without prices. */
export async function todoOfRole(shop: Shop, role: StaffRole | null): Promise<RoleTodo> {
  const [toShip, toHandOver, unanswered] = await Promise.all([
    admits('packer', role) ? ordersToShip(shop) : undefined,
    ordersToHandOver(shop),
    admits('barista', role) ? unansweredMessages(shop) : undefined,
  ])
  return {
    toHandOver: withoutTotals(toHandOver),
    ...(toShip ? { toShip: withoutTotals(toShip) } : {}),
    ...(unanswered ? { unanswered } : {}),
  }
}

function withoutTotals<T extends { total?: number | undefined }>({
  count,
  first,
}: {
  count: number
  first: T[]
}) {
  return { count, first: first.map((order) => ({ ...order, total: undefined })) }
}

/** The counts in the navigation of the admin area. */
export async function waitingOf(shop: Shop): Promise<Reply<typeof adminHome.waiting>> {
  const [toShip, toHandOver, unanswered] = await Promise.all([
    countToShip(shop),
    countToHandOver(shop),
    countUnanswered(shop),
  ])
  return { toShip, toHandOver, unanswered }
}

/** The first orders on the Shipping page. */
async function ordersToShip(shop: Shop): Promise<Todo['toShip']> {
  const first = await waitingToShip(shop.db)
    .select(['id', 'number', 'buyer_name', 'total_cents', 'paid_at', 'gift_note'])
    .orderBy('created_at')
    .orderBy('id')
    .limit(MAX_LISTED)
    .execute()
  return {
    count: await countToShip(shop),
    first: first.map((order) => ({
      _id: order.id,
      number: order.number ?? order.id,
      name: order.buyer_name,
      total: toDollars(order.total_cents),
      paidAt: atShop(order.paid_at!),
      isGift: order.gift_note !== null,
    })),
  }
}

/** The first orders for pickup, those with the earliest promised day first. */
async function ordersToHandOver(shop: Shop): Promise<Todo['toHandOver']> {
  const first = await waitingToHandOver(shop.db)
    .select(['id', 'number', 'buyer_name', 'total_cents', 'ships_on', 'ready_at'])
    .orderBy('ships_on')
    .orderBy('id')
    .limit(MAX_LISTED)
    .execute()
  return {
    count: await countToHandOver(shop),
    first: first.map((order) => ({
      _id: order.id,
      number: order.number ?? order.id,
      name: order.buyer_name,
      total: toDollars(order.total_cents),
      readyOn: order.ships_on,
      readyAt: order.ready_at,
    })),
  }
}

async function sizesRunningLow({ db }: Shop): Promise<Todo['lowStock']> {
  const low = db
    .selectFrom('product_sizes')
    .innerJoin('products', 'products.id', 'product_sizes.product_id')
    .where('removed_at', 'is', null)
    .where('is_draft', '=', 0)
    .where('is_roasted_to_order', '=', 0)
    .where('count_in_stock', '<=', brand.lowStock)
  const { count } = await low.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const first = await low
    .select(['product_id', 'name', 'label', 'grams', 'count_in_stock'])
    .orderBy('count_in_stock')
    .orderBy('product_sizes.id')
    .limit(MAX_LISTED)
    .execute()
  return {
    count,
    threshold: brand.lowStock,
    first: first.map(({ product_id: _id, name, count_in_stock: left, ...size }) => ({
      _id,
      name,
      size: labelOf(size),
      left,
    })),
  }
}

async function ordersToMove(shop: Shop): Promise<Todo['movedOrders']> {
  const { orders, count } = await affectedOrders(shop)
  if (count === 0) return undefined
  const first = orders.slice(0, MAX_LISTED)
  return {
    count,
    first: first.map(({ _id, number, buyer, reason }) => ({ _id, number, name: buyer.name, reason })),
  }
}

/** As on the page of subscriptions: failed payments first. */
async function subscriptionsToCheck(shop: Shop): Promise<Todo['subscriptions']> {
  const { troubles, total } = await listTroubles(shop)
  if (total === 0) return undefined
  const first = troubles.slice(0, MAX_LISTED)
  return {
    count: total,
    first: first.map(({ _id, buyer, kind, reason, since }) => ({
      _id,
      name: buyer.name,
      problem: kind,
      reason: kind === 'waiting' ? reason : '',
      since,
    })),
  }
}

async function greenRunningLow({ db }: Shop): Promise<Todo['greenToReorder']> {
  const coffees = await coffeesToReorder(db)
  return {
    count: coffees.length,
    first: coffees.slice(0, MAX_LISTED).map(({ name, gramsHere, gramsOnTheWay, reorderGrams }) => ({
      name,
      left: gramsHere + gramsOnTheWay,
      reorderBelow: reorderGrams!,
    })),
  }
}

async function lotsNotInShop(shop: Shop): Promise<Todo['lotsToShop']> {
  const lots = await lotsOnTheirWay(shop)
  if (lots.length === 0) return undefined
  const first = lots.slice(0, MAX_LISTED).map(({ lot, next }) => ({ ...lot, step: next! }))
  return { count: lots.length, first }
}

async function unansweredMessages(shop: Shop): Promise<Todo['unanswered']> {
  const first = await shop.db
    .selectFrom('messages')
    .where('status', '=', 'new')
    .select(['id', 'kind', 'name', 'message', 'created_at'])
    .orderBy('created_at')
    .orderBy('id')
    .limit(MAX_LISTED)
    .execute()
  return {
    count: await countUnanswered(shop),
    first: first.map((message) => ({
      _id: message.id,
      kind: message.kind,
      name: message.name,
      text: message.message.slice(0, EXCERPT).toWellFormed(),
      createdAt: message.created_at,
    })),
  }
}

/**
 * Unclear payments according to the shop's own records, and open findings of the comparison with PayPal, without
 * duplicates.
 */
async function paymentsToCheck(shop: Shop): Promise<Todo['payments']> {
  const [unclear, found] = await Promise.all([unclearPayments(shop), openFindings(shop.db)])
  const inFindings = new Set(found.map(({ payment_id: id }) => id))
  const all = [
    ...unclear
      .filter(({ id }) => !inFindings.has(id))
      .map((payment) => ({
        order: payment.order_id,
        name: payment.buyer_name,
        amount: toDollars(payment.amount_cents),
        why: payment.kind,
        since: payment.created_at,
      })),
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

async function failedMails(shop: Shop): Promise<Todo['failedMail']> {
  const first = await shop.db
    .selectFrom('outbox')
    .where('state', '=', 'failed')
    .select(['id', 'recipient', 'subject', 'problem', 'created_at'])
    .orderBy('created_at')
    .orderBy('id')
    .limit(MAX_LISTED)
    .execute()
  return {
    count: await countFailed(shop),
    first: first.map((mail) => ({
      _id: mail.id,
      to: mail.recipient,
      subject: mail.subject,
      problem: mail.problem ?? '',
      createdAt: mail.created_at,
    })),
  }
}
