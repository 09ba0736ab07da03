/** Records that the search of the desk finds by their codes: lots, batches, discount codes, gift cards; and messages. */
import { sql, type RawBuilder } from 'kysely'
import type { Hit } from '#shared/backoffice/api/desk-search.ts'
import { formatCents } from '#shared/kernel/pricing.ts'
import { beginsWith, containsAll, namesHave } from '#server/kernel/db/search.ts'
import type { Shop } from '#server/platform/shop.ts'
import { issuedCards, matchesCard } from '#server/checkout/gift-cards/read-cards.ts'
import { TAKEN, type Asked } from './asked.ts'

/** Lots of green coffee, also by name and supplier, and lots of bags by their code. */
export async function findLots({ db }: Shop, { text, words }: Asked): Promise<Hit[]> {
  const code = text.toUpperCase()
  const isNamed = await namesHave(db, 'green_lots', ['code', 'name', 'supplier'], words)
  const green = await db
    .selectFrom('green_lots')
    .select(['id', 'code', 'name', 'supplier'])
    .where((eb) => eb.or([startsWithCode('green_lots.code', code), ...(words.length > 0 ? [isNamed] : [])]))
    .orderBy(wholeFirst('green_lots.code', code))
    .orderBy(sql`case when archived_at is null then 0 else 1 end`)
    .orderBy('created_at', 'desc')
    .limit(TAKEN)
    .execute()
  const bags = await db
    .selectFrom('coffee_lots')
    .select(['id', 'code'])
    .where(startsWithCode('coffee_lots.code', code))
    .orderBy(wholeFirst('coffee_lots.code', code))
    .orderBy('code', 'desc')
    .limit(TAKEN)
    .execute()
  return [
    ...green.map(({ id, code: own, name, supplier }) => ({
      title: `${own}, ${name}`,
      detail: supplier ? `green coffee of ${supplier}` : 'green coffee',
      to: `/admin/green-coffee/${id}`,
      isExact: own.toUpperCase() === code,
    })),
    ...bags.map(({ code: own }) => ({
      title: own,
      detail: 'lot of bags',
      to: `/admin/recall?q=${encodeURIComponent(own)}`,
      isExact: own.toUpperCase() === code,
    })),
  ]
}

export async function findBatches({ db }: Shop, { text }: Asked): Promise<Hit[]> {
  const code = text.toUpperCase()
  const rows = await db
    .selectFrom('batches')
    .innerJoin('roasts', 'roasts.id', 'batches.roast_id')
    .select(['batches.id', 'batches.code', 'batches.state', 'roasts.name'])
    .where(startsWithCode('batches.code', code))
    .orderBy(wholeFirst('batches.code', code))
    .orderBy('batches.code', 'desc')
    .limit(TAKEN)
    .execute()
  return rows.map(({ id, code: own, state, name }) => ({
    title: `Batch ${own}`,
    detail: `${name}, ${state}`,
    to: `/admin/batch/${id}`,
    isExact: own === code,
  }))
}

export async function findCodes({ db }: Shop, { text }: Asked): Promise<Hit[]> {
  const code = text.toUpperCase()
  const rows = await db
    .selectFrom('discount_codes')
    .select(['id', 'code'])
    .where(startsWithCode('discount_codes.code', code))
    .orderBy('code')
    .limit(TAKEN)
    .execute()
  return rows.map((row) => ({
    title: row.code,
    detail: 'discount code',
    to: `/admin/discounts/${row.id}/edit`,
    isExact: row.code.toUpperCase() === code,
  }))
}

/** By the whole code, its last four characters, or the people of the card. */
export async function findGiftCards({ db }: Shop, { text, words }: Asked): Promise<Hit[]> {
  if (words.length === 0) return []
  const rows = await issuedCards(db)
    .select([
      'gift_cards.id',
      'gift_cards.last_four',
      'gift_cards.balance_cents',
      'gift_cards.recipient_name',
    ])
    .where(await matchesCard(db, text))
    .orderBy('gift_cards.created_at', 'desc')
    .limit(TAKEN)
    .execute()
  return rows.map(({ id, last_four: end, balance_cents: cents, recipient_name: name }) => ({
    title: `Gift card ending in ${end}`,
    detail: [name, `${formatCents(cents)} left`].filter(Boolean).join(', '),
    to: `/admin/gift-card/${id}`,
    isExact: text.replaceAll(/[\s-]/g, '').toUpperCase().endsWith(end),
  }))
}

export async function findMessages({ db }: Shop, { words }: Asked): Promise<Hit[]> {
  if (words.length === 0) return []
  const rows = await db
    .selectFrom('messages')
    .select(['id', 'name', 'message', 'status'])
    .where(containsAll('messages.search_text', words))
    .orderBy(sql`case when status = 'new' then 0 else 1 end`)
    .orderBy('created_at', 'desc')
    .limit(TAKEN)
    .execute()
  return rows.map(({ id, name, message }) => ({
    title: name,
    detail: message.length > 80 ? `${message.slice(0, 80)}…` : message,
    to: `/admin/messages?id=${id}`,
    isExact: false,
  }))
}

/** SQL condition: a code begins with the text in capitals. */
function startsWithCode(column: string, code: string): RawBuilder<boolean> {
  return beginsWith(sql`upper(${sql.ref(column)})`, code)
}

/** SQL: sorts the record with the whole code before those with codes that begin with it. */
function wholeFirst(column: string, code: string): RawBuilder<number> {
  return sql<number>`case when upper(${sql.ref(column)}) = ${code} then 0 else 1 end`
}
