/** Lists gift cards for staff, and reads one with all its moves. */
import { sql, type RawBuilder } from 'kysely'
import type { Query, Reply } from '#shared/platform/api/endpoint.ts'
import type { CardForStaff, giftCardAdmin, ListedCard } from '#shared/checkout/api/gift-card-admin.ts'
import { readCode } from '#shared/checkout/gift-cards.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import { planPage } from '#server/kernel/db/page-span.ts'
import { namesHave, searchTerms } from '#server/kernel/db/search.ts'
import type { Db, GiftCardRow } from '#server/kernel/db/schema.ts'
import { notFound } from '#server/kernel/errors.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { isReal } from '#server/platform/invented.ts'
import type { Shop } from '#server/platform/shop.ts'
import { hashOf, unseal } from './codes.ts'
import { centsLeftToSell } from './sell-limit.ts'

const PAGE_SIZE = 20

const SORT_KEYS = {
  date: sql`gift_cards.created_at`,
  name: sql`lower(gift_cards.recipient_name)`,
  amount: sql`gift_cards.cents`,
  left: sql`gift_cards.balance_cents`,
}

/** A page of the issued cards, newest first or sorted. A page out of range is empty. */
export async function listCards(
  shop: Shop,
  staff: SignedIn,
  { keyword = '', sort, ...asked }: Query<typeof giftCardAdmin.list>,
): Promise<Reply<typeof giftCardAdmin.list>> {
  const isFound = await matchesCard(shop.db, keyword)
  const matching = issuedCards(shop.db).$if(keyword !== '', (query) => query.where(isFound))
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const page = planPage(total, asked, PAGE_SIZE)
  const by = [SORT_KEYS[sort ?? 'date'], sql`gift_cards.id`]
  const cards = shop.db
    .selectFrom('gift_cards')
    .leftJoin('orders', 'orders.id', 'gift_cards.order_id')
    .selectAll('gift_cards')
    .select('orders.number')
    .where('gift_cards.id', 'in', page.pick(matching.select('gift_cards.id'), by))
  const rows = await page.sort(cards, by).execute()
  const { cents } = await shop.db
    .selectFrom('gift_cards')
    .select((eb) => eb.fn.sum<number | null>('balance_cents').as('cents'))
    .where('is_subscription', '=', 0)
    .executeTakeFirstOrThrow()
  const left = await centsLeftToSell(shop, staff)
  return {
    cards: rows.map(toListed),
    ...page.numbers,
    outstanding: toDollars(cents ?? 0),
    mayStillSell: left === null ? null : toDollars(left),
  }
}

/** The gift cards that have a code, without those of unpaid and closed orders. */
export function issuedCards(db: Db) {
  return db
    .selectFrom('gift_cards')
    .leftJoin('orders', 'orders.id', 'gift_cards.order_id')
    .where('gift_cards.state', 'not in', ['ordered', 'void'])
    .where('is_subscription', '=', 0)
}

/** By the code, its last four characters, the number of the order, or words of names and emails. */
export async function matchesCard(db: Db, keyword: string): Promise<RawBuilder<boolean>> {
  const code = readCode(keyword)
  if (code !== null) return sql<boolean>`code_hash = ${hashOf(code)}`
  const words = searchTerms(keyword)
  const isNamed = await namesHave(
    db,
    'gift_cards',
    ['recipient_name', 'recipient_email', 'sender_name'],
    words,
  )
  const upper = keyword.toUpperCase().replace(/^NO\.?\s*/, '')
  return sql<boolean>`(last_four = ${upper}
    or gift_cards.order_id = (select id from orders where number = ${upper})
    or ${isNamed})`
}

/** One issued card for staff. Throws 404. */
export async function readCardForStaff(shop: Shop, id: string): Promise<CardForStaff> {
  const row = await issuedCards(shop.db)
    .selectAll('gift_cards')
    .select(['orders.number', isReal('gift_cards', 'gift_cards.id').as('isReal')])
    .where('gift_cards.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('Gift card')
  const moves = await shop.db
    .selectFrom('gift_card_moves')
    .leftJoin('orders', 'orders.id', 'gift_card_moves.order_id')
    .selectAll('gift_card_moves')
    .select('orders.number')
    .where('card_id', '=', id)
    .orderBy('at', 'desc')
    .orderBy('gift_card_moves.id', 'desc')
    .execute()
  const next = row.replaced_by === null ? null : await lastFourOf(shop.db, row.replaced_by)
  return {
    ...toListed(row),
    from: row.sender_name,
    note: row.note,
    sendOn: row.send_on,
    mailedAt: row.mailed_at,
    canPrint: row.state === 'active' && (await unseal(shop, row)) !== null,
    isInvented: !row.isReal,
    replacedBy: next,
    moves: moves.map((move) => ({
      _id: move.id,
      kind: move.kind,
      amount: toDollars(move.cents),
      order: orderOf(move.order_id, move.number),
      reason: move.reason,
      by: move.actor,
      at: move.at,
    })),
  }
}

async function lastFourOf(db: Db, id: string): Promise<{ _id: string; lastFour: string }> {
  const { last_four: lastFour } = await db
    .selectFrom('gift_cards')
    .select('last_four')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { _id: id, lastFour }
}

function toListed(row: GiftCardRow & { number: string | null }): ListedCard {
  return {
    _id: row.id,
    lastFour: row.last_four,
    state: row.state,
    balance: toDollars(row.balance_cents),
    amount: toDollars(row.cents),
    to: { name: row.recipient_name, email: row.recipient_email },
    order: orderOf(row.order_id, row.number),
    soldBy: row.sold_by ?? '',
    createdAt: row.created_at,
  }
}

function orderOf(id: string | null, number: string | null) {
  return id === null ? null : { _id: id, number: number ?? id }
}
