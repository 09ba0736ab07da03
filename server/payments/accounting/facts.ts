/**
 * What is to be booked, derived from payments, refunds and replacements. Amounts are in cents. Money that leaves is
 * negative. The parts of a payment add up to the captured amount: an amount that does not belong to the price of the
 * order is `other`. Selling a gift card is not a sale of goods: the shop owes its amount (`gift_card_cents`) until the
 * card is spent. Goods are net of discounts; `discount_cents` is for information only.
 */
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { TENDER_KINDS } from '#shared/checkout/tenders.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { FIRST_OF_LEDGER, LEDGER, OF_LEDGER, OPENING } from './receivables.ts'
import type { AccountingLines } from '#server/kernel/db/tables/payments.ts'

export const AMOUNTS = [
  'goods_cents',
  'shipping_cents',
  'tax_cents',
  'goodwill_cents',
  'other_cents',
  'fee_cents',
  'discount_cents',
  'gift_card_cents',
  'till_cents',
  'machine_cents',
  'rounding_cents',
  'over_short_cents',
  'cash_move_cents',
  'bank_cents',
  'receivable_cents',
] as const satisfies readonly (keyof AccountingLines)[]

export type Amounts = Pick<Selectable<AccountingLines>, (typeof AMOUNTS)[number]>

export type Fact = Amounts &
  Pick<
    Selectable<AccountingLines>,
    'source' | 'kind' | 'order_id' | 'order_number' | 'happened_at' | 'paid_with'
  > & {
    /** Whether PayPal's fee is still unknown; `fee_cents` is 0 then. */
    lacks_fee: 0 | 1
  }

/** Whether the payment pays for the order. For a fully refunded payment, its refunds tell this. */
const PAID_FOR_ORDER = sql`(payments.state = 'completed' or (payments.state = 'refunded' and exists (
  select 1 from refunds where refunds.payment_id = payments.id and refunds.state = 'completed' and refunds.of_sale = 1)))`

const partOf = (column: 'discount_cents' | 'items_cents' | 'shipping_cents' | 'tax_cents') =>
  sql`case when ${PAID_FOR_ORDER} then orders.${sql.raw(column)} else 0 end`

/** Whether the payment pays for the purchase of a gift card. */
const BUYS_CARD = sql`(orders.is_gift_card = 1 and ${PAID_FOR_ORDER})`

/**
 * How the payment changes what the shop owes: plus the gift card that it buys, minus the gift cards that were spent on
 * the order. An order that pays invoices buys no card.
 */
const OWED = sql`case when ${PAID_FOR_ORDER}
  then (orders.is_gift_card - orders.pays_invoices) * orders.total_cents - orders.gift_card_cents else 0 end`

/** `paid_with` of a booking of which the card machine took a part, and cash the rest. */
export const SPLIT = 'machine+cash'

const TENDERS = sql.join(TENDER_KINDS.map((kind) => sql.lit(kind)))
const IS_TENDER = sql`payments.provider in (${TENDERS})`

/** What the provider reported, or the chosen method. */
const PAID_WITH = sql`case when payments.provider = 'gift-card' or ${IS_TENDER} then payments.provider
    else coalesce(payments.paid_with, payments.method) end`

/**
 * What a tender moves, beside the clearing account of PayPal: cash of the drawer with its rounding, money of the card machine,
 * checks and bank transfers. Negative, because the other parts of the booking contain it.
 */
const byHand = (sumOf: (cents: RawBuilder<unknown>) => RawBuilder<unknown>) => sql`
    -${sumOf(sql`case when tenders.kind = 'cash' then tenders.cents + tenders.rounding_cents else 0 end`)} as till_cents,
    -${sumOf(sql`case when tenders.kind = 'machine' then tenders.cents else 0 end`)} as machine_cents,
    ${sumOf(sql`tenders.rounding_cents`)} as rounding_cents, 0 as over_short_cents, 0 as cash_move_cents,
    -${sumOf(sql`case when tenders.kind in ('check', 'transfer') then tenders.cents else 0 end`)} as bank_cents`

/** All tenders of the order, because it is booked once. */
const OF_SALE = byHand(
  (cents) => sql`(select cast(coalesce(sum(${cents}), 0) as integer) from tenders
      where tenders.order_id = payments.order_id and tenders.refund_id is null and ${IS_TENDER})`,
)
const OF_REFUND = byHand((cents) => sql`coalesce(${cents}, 0)`)

/** Another payment by hand of the same order: the card machine took a part, and the rest was cash. */
const OTHER_PART = sql`select 1 from payments as other where other.order_id = payments.order_id
  and ${IS_TENDER} and other.provider in (${TENDERS}) and other.id <> payments.id`

/** An order is booked with its first payment at PayPal or by hand, or with its gift card payment if gift cards pay all of it. */
const PAYMENTS = sql`
  select 'payment:' || payments.id as source,
    case when ${PAID_FOR_ORDER} then 'payment' else 'surplus' end as kind,
    payments.order_id, orders.number as order_number, payments.captured_at as happened_at,
    case when ${BUYS_CARD} then 0 else ${partOf('items_cents')} end as goods_cents,
    ${partOf('shipping_cents')} as shipping_cents,
    ${partOf('tax_cents')} as tax_cents,
    0 as goodwill_cents,
    case when payments.provider = 'gift-card' or ${IS_TENDER} then 0 else payments.captured_cents
      - case when ${PAID_FOR_ORDER} then orders.total_cents - orders.gift_card_cents else 0 end end as other_cents,
    coalesce(payments.fee_cents, 0) as fee_cents,
    ${partOf('discount_cents')} as discount_cents,
    ${OWED} as gift_card_cents, ${OF_SALE},
    case when orders.pays_invoices = 1 and ${PAID_FOR_ORDER} then orders.total_cents else 0 end as receivable_cents,
    case when exists (${OTHER_PART}) then ${sql.lit(SPLIT)} else ${PAID_WITH} end as paid_with,
    case when payments.fee_cents is null then 1 else 0 end as lacks_fee
  from payments join orders on orders.id = payments.order_id
  where payments.captured_at is not null and payments.state in ('completed', 'refund_due', 'refunded')
    and (payments.provider <> 'gift-card' or orders.gift_card_cents = orders.total_cents)
    and not exists (${OTHER_PART} and other.id < payments.id)`

/** What the refund of a gift card purchase took from the card. The rest was already spent, so the shop loses it. */
const TAKEN = sql`coalesce((select sum(cents) from gift_card_moves where refund_id = refunds.id and kind = 'returned'), 0)`

const REFUNDS = sql`
  select 'refund:' || refunds.id as source,
    case when refunds.provider_refund_id = payments.capture_id || '-rest' then 'reversal' else 'refund' end as kind,
    payments.order_id, orders.number as order_number, refunds.completed_at as happened_at,
    case when orders.is_gift_card = 1 or ${OF_LEDGER} then 0 else -refunds.goods_cents end as goods_cents,
    case when ${OF_LEDGER} then 0 else -refunds.shipping_cents end as shipping_cents,
    case when ${OF_LEDGER} then 0 else -refunds.tax_cents end as tax_cents,
    case when ${OF_LEDGER} then 0 else -refunds.goodwill_cents
      - case when orders.is_gift_card = 1 then refunds.goods_cents + ${TAKEN} else 0 end end as goodwill_cents,
    refunds.goods_cents + refunds.shipping_cents + refunds.tax_cents + refunds.goodwill_cents - refunds.amount_cents
      as other_cents,
    -coalesce(refunds.fee_back_cents, 0) as fee_cents,
    0 as discount_cents,
    case when payments.provider = 'gift-card' then refunds.amount_cents
      when orders.is_gift_card = 1 and orders.pays_invoices = 0 then ${TAKEN} else 0 end as gift_card_cents, ${OF_REFUND},
    case when ${OF_LEDGER} then -(refunds.goods_cents + refunds.shipping_cents + refunds.tax_cents
      + refunds.goodwill_cents) else 0 end as receivable_cents,
    ${PAID_WITH} as paid_with,
    0 as lacks_fee
  from refunds join payments on payments.id = refunds.payment_id join orders on orders.id = payments.order_id
    left join tenders on tenders.refund_id = refunds.id
  where refunds.state = 'completed'`

const REPLACEMENTS = sql`
  select 'order:' || orders.id as source, 'replacement' as kind,
    orders.id as order_id, orders.number as order_number, orders.paid_at as happened_at,
    0 as goods_cents, 0 as shipping_cents, 0 as tax_cents, 0 as goodwill_cents, 0 as other_cents,
    0 as fee_cents, 0 as discount_cents, 0 as gift_card_cents, 0 as till_cents, 0 as machine_cents,
    0 as rounding_cents, 0 as over_short_cents, 0 as cash_move_cents, 0 as bank_cents,
    0 as receivable_cents, '' as paid_with,
    0 as lacks_fee
  from orders where orders.replaces_order_id is not null and orders.paid_at is not null`

/** Gift cards that are sold at the bar, and changes of balances by staff. */
const CARDS = sql`
  select 'card:' || moves.id as source,
    case when moves.kind = 'sold' then 'card-sale' else 'card-change' end as kind,
    '' as order_id, gift_cards.last_four as order_number, moves.at as happened_at,
    0 as goods_cents, 0 as shipping_cents, 0 as tax_cents,
    case when moves.kind = 'sold' then 0 else -moves.cents end as goodwill_cents,
    0 as other_cents, 0 as fee_cents, 0 as discount_cents, moves.cents as gift_card_cents,
    case when moves.kind = 'sold' and moves.paid_by <> 'machine' then -moves.cents else 0 end as till_cents,
    case when moves.kind = 'sold' and moves.paid_by = 'machine' then -moves.cents else 0 end as machine_cents,
    0 as rounding_cents, 0 as over_short_cents, 0 as cash_move_cents, 0 as bank_cents,
    0 as receivable_cents, '' as paid_with,
    0 as lacks_fee
  from gift_card_moves as moves join gift_cards on gift_cards.id = moves.card_id
  where moves.kind in ('sold', 'adjusted')`

/** What counts of the cash drawer found more than expected, and what was paid into it; negative for less. */
const IN_DRAWER = sql`
  select 'day:' || id || ':start' as source, opened_at as at, start_cents - left_cents as over_short, 0 as moved
    from counter_days where left_cents is not null
  union all
  select 'day:' || id, closed_at, counted_cents - expected_cents, 0 from counter_days where closed_at is not null
  union all
  select 'correction:' || id, at, cents, 0 from counter_moves where kind = 'correction'
  union all
  select 'move:' || id, at, 0, cents from counter_moves where kind in ('in', 'out') and is_booked = 1`

const COUNTER_DAYS = sql`
  select source, 'counter-day' as kind, '' as order_id, '' as order_number, at as happened_at,
    0 as goods_cents, 0 as shipping_cents, 0 as tax_cents, 0 as goodwill_cents, 0 as other_cents, 0 as fee_cents,
    0 as discount_cents, 0 as gift_card_cents, -over_short - moved as till_cents, 0 as machine_cents,
    0 as rounding_cents, over_short as over_short_cents, moved as cash_move_cents, 0 as bank_cents,
    0 as receivable_cents, '' as paid_with, 0 as lacks_fee
  from (${IN_DRAWER}) as in_drawer where over_short <> 0 or moved <> 0`

/** The facts from `from` until before `until`, in the order of the books. */
export async function readFacts(db: Db, from: string, until: string): Promise<Fact[]> {
  const facts = [PAYMENTS, REFUNDS, REPLACEMENTS, CARDS, COUNTER_DAYS, ...LEDGER].map(
    (each) => sql`select * from (${each}) as facts
    where happened_at >= ${from} and happened_at < ${until}`,
  )
  const { rows } = await sql<Fact>`${sql.join(facts, sql` union all `)} order by happened_at, source`.execute(
    db,
  )
  return rows
}

/** What the shop owes for gift cards at a moment, in cents: what was sold, minus what was spent. */
export async function readOwed(db: Db, until: string): Promise<number> {
  const { rows } = await sql<{ cents: number | null }>`
    select cast(sum(gift_card_cents) as integer) as cents
    from (${PAYMENTS} union all ${REFUNDS} union all ${CARDS}) as facts where happened_at < ${until}`.execute(
    db,
  )
  return rows[0]?.cents ?? 0
}

/** What wholesale accounts owe at a moment, in cents, less their credit. */
export async function readReceivables(db: Db, until: string): Promise<number> {
  const { rows } = await sql<{ cents: number | null }>`
    select cast(-sum(receivable_cents) as integer) as cents from (
      select happened_at, receivable_cents
        from (${sql.join([PAYMENTS, REFUNDS, ...LEDGER], sql` union all `)}) as booked
      union all ${OPENING}
    ) as facts where happened_at < ${until}`.execute(db)
  return rows[0]?.cents ?? 0
}

/** The part of it that is left on the cards of gift subscriptions, which the list of gift cards does not have, in cents. */
export async function readGiftSubscriptionsOwed(db: Db, until: string): Promise<number> {
  const { cents } = await db
    .selectFrom('gift_card_moves')
    .innerJoin('gift_cards', 'gift_cards.id', 'card_id')
    .where('is_subscription', '=', 1)
    .where('at', '<', until)
    .select((eb) => eb.fn.sum<number | null>('gift_card_moves.cents').as('cents'))
    .executeTakeFirstOrThrow()
  return cents ?? 0
}

/** A difference between what is to be booked before a moment and what is booked in closed months. */
export type Difference = Omit<Fact, 'lacks_fee'> & { day: string | null }

/**
 * The differences between the facts and the bookings of closed months: late payments, refunds and fees, and refunds
 * that failed or were split again after the month was closed.
 * @param until the end of the last closed month
 */
export async function readDifferences(db: Db, until: string): Promise<Difference[]> {
  const sums = sql.join(AMOUNTS.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`))
  const differences = sql.join(
    AMOUNTS.map((name) => {
      const column = sql.raw(name)
      return sql`cast(coalesce(past.${column}, 0) - coalesce(booked.${column}, 0) as integer) as ${sql.ref(name)}`
    }),
  )
  const differ = sql.join(
    AMOUNTS.map((name) => sql`${sql.ref(name)} <> 0`),
    sql` or `,
  )
  const { rows } = await sql<Difference>`
    with past as (
      select * from (${sql.join([PAYMENTS, REFUNDS, CARDS, COUNTER_DAYS, ...LEDGER], sql` union all `)}) as facts
      where happened_at < ${until}
    ), booked as (
      select source, max(kind) as kind, max(order_id) as order_id, max(order_number) as order_number,
        max(happened_at) as happened_at, max(paid_with) as paid_with, min(coalesce(corrects, day)) as day, ${sums}
      from accounting_lines group by source
    ), sources as (select source from past union select source from booked)
    select * from (
      select sources.source, coalesce(past.kind, booked.kind) as kind,
        coalesce(past.order_id, booked.order_id) as order_id,
        coalesce(past.order_number, booked.order_number) as order_number,
        coalesce(past.happened_at, booked.happened_at) as happened_at,
        coalesce(past.paid_with, booked.paid_with) as paid_with, booked.day, ${differences}
      from sources left join past on past.source = sources.source left join booked on booked.source = sources.source
    ) as compared
    where ${differ}
    order by happened_at, source`.execute(db)
  return rows
}

/** The moment of the first fact; null if there is none. */
export async function firstFact(db: Db): Promise<string | null> {
  const { rows } = await sql<{ first: string | null }>`
    select min(first) as first from (
      select min(captured_at) as first from payments where captured_at is not null
      union all select min(at) from gift_card_moves where kind in ('sold', 'adjusted')
      union all select min(opened_at) from counter_days
      union all ${FIRST_OF_LEDGER}
    ) as facts`.execute(db)
  return rows[0]?.first ?? null
}
