/** Subscriptions for the owner: the list, and the coffees of roaster's choice. */
import { sql } from 'kysely'
import type { Body, Query, Reply } from '#shared/platform/api/endpoint.ts'
import type { subscriptionAdmin } from '#shared/subscriptions/api/subscription-admin.ts'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { SUBSCRIPTION_STATUSES, TASTES, TASTE_NAMES } from '#shared/platform/subscriptions.ts'
import { beginsWith, searchTerms } from '#server/kernel/db/search.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { badRequest } from '#server/kernel/errors.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { readRotation } from '#server/checkout/subscribing/choice.ts'
import { toSummaries } from './read.ts'

const PAGE_SIZE = 20

/** One page of the subscriptions, newest first. */
export async function listSubscriptions(
  shop: Shop,
  { pageNumber, keyword = '', status }: Query<typeof subscriptionAdmin.list>,
): Promise<Reply<typeof subscriptionAdmin.list>> {
  const words = searchTerms(keyword)
  const buyer = sql.raw("lower(subscriptions.buyer_name || ' ' || subscriptions.buyer_email)")
  const isBuyer = words.map(
    (word) => sql<boolean>`${buyer} like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`,
  )
  const all = shop.db
    .selectFrom('subscriptions')
    .$if(words.length > 0, (query) =>
      query.where((eb) => eb.or([eb.and(isBuyer), beginsWith('subscriptions.id', words[0]!)])),
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
  const rows = await all
    .selectAll()
    .$if(status !== undefined, (query) => query.where('status', '=', status!))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE_SIZE)
    .offset((pageNumber - 1) * PAGE_SIZE)
    .execute()
  const summaries = await toSummaries(shop, rows)
  return {
    subscriptions: summaries.map((summary, index) => {
      const { buyer_name: name, buyer_email: email } = rows[index]!
      return { ...summary, buyer: { name, email } }
    }),
    page: pageNumber,
    pages: Math.ceil(count / PAGE_SIZE),
    statuses,
  }
}

export async function rotationForAdmin(shop: Shop): Promise<Reply<typeof subscriptionAdmin.rotation>> {
  const rotation = await readRotation(shop.db)
  return {
    tastes: TASTES.map((taste) => ({
      taste,
      name: TASTE_NAMES[taste],
      isOwn: rotation[taste].isOwn,
      coffees: rotation[taste].coffees.map(({ productId: product, name, inStock }) => ({
        product,
        name,
        inStock,
      })),
    })),
  }
}

/** Saves the coffees of a taste. Throws 400 for products that are not coffees on sale, or that are listed twice. */
export async function saveRotation(
  shop: Shop,
  admin: SignedIn,
  { taste, coffees }: Body<typeof subscriptionAdmin.saveRotation>,
): Promise<Reply<typeof subscriptionAdmin.saveRotation>> {
  if (new Set(coffees).size !== coffees.length) throw badRequest('List each coffee once')
  await transact(shop.db, async (tx) => {
    const known = coffees.length
      ? await tx
          .selectFrom('products')
          .select(['id', 'name'])
          .where('id', 'in', coffees)
          .where('category', '=', COFFEE_BEANS)
          .where('deleted_at', 'is', null)
          .execute()
      : []
    if (known.length !== coffees.length) throw badRequest('Choose coffees that are in the shop')
    const before = (await readRotation(tx))[taste]
    await tx.deleteFrom('rotation_coffees').where('taste', '=', taste).execute()
    const rows = coffees.map((product_id, position) => ({ taste, position, product_id }))
    if (rows.length > 0) await tx.insertInto('rotation_coffees').values(rows).execute()
    const namesOf = (ids: string[]) => ids.map((id) => known.find((each) => each.id === id)?.name ?? '')
    const change = {
      field: TASTE_NAMES[taste],
      before: before.isOwn ? before.coffees.map(({ name }) => name).join(', ') : '',
      after: namesOf(coffees).join(', '),
    }
    if (change.before !== change.after)
      await logChange(tx, shop, admin, {
        subject: 'setting',
        id: 'subscribing',
        name: 'Roaster’s choice',
        action: 'Changed',
        changes: [change],
      })
  })
  shop.changed({ tag: 'Product' })
  return rotationForAdmin(shop)
}
