/** The months of the bookkeeping: reading them, their files, and closing one. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { AccountingMonth, Booking, AccountingFile, StillOpen } from '#shared/payments/api/accounting.ts'
import { ACCOUNTING_DEFAULTS, type AccountingSettings } from '#shared/platform/settings/accounting.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import { inBatches } from '#server/kernel/db/in-batches.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { isUniqueViolation } from '#server/kernel/db/failures.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { conflict, notFound } from '#server/kernel/errors.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { ACCOUNTING } from '#server/platform/settings/groups.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { partOf } from '#server/platform/settings/parts.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { startOf } from '#server/kernel/time/shop-days.ts'
import type { Download } from '#server/platform/http/serve.ts'
import { monthOf, nextMonth, readClosed, readOpen, type Line } from './bookings.ts'
import { mayExport } from './exported.ts'
import { firstFact, readGiftSubscriptionsOwed, readOwed, readReceivables } from './facts.ts'
import { countParts, writeFile } from './files.ts'
import { sumByDay, sumUp, toBooking } from './sums.ts'

type MonthState = AccountingMonth['state']
type Closing = { at: string; by: string; accounts: AccountingSettings }
/** A month with its bookings; `closing` is null while it is open. */
type Books = {
  month: string
  state: MonthState
  mayClose: boolean
  lines: Line[]
  closing: Closing | null
}

/** All months from the first payment to now, newest first. */
export async function listMonths({ db, clock }: Shop): Promise<{ month: string; state: MonthState }[]> {
  const now = monthOf(clock.now())
  const [first, closed] = await Promise.all([firstMonth(db), closedMonths(db)])
  return monthsBetween(first ?? now, now).map((month) => ({ month, state: stateOf(month, now, closed) }))
}

/** A month with its sums by day. Throws 404 for a month that has not begun or is before the first payment. */
export async function readMonth(shop: Shop, month: string): Promise<AccountingMonth> {
  const { lines, closing, ...books } = await readBooks(shop.db, shop, month)
  const until = startOf(`${nextMonth(month)}-01`)
  return {
    ...books,
    closed: closing && { at: closing.at, by: closing.by },
    stamp: stampOf(lines),
    days: sumByDay(lines),
    total: sumUp(lines),
    giftCardsOwed: toDollars(await readOwed(shop.db, until)),
    giftSubscriptionsOwed: toDollars(await readGiftSubscriptionsOwed(shop.db, until)),
    receivables: toDollars(await readReceivables(shop.db, until)),
    corrections: lines.filter(({ corrects }) => corrects !== null).map(toBooking),
    open: await readStillOpen(shop.db, until, lines),
    files: (await mayExportMonth(shop, books)) ? countParts(lines) : [],
  }
}

/** The bookings of one day. Throws 404 as `readMonth` does. */
export async function readDay(shop: Shop, month: string, day: string): Promise<{ bookings: Booking[] }> {
  const { lines } = await readBooks(shop.db, shop, month)
  return { bookings: lines.filter((line) => line.day === day).map(toBooking) }
}

/**
 * Closes a month: stores its bookings and the names of its accounts. Later changes are booked in the first open month.
 * A closed month cannot be opened again.
 * @param stamp identifies the bookings that the admin has seen
 * Throws 404, and 409 if the month is not over, an earlier one is open, it is closed already, or its bookings have
 * changed.
 */
export async function closeMonth(
  shop: Shop,
  admin: SignedIn,
  month: string,
  stamp: string,
): Promise<AccountingMonth> {
  const { version: _, _id, ...accounts } = await readSettings(shop.db, ACCOUNTING)
  try {
    await transact(shop.db, async (tx) => {
      const { lines, state, mayClose } = await readBooks(tx, shop, month)
      requireClosable(state, mayClose)
      if (stampOf(lines) !== stamp)
        throw conflict('The bookings have changed since you opened this page. Look at them again')
      await tx
        .insertInto('accounting_months')
        .values({
          month,
          closed_at: isoNow(shop.clock),
          closed_by: admin.name,
          accounts: JSON.stringify(accounts),
        })
        .execute()
      await storeLines(tx, month, lines)
      await logChange(tx, shop, admin, { subject: 'accounting', name: month, action: 'Closed' })
    })
  } catch (error) {
    // Another admin has closed it in the meantime.
    if (isUniqueViolation(error)) throw conflict('This month is closed already')
    throw error
  }
  return readMonth(shop, month)
}

function requireClosable(state: MonthState, mayClose: boolean): void {
  if (state === 'closed') throw conflict('This month is closed already')
  if (state === 'current') throw conflict('This month is not over yet')
  if (!mayClose) throw conflict('Close the months before this one first')
}

async function readBooks(db: Db, { clock }: Shop, month: string): Promise<Books> {
  const now = monthOf(clock.now())
  const [first, closed] = await Promise.all([firstMonth(db), closedMonths(db)])
  if (month > now || (month !== now && (first === null || month < first))) throw notFound('Month')
  const state = stateOf(month, now, closed)
  const last = closed.at(-1) ?? null
  if (state === 'closed')
    return {
      month,
      state,
      mayClose: false,
      lines: await readClosed(db, month),
      closing: await readClosing(db, month),
    }
  const mayClose = state === 'open' && month === (last === null ? first : nextMonth(last))
  return { month, state, mayClose, lines: await readOpen(db, month, last), closing: null }
}

/** The first month of the books: the first closed month, or the month of the first payment. */
async function firstMonth(db: Db): Promise<string | null> {
  const [closed] = await closedMonths(db)
  if (closed !== undefined) return closed
  const first = await firstFact(db)
  return first === null ? null : monthOf(new Date(first))
}

/** The closed months, oldest first. */
async function closedMonths(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('accounting_months').select('month').orderBy('month').execute()
  return rows.map(({ month }) => month)
}

async function readClosing(db: Db, month: string): Promise<Closing> {
  const row = await db
    .selectFrom('accounting_months')
    .selectAll()
    .where('month', '=', month)
    .executeTakeFirstOrThrow()
  // A month that an earlier version closed has no names for accounts that it did not know.
  const accounts = { ...ACCOUNTING_DEFAULTS, ...(JSON.parse(row.accounts) as Partial<AccountingSettings>) }
  return { at: row.closed_at, by: row.closed_by, accounts }
}

/** The maximum number of rows in an SQL statement, because the number of its parameters is limited. */
const CHUNK = 500

async function storeLines(db: Db, month: string, lines: Line[]): Promise<void> {
  const rows = lines.map((line, position) => {
    const row: Partial<Line> = { ...line }
    delete row.lacks_fee
    return { ...(row as Omit<Line, 'lacks_fee'>), month, position }
  })
  for (const some of inBatches(rows, CHUNK)) await db.insertInto('accounting_lines').values(some).execute()
}

function stateOf(month: string, now: string, closed: readonly string[]): MonthState {
  if (closed.includes(month)) return 'closed'
  return month === now ? 'current' : 'open'
}

/** Newest first. */
function monthsBetween(first: string, last: string): string[] {
  const months = [first]
  while (months[0]! < last) months.unshift(nextMonth(months[0]!))
  return months
}

/** A fingerprint of bookings, to notice a change between looking at them and closing the month. */
function stampOf(lines: readonly Line[]): string {
  return createHash('sha256').update(JSON.stringify(lines)).digest('base64url').slice(0, 22)
}

/** Whether the files of a month can be downloaded in the current state of this part of the shop. */
async function mayExportMonth(
  shop: Shop,
  { month, state }: Pick<Books, 'month' | 'state'>,
): Promise<boolean> {
  return mayExport(shop.db, await partOf(shop, 'accountingFiles'), { month, isClosed: state === 'closed' })
}

/**
 * A file of a month. The file of a closed month has the account names that were stored when the month was closed, so it
 * never changes. Throws 404 for an unknown month or part, and for a file that the shop no longer makes.
 */
export async function exportMonth(
  shop: Shop,
  admin: SignedIn,
  { month, file }: { month: string; file: AccountingFile },
  part: number,
): Promise<Download> {
  const { lines, closing, state } = await readBooks(shop.db, shop, month)
  if (!(await mayExportMonth(shop, { month, state }))) throw notFound('File')
  const accounts = closing?.accounts ?? (await readSettings(shop.db, ACCOUNTING))
  const content = writeFile(file, part, lines, accounts)
  if (content === null) throw notFound('File')
  await logChange(shop.db, shop, admin, {
    subject: 'accounting',
    name: `${month}, ${file}`,
    action: 'Exported',
  })
  const suffix = part === 1 ? '' : `-${part}`
  return { name: `accounting-${month}-${file}${suffix}.csv`, content }
}

/**
 * @param until the end of the month; only what began before counts
 * @param lines the bookings of the month
 */
async function readStillOpen(
  db: Db,
  until: string,
  lines: readonly { lacks_fee: 0 | 1 }[],
): Promise<StillOpen> {
  const { rows } = await sql<Omit<StillOpen, 'fees'>>`select
    (select count(*) from payments where state in ('capture_started', 'pending') and created_at < ${until}) as payments,
    (select count(*) from refunds where state in ('started', 'pending') and created_at < ${until}) as refunds,
    (select count(*) from payments where state = 'refund_due' and captured_at < ${until}) as due,
    (select count(*) from disputes where state not in ('won', 'lost', 'closed') and opened_at < ${until}) as disputes,
    (select count(*) from disputes where state in ('open', 'waiting_for_us') and opened_at < ${until}) as "disputesToAnswer",
    (select count(*) from money_findings where seen_at is null and product_id is null) as findings`.execute(
    db,
  )
  return { ...rows[0]!, fees: lines.filter(({ lacks_fee }) => lacks_fee === 1).length }
}
