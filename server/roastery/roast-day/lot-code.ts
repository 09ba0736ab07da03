/** The codes of lots: the roast day and a letter, '261127-A'. */
import type { Tx } from '#server/kernel/db/schema.ts'

const LETTERS = 26

/**
 * The next code of a day: A to Z, then AA. A code is not used again after its lot was undone, because there may be stickers
 * with it. The caller must hold a lock, so that two transactions do not get the same code.
 */
export async function nextLotCode(tx: Tx, day: string): Promise<string> {
  const prefix = day.slice(2).replaceAll('-', '')
  const key = `lot-codes:${prefix}`
  const used = await tx.selectFrom('shop_facts').select('value').where('key', '=', key).executeTakeFirst()
  const codes = await tx
    .selectFrom('coffee_lots')
    .select('code')
    .where('code', 'like', `${prefix}-%`)
    .execute()
  const highest = Math.max(Number(used?.value ?? 0), ...codes.map(({ code }) => numberOf(code)))
  const value = String(highest + 1)
  await tx
    .insertInto('shop_facts')
    .values({ key, value })
    .onConflict((taken) => taken.column('key').doUpdateSet({ value }))
    .execute()
  return `${prefix}-${lettersOf(highest + 1)}`
}

/** 1 -> A, 26 -> Z, 27 -> AA. */
function lettersOf(number: number): string {
  if (number === 0) return ''
  const last = (number - 1) % LETTERS
  return lettersOf((number - 1 - last) / LETTERS) + String.fromCodePoint('A'.codePointAt(0)! + last)
}

/** The number of a code's letters; 0 for a code of another kind, such as one from an import. */
function numberOf(code: string): number {
  const letters = /^\d{6}-([A-Z]+)$/.exec(code)?.[1] ?? ''
  return letters
    .split('')
    .reduce((sum, letter) => sum * LETTERS + letter.codePointAt(0)! - 'A'.codePointAt(0)! + 1, 0)
}
