/** What people change about standing orders, in the change log of their account. */
import { formatDate } from '#shared/kernel/dates.ts'
import { WEEKDAYS } from '#shared/kernel/days.ts'
import type { Db, Tx } from '#server/kernel/db/schema.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { dayText, readLines, readStanding, type NamedLine } from './read.ts'
import { lineText } from './tell-ahead.ts'

/** A standing order in words: field -> text. */
export type Written = ReadonlyMap<string, string>

/** A standing order as it is now, with the coming dates that differ from it. */
export async function writtenOf(db: Db, shop: Pick<Shop, 'clock'>, id: string): Promise<Written> {
  const { order } = (await readStanding(db, id))!
  const lines = await readLines(db, [id])
  const dates = await db
    .selectFrom('standing_dates')
    .selectAll()
    .where('standing_order_id', '=', id)
    .where('planned_on', '>=', nowAt(shop.clock).day)
    .where((eb) => eb.or([eb('state', '=', 'skipped'), eb('has_own_lines', '=', 1)]))
    .orderBy('planned_on')
    .execute()
  return new Map([
    ['Rhythm', `Every ${order.every_weeks === 2 ? 'second ' : ''}${WEEKDAYS[order.weekday - 1]}`],
    ['Starts on', formatDate(order.starts_on, 'shortDay')],
    ['Lines', textOf(lines.filter(({ date_id: date }) => date === null))],
    ['PO number', order.po_number],
    ['Note', order.note],
    ['On hold until', order.held_until === null ? '' : formatDate(order.held_until, 'shortDay')],
    ...dates.map((date): [string, string] => [
      `Only on ${dayText(date)}`,
      date.state === 'skipped' ? 'Skipped' : textOf(lines.filter(({ date_id: of }) => of === date.id)),
    ]),
  ])
}

/**
 * Adds a line to the change log of the account, unless nothing differs.
 * @param before as it was before the change; null if it was started
 */
export async function logStanding(
  tx: Tx,
  shop: Pick<Shop, 'clock'>,
  user: SignedIn,
  id: string,
  before: Written | null,
): Promise<void> {
  const { order, company, location } = (await readStanding(tx, id))!
  const about = {
    subject: 'company' as const,
    id: company.id,
    name: `Standing order for ${location.name}`,
  }
  if (order.ended_at !== null) return logChange(tx, shop, user, { ...about, action: 'Ended' })
  const old: Written = before ?? new Map()
  const after = await writtenOf(tx, shop, id)
  const changes = [...new Set([...old.keys(), ...after.keys()])]
    .map((field) => ({ field, before: old.get(field) ?? '', after: after.get(field) ?? '' }))
    .filter((change) => change.before !== change.after)
  if (changes.length === 0) return
  await logChange(tx, shop, user, { ...about, action: before ? 'Changed' : 'Created', changes })
}

const textOf = (lines: readonly NamedLine[]) => lines.map(lineText).join(', ')
