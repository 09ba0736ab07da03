/** Counts the demo data that is still in the shop, and how much of it the owner has edited. */
import type { DemoCounts, DemoState } from '#shared/backoffice/api/demo.ts'
import { sitePages } from '#server/content/site-pages/values.ts'
import { allStates } from '#server/content/site-pages/versions.ts'
import type { Db, DemoKind } from '#server/kernel/db/schema.ts'
import type { Shop } from '#server/platform/shop.ts'
import { hasOwnMenu } from '#server/content/menu/menu.ts'
import { demoCards, removableCodes } from './demo-checkout.ts'
import { removableNewsletters } from './demo-news.ts'
import { countRoastery } from './demo-roastery.ts'
import { ordersOfAccounts } from './demo-wholesale.ts'
import { demoIds } from './marks.ts'

/** What a removal would delete, what stays because it was edited, and which pages the owner has not changed yet. */
export async function demoState({ db, clock }: Pick<Shop, 'db' | 'clock'>): Promise<DemoState> {
  const goes = await countDemo(db)
  const states = await allStates(db, clock)
  const left = await demoGoods(db).where('deleted_at', 'is', null).select('id').execute()
  const events = await countLeft(db, 'events')
  const artists = await countLeft(db, 'artists')
  const codes = await countLeft(db, 'discount_codes')
  const newsletters = await countLeft(db, 'newsletters')
  return {
    ...goes,
    kept: {
      goods: left.length - goes.products - goes.works,
      events: events - goes.events,
      artists: artists - goes.artists,
      codes: codes - goes.codes,
      newsletters: newsletters - goes.newsletters,
    },
    artistsWithoutWorks: (await removableArtists(db, 'deleted works').select('artists.id').execute()).length,
    originalPages: sitePages.filter(({ id }) => !states(id).live).map(({ title }) => title),
  }
}

/** The numbers of invented rows that a removal deletes. */
export async function countDemo(db: Db): Promise<DemoCounts> {
  const rows = await db
    .selectFrom('demo_rows')
    .groupBy('kind')
    .select((eb) => ['kind', eb.fn.countAll<number>().as('count')])
    .execute()
  const count = (kind: DemoKind) => rows.find((row) => row.kind === kind)?.count ?? 0
  const goods = await untouchedProducts(db)
    .leftJoin('works', 'works.product_id', 'products.id')
    .select('works.product_id as work')
    .execute()
  const works = goods.filter(({ work }) => work !== null).length
  const replacements = [...(await replacementIds(db)), ...(await ordersOfAccounts(db))]
  return {
    orders: count('orders'),
    replacements: replacements.length,
    labels: await countLabels(db, replacements),
    customers: count('users'),
    reviews: count('reviews'),
    messages: count('messages'),
    newsletters: (await removableNewsletters(db).select('id').execute()).length,
    subscribers: count('newsletter_subscribers'),
    subscriptions: count('subscriptions'),
    giftCards: (await demoCards(db)).sold,
    codes: (await removableCodes(db).select('id').execute()).length,
    ...(await countRoastery(db)),
    accounts: count('companies'),
    events: (await removableEvents(db).select('id').execute()).length,
    products: goods.length - works,
    works,
    artists: (await removableArtists(db, 'with works').select('artists.id').execute()).length,
    menuPages: (await hasOwnMenu(db)) ? 0 : (await demoMenuPages(db)).length,
  }
}

/**
 * The replacements that the owner has made for invented orders, and their replacements: a replacement cannot stay
 * without its original.
 */
export async function replacementIds(db: Db): Promise<string[]> {
  const rows = await db
    .withRecursive('replacing', (with_) =>
      with_
        .selectFrom('orders')
        .where('replaces_order_id', 'in', demoIds(db, 'orders'))
        .select('orders.id')
        .union(
          with_
            .selectFrom('orders')
            .innerJoin('replacing', 'replacing.id', 'orders.replaces_order_id')
            .select('orders.id'),
        ),
    )
    .selectFrom('replacing')
    .select('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Labels that the owner has bought for invented orders, at Shippo's sandbox or for real. */
async function countLabels(db: Db, replacements: string[]): Promise<number> {
  const { count } = await db
    .selectFrom('labels')
    .where((eb) =>
      eb.or([
        eb('order_id', 'in', demoIds(db, 'orders')),
        ...(replacements.length > 0 ? [eb('order_id', 'in', replacements)] : []),
      ]),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/**
 * The query for products of the demo that are not deleted and that no admin has saved. A sale does not change
 * `updated_at`.
 */
export function untouchedProducts(db: Db) {
  return demoGoods(db).where('deleted_at', 'is', null).whereRef('updated_at', '=', 'created_at')
}

function demoGoods(db: Db) {
  return db.selectFrom('products').where('products.id', 'in', demoIds(db, 'products'))
}

/** Events of the demo, without those that an admin has changed, and those for which real people have signed up. */
export function removableEvents(db: Db) {
  return db
    .selectFrom('events')
    .where('events.id', 'in', demoIds(db, 'events'))
    .where('version', '=', 1)
    .where('events.id', 'not in', (eb) =>
      eb.selectFrom('event_signups').select('event_id').where('email', '<>', ''),
    )
}

/**
 * Artists of the demo that no admin has saved, without those who have a work that stays: one that was sold, and one that the
 * owner has edited. Statements need the artist of a sold work.
 * @param goods whether the untouched works of the demo are removed too, or only those that are deleted already count as
 *   removed
 */
export function removableArtists(db: Db, goods: 'with works' | 'deleted works') {
  const staying = db
    .selectFrom('works')
    .innerJoin('products', 'products.id', 'works.product_id')
    .where((eb) => {
      const real = db.selectFrom('order_lines').where('order_id', 'not in', demoIds(db, 'orders'))
      const sold = eb('works.product_id', 'in', real.select('product_id'))
      const live = eb('products.deleted_at', 'is', null)
      const untouched = eb('works.product_id', 'in', untouchedProducts(db).select('products.id'))
      return eb.or([sold, goods === 'with works' ? eb.and([live, eb.not(untouched)]) : live])
    })
  return db
    .selectFrom('artists')
    .where('artists.id', 'in', demoIds(db, 'artists'))
    .whereRef('artists.updated_at', '=', 'artists.created_at')
    .where('artists.id', 'not in', staying.select('works.artist_id'))
    .where('artists.id', 'not in', (eb) =>
      eb
        .selectFrom('artist_payouts')
        .where('artist_payouts.id', 'not in', demoIds(db, 'artist_payouts'))
        .select('artist_id'),
    )
}

/** The number of rows of the demo that are still there. */
async function countLeft(
  db: Db,
  table: 'events' | 'artists' | 'discount_codes' | 'newsletters',
): Promise<number> {
  const rows = await db
    .selectFrom(table as 'events')
    .where('id', 'in', demoIds(db, table))
    .select('id')
    .execute()
  return rows.length
}

/** The files of the pages of the demo menu that are in the menu. */
export async function demoMenuPages(db: Db): Promise<string[]> {
  const pages = await db
    .selectFrom('menu_pages')
    .where('file', 'in', demoIds(db, 'menu_pages'))
    .select('file')
    .execute()
  return pages.map(({ file }) => file)
}
