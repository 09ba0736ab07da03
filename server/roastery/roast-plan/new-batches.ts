/** New batches of a plan, and their codes: the day and a number, such as 261127-03. */
import { inBatches } from '#server/kernel/db/in-batches.ts'
import type { Tx } from '#server/kernel/db/schema.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'

/**
 * Waits for other changes of the plan of this day, and returns the codes of `count` new batches. A number is used once, even
 * if its batch is removed.
 */
export async function newCodes(tx: Tx, day: string, count: number): Promise<string[]> {
  const key = `batches:${day}`
  const { value } = await tx
    .insertInto('shop_facts')
    .values({ key, value: '0' })
    .onConflict((taken) => taken.column('key').doUpdateSet((eb) => ({ value: eb.ref('shop_facts.value') })))
    .returning('value')
    .executeTakeFirstOrThrow()
  const prefix = `${day.slice(2).replaceAll('-', '')}-`
  const used = await tx.selectFrom('batches').select('code').where('roasts_on', '=', day).execute()
  const numbers = used.map(({ code }) =>
    code.startsWith(prefix) ? Number(code.slice(prefix.length)) || 0 : 0,
  )
  const last = Math.max(Number(value), ...numbers)
  await tx
    .updateTable('shop_facts')
    .set({ value: String(last + count) })
    .where('key', '=', key)
    .execute()
  return Array.from({ length: count }, (_, index) => prefix + String(last + index + 1).padStart(2, '0'))
}

type NewBatches = {
  day: string
  codes: readonly string[]
  /** The position of the first one in the plan. */
  position: number
  isByHand: 0 | 1
  batches: readonly { roast: string; green: number }[]
}

/** Adds planned batches. Returns their ids. */
export async function insertBatches(
  tx: Tx,
  { clock }: Pick<Shop, 'clock'>,
  { day, codes, position, isByHand, batches }: NewBatches,
): Promise<string[]> {
  const now = isoNow(clock)
  const rows = batches.map(({ roast, green }, index) => ({
    id: newId(clock),
    code: codes[index]!,
    roast_id: roast,
    roasts_on: day,
    position: position + index,
    state: 'planned' as const,
    green_grams: green,
    is_by_hand: isByHand,
    created_at: now,
    updated_at: now,
  }))
  for (const some of inBatches(rows, 200)) await tx.insertInto('batches').values(some).execute()
  return rows.map(({ id }) => id)
}
