/** Records that the search of the desk finds by their names: people, products, subscriptions and what is announced. */
import { sql, type RawBuilder } from 'kysely'
import type { Hit } from '#shared/backoffice/api/desk-search.ts'
import { beginsWith, containsAll, namesHave } from '#server/kernel/db/search.ts'
import type { Shop } from '#server/platform/shop.ts'
import { TAKEN, type Asked } from './asked.ts'

export async function findPeople({ db }: Shop, { text, words }: Asked): Promise<Hit[]> {
  if (words.length === 0) return []
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where((eb) => eb.or([containsAll('users.search_text', words), eb('id', '=', text)]))
    // Names that begin with the text come first, then the newest.
    .orderBy(sql`case when ${beginsWith('users.search_text', words.join(' '))} then 0 else 1 end`)
    .orderBy('created_at', 'desc')
    .limit(TAKEN)
    .execute()
  return rows.map(({ id, name, email }) => ({
    title: name,
    detail: email,
    to: `/admin/user/${id}/edit`,
    isExact: isSame(email, text) || id === text,
  }))
}

/** Wholesale accounts, also by the name and address of a person who acts for one. */
export async function findAccounts({ db }: Shop, { text, words }: Asked): Promise<Hit[]> {
  if (words.length === 0) return []
  const people = db
    .selectFrom('buyers')
    .select('company_id')
    .where('removed_at', 'is', null)
    .where(await namesHave(db, 'buyers', ['name', 'email'], words))
  const rows = await db
    .selectFrom('companies')
    .select(['id', 'trade_name', 'legal_name', 'city', 'status'])
    .where((eb) =>
      eb.or([containsAll('companies.search_text', words), eb('id', '=', text), eb('id', 'in', people)]),
    )
    .orderBy(sql`case when ${beginsWith('companies.search_text', words.join(' '))} then 0 else 1 end`)
    .orderBy('created_at', 'desc')
    .limit(TAKEN)
    .execute()
  return rows.map(({ id, trade_name: trade, legal_name: legal, city, status }) => ({
    title: trade || legal,
    detail: [city, status === 'approved' ? '' : status].filter(Boolean).join(', '),
    to: `/admin/account/${id}`,
    isExact: id === text,
  }))
}

export async function findProducts({ db }: Shop, { text, words }: Asked): Promise<Hit[]> {
  const sizes = db
    .selectFrom('product_sizes')
    .select('product_id')
    .where('removed_at', 'is', null)
    .where(sql<boolean>`lower(sku) = ${text.toLowerCase()}`)
  const skus = new Set((await sizes.execute()).map(({ product_id: id }) => id))
  const rows = await db
    .selectFrom('products')
    .select(['id', 'name', 'category', 'is_draft'])
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('id', 'in', ['', text, ...skus]),
        ...(words.length > 0 ? [containsAll('products.search_text', words)] : []),
      ]),
    )
    .orderBy(sql`case when ${beginsWith('products.search_text', words.join(' '))} then 0 else 1 end`)
    .orderBy('is_draft')
    .orderBy('created_at', 'desc')
    .limit(TAKEN)
    .execute()
  return rows.map(({ id, name, category, is_draft: isDraft }) => ({
    title: name,
    detail: isDraft ? `${category}, draft` : category,
    to: `/admin/product/${id}/edit`,
    isExact: skus.has(id) || id === text,
  }))
}

export async function findSubscriptions({ db }: Shop, { text, words }: Asked): Promise<Hit[]> {
  if (words.length === 0) return []
  const isNamed = await namesHave(db, 'subscriptions', ['buyer_name', 'buyer_email'], words)
  const rows = await db
    .selectFrom('subscriptions')
    .select(['id', 'buyer_name', 'buyer_email', 'status'])
    .where((eb) => eb.or([eb('id', '=', text), isNamed]))
    .orderBy(sql`case when status in ('canceled', 'ended') then 1 else 0 end`)
    .orderBy('created_at', 'desc')
    .limit(TAKEN)
    .execute()
  return rows.map(({ id, buyer_name: name, buyer_email: email, status }) => ({
    title: `Subscription of ${name}`,
    detail: status,
    to: `/admin/subscription/${id}`,
    isExact: isSame(email, text) || id === text,
  }))
}

type Announced = {
  table: 'events' | 'artists' | 'newsletters'
  title: RawBuilder<string>
  detail: RawBuilder<string>
  /** The columns that have the words. */
  texts: readonly string[]
  newest: string
  folder: string
}

/** Finds rows of a small table by words, the newest first. */
function findBy({ table, title, detail, texts, newest, folder }: Announced) {
  return async ({ db }: Shop, { words }: Asked): Promise<Hit[]> => {
    if (words.length === 0) return []
    const rows = await db
      .selectFrom(table)
      .select(['id', title.as('title'), detail.as('detail')])
      .where(await namesHave(db, table, texts, words))
      .orderBy(sql.ref(newest), 'desc')
      .limit(TAKEN)
      .execute()
    return rows.map(({ id, ...row }) => ({ ...row, to: `/admin/${folder}/${id}/edit`, isExact: false }))
  }
}

export const findEvents = findBy({
  table: 'events',
  title: sql`title`,
  // The day.
  detail: sql`substr(starts, 1, 10)`,
  texts: ['title', 'place'],
  newest: 'starts',
  folder: 'events',
})

export const findArtists = findBy({
  table: 'artists',
  title: sql`name`,
  detail: sql`title`,
  texts: ['name', 'title'],
  newest: 'created_at',
  folder: 'artshow',
})

export const findNewsletters = findBy({
  table: 'newsletters',
  title: sql`subject`,
  detail: sql`state`,
  texts: ['subject'],
  newest: 'created_at',
  folder: 'newsletters',
})

const isSame = (saved: string, typed: string) => saved.toLowerCase() === typed.toLowerCase()
