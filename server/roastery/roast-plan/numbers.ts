/** The codes of batches: the day and a number, such as 261127-03. A number is used once, even if its batch is removed. */
import type { Tx } from '#server/kernel/db/schema.ts'

/** Waits for other changes of the plan of this day, and returns the codes of `count` new batches. */
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
