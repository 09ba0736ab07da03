/** What went wrong with subscriptions. */
import type { ExpressionBuilder } from 'kysely'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import type { subscriptionAdmin, Trouble } from '#shared/subscriptions/api/subscription-admin.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import type { Schema } from '#server/kernel/db/schema.ts'
import { isReal } from '#server/platform/invented.ts'
import type { Shop } from '#server/platform/shop.ts'

/** The most that the page lists. */
const MOST = 200

const REAL = isReal('subscriptions', 'subscriptions.id').as('isReal')

/**
 * Failed payments first, then missing goods, each with the oldest first.
 * @param of `id`: one subscription; left out, all. `most`: how many are listed; `total` counts all
 */
export async function listTroubles(
  shop: Shop,
  { id, most = MOST }: { id?: string | undefined; most?: number } = {},
): Promise<Reply<typeof subscriptionAdmin.troubles>> {
  const [deliveries, paused, unpaid] = await Promise.all([
    openDeliveries(shop, id),
    pausedByFailure(shop, id),
    withoutMethod(shop, most, id),
  ])
  const found = [...deliveries, ...paused, ...unpaid.troubles]
  const rank = { declined: 0, paused: 1, noMethod: 2, waiting: 3 }
  const sorted = found.toSorted(
    (one, other) => rank[one.kind] - rank[other.kind] || (one.since < other.since ? -1 : 1),
  )
  const total = deliveries.length + paused.length + unpaid.total
  return { troubles: sorted.slice(0, most), total }
}

/** Deliveries whose charge failed, and deliveries that wait for goods. */
async function openDeliveries({ db }: Shop, id?: string): Promise<Trouble[]> {
  const rows = await db
    .selectFrom('subscription_deliveries as delivery')
    .innerJoin('subscriptions', 'subscriptions.id', 'delivery.subscription_id')
    .leftJoin('orders', 'orders.id', 'delivery.order_id')
    .select(['subscriptions.id', 'subscriptions.buyer_name', 'subscriptions.buyer_email'])
    .select(['delivery.state', 'reason', 'attempts', 'next_at', 'delivery.created_at', 'order_id'])
    .select(['orders.number', 'orders.total_cents', REAL])
    .$if(id !== undefined, (query) => query.where('subscriptions.id', '=', id!))
    .where('next_at', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('delivery.state', '=', 'waiting'),
        eb.and([eb('delivery.state', '=', 'charging'), eb('attempts', '>', 0)]),
      ]),
    )
    .execute()
  return rows.map((row) => ({
    _id: row.id,
    buyer: { name: row.buyer_name, email: row.buyer_email },
    kind: row.state === 'waiting' ? 'waiting' : 'declined',
    reason: row.reason,
    attempts: row.attempts,
    since: row.created_at,
    nextAt: row.next_at,
    isInvented: !row.isReal,
    order:
      (row.order_id && {
        _id: row.order_id,
        number: row.number ?? row.order_id,
        total: toDollars(row.total_cents!),
      }) ||
      null,
  }))
}

/** Subscriptions that the shop has paused after the last retry. */
async function pausedByFailure({ db }: Shop, id?: string): Promise<Trouble[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select(['id', 'buyer_name', 'buyer_email', 'updated_at', REAL])
    .$if(id !== undefined, (query) => query.where('subscriptions.id', '=', id!))
    .where('status', '=', 'failed')
    .execute()
  return rows.map((row) => troubleOf(row, 'paused'))
}

/**
 * Running subscriptions without a payment method, so that the next charge would fail (`methodOf`): the oldest, and how many
 * there are. After an import, every subscription can be one.
 */
async function withoutMethod(
  { db }: Shop,
  most: number,
  id?: string,
): Promise<{ troubles: Trouble[]; total: number }> {
  const rows = await db
    .selectFrom('subscriptions')
    .$if(id !== undefined, (query) => query.where('subscriptions.id', '=', id!))
    .where('status', 'in', ['active', 'paused'])
    .where('next_on', 'is not', null)
    // Two searches by index: one with both conditions would read all methods for each subscription.
    .where((eb) => {
      const methods = eb
        .selectFrom('payment_methods')
        .select('payment_methods.id')
        .where('payment_methods.state', '<>', 'deleted')
      const chosen = methods.whereRef('payment_methods.id', '=', 'subscriptions.payment_method_id')
      const first = methods.where('payment_methods.order_id', 'in', firstOrder(eb))
      return eb.and([
        eb.not(eb.exists(chosen)),
        eb.or([eb('payment_method_id', 'is not', null), eb.not(eb.exists(first))]),
      ])
    })
    .select(['id', 'buyer_name', 'buyer_email', 'updated_at', REAL])
    .select(({ fn }) => fn.countAll<number>().over().as('total'))
    .orderBy('updated_at')
    .limit(most)
    .execute()
  return { troubles: rows.map((row) => troubleOf(row, 'noMethod')), total: rows[0]?.total ?? 0 }
}

function firstOrder(eb: ExpressionBuilder<Schema, 'subscriptions'>) {
  return eb
    .selectFrom('subscription_deliveries')
    .select('order_id')
    .whereRef('subscription_id', '=', 'subscriptions.id')
    .where('number', '=', 1)
    .where('order_id', 'is not', null)
}

type Row = { id: string; buyer_name: string; buyer_email: string; updated_at: string; isReal: boolean }

function troubleOf(row: Row, kind: Trouble['kind']): Trouble {
  const buyer = { name: row.buyer_name, email: row.buyer_email }
  return {
    _id: row.id,
    buyer,
    kind,
    reason: '',
    attempts: 0,
    since: row.updated_at,
    nextAt: null,
    isInvented: !row.isReal,
    order: null,
  }
}
