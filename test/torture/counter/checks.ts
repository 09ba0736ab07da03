/** Compares the days of the counter and the books with the rows, with arithmetic of its own. */
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Db } from '#server/kernel/db/schema.ts'
import { withDatabase, withOpenDatabase } from '../consistency.ts'
import { staffOf, untilAnswered, type Site } from './site.ts'

/** What is wrong with the days of a stopped shop, and with what it acknowledged. */
export function dayDifferences(site: Site): Promise<string[]> {
  return withDatabase(site.place, async (db) => {
    const found: string[] = []
    for (const [rule, query] of Object.entries(RULES)) {
      const { rows } = await query.execute(db)
      found.push(...rows.map((row) => `${rule}: ${JSON.stringify(row)}`))
    }
    return [...found, ...(await unknown(db, site))]
  })
}

const CASH = sql`(select coalesce(sum(cents + rounding_cents), 0) from tenders
  where counter_day_id = d.id and kind = 'cash')`
const MOVES = sql`(select coalesce(sum(cents), 0) from counter_moves where day_id = d.id and kind <> 'correction')`
const BEFORE = sql`(select counted_cents - taken_cents from counter_days b
  where b.opened_at < d.opened_at or (b.opened_at = d.opened_at and b.id < d.id)
  order by b.opened_at desc, b.id desc limit 1)`

/** Each query returns the rows that break the rule. No counter day is open. */
const RULES = {
  'A closed day expects its start, its cash and its moves': sql`
    select d.id, d.expected_cents, d.start_cents, ${CASH} as cash, ${MOVES} as moves from counter_days d
    where d.closed_at is null or d.expected_cents <> d.start_cents + ${CASH} + ${MOVES}`,
  'A day starts with what the last one left': sql`
    select d.id, d.start_cents, d.left_cents, ${BEFORE} as before from counter_days d
    where coalesce(d.left_cents, 0) <> coalesce(${BEFORE}, 0) or d.start_cents <> coalesce(${BEFORE}, 0)`,
  'Every tender belongs to a day': sql`select id, order_id from tenders where counter_day_id is null`,
  'A gift card that is sold in cash is in the drawer once': sql`
    select m.card_id, m.cents from gift_card_moves m where m.kind = 'sold' and m.paid_by = 'cash'
      and (select count(*) from counter_moves c where c.card_id = m.card_id and c.cents = m.cents) <> 1`,
}

async function unknown(db: Db, { sold, closed }: Site): Promise<string[]> {
  const { rows } = await sql<{ what: string; id: string }>`
    select 'order' as what, id from orders union all select 'gift card', id from gift_cards`.execute(db)
  const stored = new Set(rows.map(({ id }) => id))
  const days = await db.selectFrom('counter_days').select('id').execute()
  return [
    ...rows.filter(({ id }) => !sold.has(id)).map(({ what, id }) => `The ${what} ${id} was not acknowledged`),
    ...[...sold].filter((id) => !stored.has(id)).map((id) => `${id} was acknowledged and is lost`),
    ...days.filter(({ id }) => !closed.has(id)).map(({ id }) => `The close of ${id} was not acknowledged`),
  ]
}

const cents = (dollars: number) => Math.round(dollars * 100)

/** Differences between the books and the rows, and closed days that changed. The shop runs, but its staff have stopped selling. */
export async function bookDifferences(site: Site): Promise<string[]> {
  const staff = staffOf(site)
  const read = async (path: string) => {
    const { status, text, body } = await untilAnswered(site, staff, () => staff.get(path))
    if (status !== 200) throw new Error(`${path} returned ${status} ${text}`)
    return body
  }
  const found: string[] = []
  for (const [id, reply] of site.closed) {
    if (!isDeepStrictEqual(await read(`/api/counter-days/${id}`), reply))
      found.push(`Day ${id} changed after its close: ${JSON.stringify(reply)}`)
  }
  const booked: Record<string, number> = {}
  for (const { month } of (await read('/api/accounting/months')).months) {
    const { total } = await read(`/api/accounting/months/${month}`)
    for (const [name, dollars] of Object.entries(total))
      booked[name] = (booked[name] ?? 0) + cents(dollars as number)
  }
  booked.kept = booked.received! - booked.refunded!
  const expected = await withOpenDatabase(site.place, fromRows)
  for (const [name, amount] of Object.entries(expected)) {
    if (booked[name] !== amount) found.push(`The books have ${booked[name]} of ${name}, the rows ${amount}`)
  }
  return found
}

/** The sums of the books, in cents. Every start is what the last close left, so a day adds its count less its start. */
async function fromRows(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number | string>>`
    select (select coalesce(sum(counted_cents - start_cents), 0) from counter_days) as drawer,
      (select coalesce(sum(cents), 0) from counter_moves where kind in ('in', 'out')) as moved,
      (select coalesce(sum(cents), 0) from tenders where kind = 'machine') as tendered,
      (select coalesce(sum(cents), 0) from gift_card_moves where kind = 'sold' and paid_by = 'machine') as cards,
      (select coalesce(sum(rounding_cents), 0) from tenders) as rounding,
      (select coalesce(sum(counted_cents - expected_cents), 0) from counter_days) as over_short,
      (select coalesce(sum(captured_cents - returned_cents), 0) from payments
        where provider = 'paypal' and captured_at is not null) as paypal`.execute(db)
  const of = (name: string) => Number(rows[0]![name])
  return {
    till: of('drawer'),
    cashMoves: of('moved'),
    machine: of('tendered') + of('cards'),
    rounding: of('rounding'),
    overShort: of('over_short'),
    kept: of('paypal'),
  }
}
