/** Closes a day of the counter, corrects its count, and reads it for admins. */
import { sql } from 'kysely'
import type { Body, Query, Reply } from '#shared/platform/api/endpoint.ts'
import type { counterDays, CounterDay, ListedDay } from '#shared/checkout/api/counter-days.ts'
import type { CounterKind } from '#shared/checkout/tenders.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { formatCents, toCents, toDollars } from '#shared/kernel/pricing.ts'
import { planPage } from '#server/kernel/db/page-span.ts'
import type { CounterDayRow, Db, Tx } from '#server/kernel/db/schema.ts'
import { conflict, notFound } from '#server/kernel/errors.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { attemptOf, transactOnce, type RequestKey } from '#server/platform/http/idempotency.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { addMove, logDay, movesOf } from './days.ts'

const CLOSE = { route: 'POST /api/counter-day/close', what: 'close' }

/**
 * Closes a day with the counted cash, and fixes what was expected. Throws 409 if it is closed already, or if cash went in
 * or out after `version` was read, because the count is too old then.
 * @param key the Idempotency-Key of the request
 */
export async function closeDay(
  shop: Shop,
  staff: SignedIn,
  { _id: id, version, counted, taken, note }: Body<typeof counterDays.close>,
  key: RequestKey | null,
): Promise<CounterDay> {
  await transactOnce(shop, attemptOf(staff, CLOSE, key), async (tx) => {
    const before = await findDay(tx, id)
    const close = {
      closed_at: isoNow(shop.clock),
      closed_by: staff.name,
      counted_cents: toCents(counted),
      taken_cents: toCents(taken),
      expected_cents: expectedOf(before, await sumsOf(tx, id)),
      note,
    }
    const day = await tx
      .updateTable('counter_days')
      .set(close)
      .where('id', '=', id)
      .where('closed_at', 'is', null)
      // Whatever changes the expected cash changes the version in the same transaction (days.ts).
      .where('version', '=', version)
      .returningAll()
      .executeTakeFirst()
    if (!day) throw await whyNotClosed(tx, id)
    await logDay(tx, shop, staff, day, 'Closed', [
      { field: 'Expected', before: '', after: formatCents(close.expected_cents) },
      { field: 'Counted', before: '', after: formatCents(close.counted_cents) },
      { field: 'To the bank', before: '', after: formatCents(close.taken_cents) },
      { field: 'Note', before: '', after: note },
    ])
    return { day: id }
  })
  return readDay(shop, id)
}

async function whyNotClosed(tx: Tx, id: string): Promise<Error> {
  const { closed_at: at, closed_by: by } = await findDay(tx, id)
  if (at !== null)
    return conflict(`${by} closed this day already, at ${formatDate(at, 'time')}`, { code: 'closed' })
  return conflict('Cash went in or out while you counted. Count again', { code: 'changed' })
}

const CORRECTION = { route: 'POST /api/counter-days/:id/corrections', what: 'correction' }

/** Corrects the count of a closed day. Throws 404, and 409 if it is open. @param key the Idempotency-Key of the request */
export async function correctDay(
  shop: Shop,
  admin: SignedIn,
  id: string,
  { amount, reason }: Body<typeof counterDays.correct>,
  key: RequestKey | null,
): Promise<CounterDay> {
  const cents = Math.sign(amount) * toCents(Math.abs(amount))
  await transactOnce(shop, attemptOf(admin, CORRECTION, key), async (tx) => {
    const day = await findDay(tx, id)
    if (day.closed_at === null)
      throw conflict('This day is still open. Its count can be corrected after the close')
    await addMove(tx, shop, admin, { day_id: id, kind: 'correction', cents, reason })
    await logDay(tx, shop, admin, day, 'Count corrected', [
      { field: 'Amount', before: '', after: formatCents(cents) },
      { field: 'Reason', before: '', after: reason },
    ])
    return { day: id }
  })
  return readDay(shop, id)
}

async function findDay(db: Db, id: string): Promise<CounterDayRow> {
  const day = await db.selectFrom('counter_days').selectAll().where('id', '=', id).executeTakeFirst()
  if (!day) throw notFound('Counter day')
  return day
}

/** The cents of a day besides its start. Money that was given back is negative. */
type Sums = {
  sales: number
  cash: { salesCents: number; refundsCents: number; roundingCents: number }
  machine: { salesCents: number; refundsCents: number }
  /** Cash without an order. */
  movedCents: number
  correctedCents: number
}

async function sumsOf(db: Db, id: string): Promise<Sums> {
  const [moves, tenders] = await Promise.all([
    db
      .selectFrom('counter_moves')
      .where('day_id', '=', id)
      .groupBy('kind')
      .select((eb) => ['kind', eb.fn.sum<number>('cents').as('cents')])
      .execute(),
    db
      .selectFrom('tenders')
      .where('counter_day_id', '=', id)
      .groupBy(['kind', sql`case when cents > 0 then 1 else 0 end`])
      .select((eb) => [
        'kind',
        sql<0 | 1>`case when cents > 0 then 1 else 0 end`.as('is_sale'),
        eb.fn.countAll<number>().as('count'),
        eb.fn.sum<number>('cents').as('cents'),
        eb.fn.sum<number>('rounding_cents').as('rounding_cents'),
      ])
      .execute(),
  ])
  const corrected = moves.find(({ kind }) => kind === 'correction')?.cents ?? 0
  const of = (kind: CounterKind, isSale: 0 | 1) =>
    tenders.find((each) => each.kind === kind && each.is_sale === isSale)?.cents ?? 0
  return {
    sales: tenders.reduce((sum, { is_sale: isSale, count }) => sum + isSale * count, 0),
    cash: {
      salesCents: of('cash', 1),
      refundsCents: of('cash', 0),
      roundingCents: tenders.reduce((sum, { rounding_cents: cents }) => sum + cents, 0),
    },
    machine: { salesCents: of('machine', 1), refundsCents: of('machine', 0) },
    movedCents: moves.reduce((sum, { cents }) => sum + cents, 0) - corrected,
    correctedCents: corrected,
  }
}

/** What should be in the drawer, in cents. */
function expectedOf({ start_cents: start }: CounterDayRow, { cash, movedCents }: Sums): number {
  return start + cash.salesCents + cash.refundsCents + cash.roundingCents + movedCents
}

/** A day with its sums. Throws 404. */
export async function readDay({ db }: Shop, id: string): Promise<CounterDay> {
  const day = await findDay(db, id)
  const { sales, cash, machine, correctedCents } = await sumsOf(db, id)
  return {
    ...toListed(day, correctedCents),
    start: toDollars(day.start_cents),
    left: day.left_cents === null ? null : toDollars(day.left_cents),
    taken: toDollars(day.taken_cents),
    note: day.note,
    sales,
    cash: {
      sales: toDollars(cash.salesCents),
      refunds: toDollars(cash.refundsCents),
      rounding: toDollars(cash.roundingCents),
    },
    machine: { sales: toDollars(machine.salesCents), refunds: toDollars(machine.refundsCents) },
    moves: await movesOf(db, id),
  }
}

const PAGE_SIZE = 20

/** The days, newest first. A page out of range is empty. */
export async function listDays(
  { db }: Shop,
  asked: Query<typeof counterDays.list>,
): Promise<Reply<typeof counterDays.list>> {
  const { total } = await db
    .selectFrom('counter_days')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const page = planPage(total, asked, PAGE_SIZE)
  const rows = await page
    .sort(
      db
        .selectFrom('counter_days')
        .selectAll()
        .select((eb) =>
          eb
            .selectFrom('counter_moves')
            .whereRef('day_id', '=', 'counter_days.id')
            .where('kind', '=', 'correction')
            .select((moves) => moves.fn.sum<number | null>('cents').as('cents'))
            .as('corrected'),
        )
        .where('id', 'in', page.pick(db.selectFrom('counter_days').select('id'), NEWEST)),
      NEWEST,
    )
    .execute()
  return { days: rows.map(({ corrected, ...day }) => toListed(day, corrected ?? 0)), ...page.numbers }
}

const NEWEST = [sql`counter_days.opened_at`, sql`counter_days.id`]

function toListed(day: CounterDayRow, correctedCents: number): ListedDay {
  const { counted_cents: counted, expected_cents: expected } = day
  return {
    _id: day.id,
    openedAt: day.opened_at,
    openedBy: day.opened_by,
    closedAt: day.closed_at,
    closedBy: day.closed_by,
    expected: expected === null ? null : toDollars(expected),
    counted: counted === null ? null : toDollars(counted),
    difference: counted === null ? null : toDollars(counted + correctedCents - expected!),
  }
}
