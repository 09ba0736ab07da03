/**
 * What is to be booked, derived from payments, refunds and replacements. Amounts are in cents. Money that leaves is
 * negative. The parts of a payment add up to the captured amount: what does not belong to the price of the order is
 * `other`. Goods are net: `discount_cents` only says how much the discounts of the order were.
 */
import { sql, type Selectable } from 'kysely'
import type { Db } from '../db/schema.ts'
import type { AccountingLines } from '../db/tables/accounting.ts'

export const AMOUNTS = [
  'goods_cents',
  'shipping_cents',
  'tax_cents',
  'goodwill_cents',
  'other_cents',
  'fee_cents',
  'discount_cents',
] as const satisfies readonly (keyof AccountingLines)[]

export type Amounts = Pick<Selectable<AccountingLines>, (typeof AMOUNTS)[number]>

export type Fact = Amounts &
  Pick<AccountingLines, 'source' | 'kind' | 'order_id' | 'order_number' | 'happened_at'> & {
    /** Whether PayPal's fee is still unknown; `fee_cents` is 0 then. */
    lacks_fee: 0 | 1
  }

/** A fully refunded payment was for the order if its refunds were. */
const PAID_FOR_ORDER = sql`(payments.state = 'completed' or (payments.state = 'refunded' and exists (
  select 1 from refunds where refunds.payment_id = payments.id and refunds.state = 'completed' and refunds.of_sale = 1)))`

const partOf = (column: 'discount_cents' | 'items_cents' | 'shipping_cents' | 'tax_cents') =>
  sql`case when ${PAID_FOR_ORDER} then orders.${sql.raw(column)} else 0 end`

const PAYMENTS = sql`
  select 'payment:' || payments.id as source,
    case when ${PAID_FOR_ORDER} then 'payment' else 'surplus' end as kind,
    payments.order_id, orders.number as order_number, payments.captured_at as happened_at,
    ${partOf('items_cents')} as goods_cents,
    ${partOf('shipping_cents')} as shipping_cents,
    ${partOf('tax_cents')} as tax_cents,
    0 as goodwill_cents,
    payments.captured_cents
      - case when ${PAID_FOR_ORDER} then orders.items_cents + orders.shipping_cents + orders.tax_cents else 0 end
      as other_cents,
    coalesce(payments.fee_cents, 0) as fee_cents,
    ${partOf('discount_cents')} as discount_cents,
    case when payments.fee_cents is null then 1 else 0 end as lacks_fee
  from payments join orders on orders.id = payments.order_id
  where payments.captured_at is not null and payments.state in ('completed', 'refund_due', 'refunded')`

const REFUNDS = sql`
  select 'refund:' || refunds.id as source,
    case when refunds.provider_refund_id = payments.capture_id || '-rest' then 'reversal' else 'refund' end as kind,
    payments.order_id, orders.number as order_number, refunds.completed_at as happened_at,
    -refunds.goods_cents as goods_cents, -refunds.shipping_cents as shipping_cents,
    -refunds.tax_cents as tax_cents, -refunds.goodwill_cents as goodwill_cents,
    refunds.goods_cents + refunds.shipping_cents + refunds.tax_cents + refunds.goodwill_cents - refunds.amount_cents
      as other_cents,
    -coalesce(refunds.fee_back_cents, 0) as fee_cents,
    0 as discount_cents,
    0 as lacks_fee
  from refunds join payments on payments.id = refunds.payment_id join orders on orders.id = payments.order_id
  where refunds.state = 'completed'`

const REPLACEMENTS = sql`
  select 'order:' || orders.id as source, 'replacement' as kind,
    orders.id as order_id, orders.number as order_number, orders.paid_at as happened_at,
    0 as goods_cents, 0 as shipping_cents, 0 as tax_cents, 0 as goodwill_cents, 0 as other_cents,
    0 as fee_cents, 0 as discount_cents, 0 as lacks_fee
  from orders where orders.replaces_order_id is not null and orders.paid_at is not null`

/** The facts from one moment up to another, which is excluded; in the order of the books. */
export async function readFacts(db: Db, from: string, until: string): Promise<Fact[]> {
  const facts = [PAYMENTS, REFUNDS, REPLACEMENTS].map(
    (each) => sql`select * from (${each}) as facts
    where happened_at >= ${from} and happened_at < ${until}`,
  )
  const { rows } = await sql<Fact>`${sql.join(facts, sql` union all `)} order by happened_at, source`.execute(
    db,
  )
  return rows
}

/** A difference between what is to be booked before a moment and what is booked in closed months. */
export type Difference = Omit<Fact, 'lacks_fee'> & { day: string | null }

/**
 * What closed months lack or have too much: late payments and refunds, late fees, refunds that failed or were split
 * anew after the month was closed.
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
      select * from (${PAYMENTS} union all ${REFUNDS}) as facts where happened_at < ${until}
    ), booked as (
      select source, max(kind) as kind, max(order_id) as order_id, max(order_number) as order_number,
        max(happened_at) as happened_at, min(coalesce(corrects, day)) as day, ${sums}
      from accounting_lines group by source
    ), sources as (select source from past union select source from booked)
    select * from (
      select sources.source, coalesce(past.kind, booked.kind) as kind,
        coalesce(past.order_id, booked.order_id) as order_id,
        coalesce(past.order_number, booked.order_number) as order_number,
        coalesce(past.happened_at, booked.happened_at) as happened_at, booked.day, ${differences}
      from sources left join past on past.source = sources.source left join booked on booked.source = sources.source
    ) as compared
    where ${differ}
    order by happened_at, source`.execute(db)
  return rows
}

/** The moment of the first fact; null if there is none. */
export async function firstFact(db: Db): Promise<string | null> {
  const { rows } = await sql<{ first: string | null }>`
    select min(captured_at) as first from payments where captured_at is not null`.execute(db)
  return rows[0]?.first ?? null
}
