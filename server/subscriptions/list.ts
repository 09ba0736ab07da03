/** All subscriptions for the owner: the pages of the list, and the CSV file. */
import { sql } from 'kysely'
import type { Query, Reply } from '#shared/platform/api/endpoint.ts'
import type { subscriptionAdmin } from '#shared/subscriptions/api/subscription-admin.ts'
import { SUBSCRIPTION_STATUSES, frequencyText } from '#shared/platform/subscriptions.ts'
import { dayOf } from '#shared/kernel/dates.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import { inBatches } from '#server/kernel/db/in-batches.ts'
import { planPage } from '#server/kernel/db/page-span.ts'
import { beginsWith, namesHave, searchTerms } from '#server/kernel/db/search.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { SubscriptionRow } from '#server/kernel/db/schema.ts'
import type { Download } from '#server/platform/http/serve.ts'
import { csvHead, csvLine, type Cell } from '#server/kernel/text/csv.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { toSummaries, itemText } from './read.ts'
import { readItems, type Item } from './items.ts'

const PAGE_SIZE = 20

const SORT_KEYS = {
  date: sql`subscriptions.created_at`,
  name: sql`lower(subscriptions.buyer_name)`,
  next: sql`coalesce(subscriptions.next_on, '')`,
}

/** One page of the subscriptions, newest first or sorted. */
export async function listSubscriptions(
  shop: Shop,
  { keyword = '', status, sort, ...asked }: Query<typeof subscriptionAdmin.list>,
): Promise<Reply<typeof subscriptionAdmin.list>> {
  const words = searchTerms(keyword)
  const isBuyer = await namesHave(shop.db, 'subscriptions', ['buyer_name', 'buyer_email'], words)
  const all = shop.db
    .selectFrom('subscriptions')
    .$if(words.length > 0, (query) =>
      query.where((eb) => eb.or([isBuyer, beginsWith('subscriptions.id', words[0]!)])),
    )
  const counts = await all
    .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute()
  const statuses = SUBSCRIPTION_STATUSES.map((each) => ({
    status: each,
    count: counts.find((found) => found.status === each)?.count ?? 0,
  }))
  const count = statuses
    .filter((each) => status === undefined || each.status === status)
    .reduce((sum, each) => sum + each.count, 0)
  const page = planPage(count, asked, PAGE_SIZE)
  const by = [SORT_KEYS[sort ?? 'date'], sql`subscriptions.id`]
  const wanted = all.$if(status !== undefined, (query) => query.where('status', '=', status!))
  const ids = page.pick(wanted.select('id'), by)
  const found = shop.db.selectFrom('subscriptions').selectAll().where('id', 'in', ids)
  const rows = await page.sort(found, by).execute()
  const summaries = await toSummaries(shop, rows)
  return {
    subscriptions: summaries.map((summary, index) => {
      const { buyer_name: name, buyer_email: email } = rows[index]!
      return { ...summary, buyer: { name, email } }
    }),
    ...page.numbers,
    statuses,
  }
}

/** Subscriptions per statement: databases limit the number of values in a statement. */
const BATCH = 500

/** One line per subscription, the newest first. */
export async function exportSubscriptions(shop: Shop, admin: SignedIn): Promise<Download> {
  await logChange(shop.db, shop, admin, {
    subject: 'subscription',
    name: 'All subscriptions',
    action: 'Exported',
  })
  return { name: `subscriptions-${nowAt(shop.clock).day}.csv`, content: await contentOf(shop) }
}

async function contentOf(shop: Shop): Promise<string> {
  const paid = await paidBySubscription(shop)
  const rows = await shop.db
    .selectFrom('subscriptions')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const lines = [csvHead(Object.keys(COLUMNS))]
  for (const some of inBatches(rows, BATCH)) {
    const items = await readItems(
      shop,
      some.map(({ id }) => id),
    )
    const itemsOf = Map.groupBy(items, ({ subscription_id: id }) => id)
    for (const row of some) {
      const line = { ...row, items: itemsOf.get(row.id) ?? [], ...(paid.get(row.id) ?? NOTHING) }
      lines.push(csvLine(Object.values(COLUMNS).map((cell) => cell(line))))
    }
  }
  return lines.join('')
}

type Line = SubscriptionRow & { items: Item[]; deliveries: number; cents: number }
const NOTHING = { deliveries: 0, cents: 0 }

/** The paid deliveries of each subscription, and their items after discounts. */
async function paidBySubscription({ db }: Shop) {
  const rows = await db
    .selectFrom('subscription_deliveries as delivery')
    .innerJoin('orders', 'orders.id', 'delivery.order_id')
    .select((eb) => [
      'subscription_id',
      eb.fn.countAll<number>().as('deliveries'),
      eb.fn.sum<number>('items_cents').as('cents'),
    ])
    .where('paid_at', 'is not', null)
    .groupBy('subscription_id')
    .execute()
  return new Map(rows.map(({ subscription_id: id, deliveries, cents }) => [id, { deliveries, cents }]))
}

const COLUMNS: Record<string, (line: Line) => Cell> = {
  Since: ({ created_at: at }) => dayOf(new Date(at)),
  Status: ({ status }) => status,
  Name: ({ buyer_name: name }) => name,
  Email: ({ buyer_email: email }) => email,
  Items: ({ items }) => items.map(itemText).join('; '),
  Frequency: ({ weeks }) => frequencyText(weeks),
  'Discount in percent': ({ discount_percent: percent }) => percent,
  'Next delivery': ({ next_on: on }) => on,
  'Delivered to': ({ is_pickup, city, ship_state: state, country }) =>
    is_pickup ? 'Pickup at the bar' : [city, state, country].join(', '),
  Gift: ({ gift_note: note }) => (note === null ? 'no' : 'yes'),
  'Paid deliveries': ({ deliveries }) => deliveries,
  'Paid for items': ({ cents }) => toDollars(cents),
  'Consent given': ({ consent_text: text, consented_at: at }) => (text === '' ? null : dayOf(new Date(at))),
  Canceled: ({ canceled_at: at }) => (at === null ? null : dayOf(new Date(at))),
  Reason: ({ cancel_reason: reason }) => reason,
}
