/** The open day of the counter: its start, the cash that goes in and out, and the day to which a sale belongs. */
import { sql } from 'kysely'
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { counterDays, CounterMove, CounterNow } from '#shared/checkout/api/counter-days.ts'
import type { Change } from '#shared/platform/api/change-log.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { formatCents, toCents, toDollars } from '#shared/kernel/pricing.ts'
import type { Step } from '#server/kernel/db/all-or-none.ts'
import type { CounterDayRow, CounterMoveRow, Db, Tx } from '#server/kernel/db/schema.ts'
import { conflict } from '#server/kernel/errors.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import { attemptOf, transactOnce, type RequestKey } from '#server/platform/http/idempotency.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { sellingOf } from '#server/platform/settings/current.ts'
import { partIn, partOf } from '#server/platform/settings/parts.ts'
import type { Shop } from '#server/platform/shop.ts'

/** Whether the shop has counter days: not while the counter is off. Read it before a transaction, which has one connection. */
export async function hasCounterDays(shop: Shop): Promise<boolean> {
  return (await partOf(shop, 'counter')) !== 'off'
}

/**
 * The steps of a transaction that takes or gives back cash: they lock the open day until the commit, and open one if there
 * is none, with what the last close left. A sale that waits for a close belongs to the next day.
 * @param actor the name of the member of staff
 */
export function lockDay(shop: Pick<Shop, 'db' | 'clock'>, actor: string): Step[] {
  const { db } = shop
  return [
    // Waits for a close, so that the next step sees it.
    { query: touched(db) },
    { query: opened(db, shop, actor, null) },
    { query: touched(db), rows: 1 },
  ]
}

/** Locks the open day, and counts that the expected cash changes. */
function touched(db: Db) {
  return db
    .updateTable('counter_days')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('closed_at', 'is', null)
}

/** What the last close left in the drawer, with the corrections since; null before the first close. */
const LEFT = sql<number | null>`(select cast(case when cents < 0 then 0 else cents end as integer) from (
  select counted_cents - taken_cents + coalesce(
    (select sum(cents) from counter_moves where day_id = last.id and kind = 'correction'), 0) as cents
  from counter_days as last where closed_at is not null order by opened_at desc, id desc limit 1) as of_last)`

/** Opens a day, unless one is open. @param startCents null if it was not counted: then it is what the last close left */
function opened(db: Db, { clock }: Pick<Shop, 'clock'>, actor: string, startCents: number | null) {
  return db
    .insertInto('counter_days')
    .values({
      id: newId(clock),
      opened_at: isoNow(clock),
      opened_by: actor,
      start_cents: startCents ?? sql<number>`coalesce(${LEFT}, 0)`,
      left_cents: LEFT,
      closed_at: null,
      closed_by: null,
      counted_cents: null,
      expected_cents: null,
    })
    .onConflict((open) => open.doNothing())
}

function findOpen(db: Db): Promise<CounterDayRow | undefined> {
  return db.selectFrom('counter_days').selectAll().where('closed_at', 'is', null).executeTakeFirst()
}

/** The day as the bar sees it. */
export async function readNow(shop: Shop): Promise<CounterNow> {
  const [open, { rows }, { roundsCash }] = await Promise.all([
    findOpen(shop.db),
    sql<{ left_cents: number | null }>`select ${LEFT} as left_cents`.execute(shop.db),
    sellingOf(shop),
  ])
  const left = rows[0]!.left_cents
  return {
    open: open
      ? {
          _id: open.id,
          version: open.version,
          openedAt: open.opened_at,
          openedBy: open.opened_by,
          start: toDollars(open.start_cents),
          moves: await movesOf(shop.db, open.id),
        }
      : null,
    left: left === null ? null : toDollars(left),
    roundsCash,
  }
}

const START = { route: 'POST /api/counter-day/start', what: 'start' }

/** Starts a day. Throws 409 if one is open. @param key the Idempotency-Key of the request */
export async function startDay(
  shop: Shop,
  staff: SignedIn,
  { start }: Body<typeof counterDays.start>,
  key: RequestKey | null,
): Promise<CounterNow> {
  await transactOnce(shop, attemptOf(staff, START, key), async (tx) => {
    const day = await opened(tx, shop, staff.name, toCents(start)).returningAll().executeTakeFirst()
    if (!day) throw conflict('A day is open already. Close it first', { code: 'open' })
    await logDay(tx, shop, staff, day, 'Started', [
      { field: 'In the drawer', before: '', after: formatCents(day.start_cents) },
    ])
    return { day: day.id }
  })
  return readNow(shop)
}

const MOVE = { route: 'POST /api/counter-day/moves', what: 'amount' }

/** Records cash that is paid in or out. Throws 409 if no day is open. @param key the Idempotency-Key of the request */
export async function moveCash(
  shop: Shop,
  staff: SignedIn,
  { kind, amount, reason }: Body<typeof counterDays.move>,
  key: RequestKey | null,
): Promise<CounterNow> {
  const cents = kind === 'in' ? toCents(amount) : -toCents(amount)
  await transactOnce(shop, attemptOf(staff, MOVE, key), async (tx) => {
    const day = await touched(tx).returningAll().executeTakeFirst()
    if (!day) throw conflict('No day is open. Start the day first', { code: 'closed' })
    await addMove(tx, shop, staff, { day_id: day.id, kind, cents, reason })
    await logDay(tx, shop, staff, day, kind === 'in' ? 'Paid in' : 'Paid out', [
      { field: 'Amount', before: '', after: formatCents(Math.abs(cents)) },
      { field: 'Reason', before: '', after: reason },
    ])
    return { day: day.id }
  })
  return readNow(shop)
}

/**
 * Adds the cash for a gift card that was sold at the bar to the open day, and opens one if there is none. Does nothing while the
 * counter is off, and in a shop that never had a counter day: it does not count its drawer. Throws 409 if the counter takes no
 * new ones and no day is open. Call it in a transaction that has locked the states of the parts (`requireOn`).
 */
export async function addCardCash(
  tx: Tx,
  shop: Shop,
  staff: SignedIn,
  { id, cents }: { id: string; cents: number },
): Promise<void> {
  const state = await partIn(tx, 'counter')
  const any = tx.selectFrom('counter_days').select('id').limit(1)
  if (state === 'off' || !(await any.executeTakeFirst())) return
  const isOpen = await touched(tx).returning('id').executeTakeFirst()
  if (!isOpen && state === 'closing') throw conflict(NO_DRAWER)
  if (!isOpen) for (const { query } of lockDay(shop, staff.name)) await tx.executeQuery(query)
  const day = await tx
    .selectFrom('counter_days')
    .select('id')
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow()
  await addMove(tx, shop, staff, { day_id: day.id, kind: 'gift-card', cents, reason: '', card_id: id })
}

const NO_DRAWER =
  'The drawer is closed, and the counter starts no new day. Take the card machine for this gift card'

/** Adds cash that goes in or out, or a correction. */
export async function addMove(
  tx: Tx,
  { clock }: Pick<Shop, 'clock'>,
  staff: SignedIn,
  move: Pick<CounterMoveRow, 'day_id' | 'kind' | 'cents' | 'reason'> & { card_id?: string },
): Promise<void> {
  const row = { id: newId(clock), card_id: null, ...move, actor: staff.name, at: isoNow(clock) }
  await tx.insertInto('counter_moves').values(row).execute()
}

/** The cash that went in and out of a day, oldest first. */
export async function movesOf(db: Db, day: string): Promise<CounterMove[]> {
  const rows = await db
    .selectFrom('counter_moves')
    .selectAll()
    .where('day_id', '=', day)
    .orderBy('at')
    .orderBy('id')
    .execute()
  return rows.map(({ id, kind, cents, reason, actor, at }) => {
    return { _id: id, kind, amount: toDollars(cents), reason, by: actor, at }
  })
}

/** Writes a line in the change log about a day. */
export async function logDay(
  tx: Tx,
  shop: Shop,
  staff: SignedIn,
  { id, opened_at: at }: CounterDayRow,
  action: string,
  changes: Change[],
): Promise<void> {
  const name = `Counter day of ${formatDate(at, 'shortDay')}`
  await logChange(tx, shop, staff, { subject: 'counterDay', id, name, action, changes })
}
