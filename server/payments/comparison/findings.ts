/** Stores the differences and the figures of the last comparison. */
import type { Comparison } from '#shared/payments/api/money.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { transact } from '#server/kernel/db/transact.ts'
import type { Db, FindingRow } from '#server/kernel/db/schema.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { NewFinding } from './compare-payment.ts'

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
 * Replaces stored findings. A finding with the same key keeps its row and its note. Findings about failed refunds stay
 * until the money is refunded: they come from the shop's own records, so no comparison finds them.
 * @param isCompared whether this comparison covered a stored finding
 */
export async function replaceFindings(
  shop: Shop,
  isCompared: (known: FindingRow) => boolean,
  found: NewFinding[],
): Promise<void> {
  const now = isoNow(shop.clock)
  const keys = new Set(found.map(({ key }) => key))
  await transact(shop.db, async (tx) => {
    const known = await tx.selectFrom('money_findings').selectAll().execute()
    const gone = known.filter((each) => each.kind !== 'failed' && isCompared(each) && !keys.has(each.key))
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

/** Findings that no admin has marked as seen, the oldest first. */
export function openFindings(db: Db): Promise<FindingRow[]> {
  return db
    .selectFrom('money_findings')
    .selectAll()
    .where('seen_at', 'is', null)
    .orderBy('found_at')
    .orderBy('id')
    .execute()
}
