/** The disagreements as they are kept, and the facts of the last comparison. */
import type { Comparison } from '#shared/api/money.ts'
import { isoNow, newId } from '../time/clock.ts'
import { transact } from '../db/transact.ts'
import type { Db, FindingRow } from '../db/schema.ts'
import type { Shop } from '../shop.ts'
import type { Found } from './judge.ts'

const LAST = 'money-comparison'

export async function readComparison(db: Db): Promise<Comparison | null> {
  const row = await db.selectFrom('shop_facts').select('value').where('key', '=', LAST).executeTakeFirst()
  return row ? (JSON.parse(row.value) as Comparison) : null
}

export async function saveComparison({ db }: Shop, comparison: Comparison): Promise<void> {
  const value = JSON.stringify(comparison)
  await db
    .insertInto('shop_facts')
    .values({ key: LAST, value })
    .onConflict((taken) => taken.column('key').doUpdateSet({ value }))
    .execute()
}

/**
 * Writes down what was found in place of what was known. What is found again stays the row it was, with its note. A
 * failed refund is a fact of our own books, which no comparison finds: it stays until the money is given back.
 * @param isAsked which of the known ones were looked for again
 */
export async function replaceFindings(
  shop: Shop,
  isAsked: (known: FindingRow) => boolean,
  found: Found[],
): Promise<void> {
  const now = isoNow(shop.clock)
  const keys = new Set(found.map(({ key }) => key))
  await transact(shop.db, async (tx) => {
    const known = await tx.selectFrom('money_findings').selectAll().execute()
    const gone = known.filter((each) => each.kind !== 'failed' && isAsked(each) && !keys.has(each.key))
    for (const { id } of gone) await tx.deleteFrom('money_findings').where('id', '=', id).execute()
    const old = new Set(known.map(({ key }) => key))
    for (const each of found.filter(({ key }) => !old.has(key))) {
      await tx
        .insertInto('money_findings')
        .values({
          ...each,
          id: newId(shop.clock),
          found_at: now,
          seen_at: null,
          seen_by: null,
          note: null,
        })
        .onConflict((taken) => taken.column('key').doNothing())
        .execute()
    }
  })
}

/** Those that nobody has let be, the oldest first. */
export function openFindings(db: Db): Promise<FindingRow[]> {
  return db
    .selectFrom('money_findings')
    .selectAll()
    .where('seen_at', 'is', null)
    .orderBy('found_at')
    .orderBy('id')
    .execute()
}
