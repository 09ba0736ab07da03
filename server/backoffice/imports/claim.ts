/** Lets one process work on an import. A claim ends when the process no longer extends it, so another continues. */
import { liesAhead } from '#server/kernel/db/due.ts'
import type { Db, ImportRow } from '#server/kernel/db/schema.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoIn, isoNow, MINUTE, newId } from '#server/kernel/time/clock.ts'

/** Longer than any batch takes. */
const CLAIM = MINUTE / 2

export type Claimed = ImportRow & { claim: string }

/** Another process works on the import now, or the import was canceled. */
export class ClaimLost extends Error {
  override name = 'ClaimLost'
}

/** Claims the oldest import that has work and that no other process works on. */
export async function claimImport(shop: Shop): Promise<Claimed | null> {
  // On SQLite there is one process only, so an existing claim comes from a process that died.
  const isShared = shop.config.databaseUrl !== null
  const open = await shop.db
    .selectFrom('imports')
    .selectAll()
    .where('state', 'in', ['reading', 'running'])
    .orderBy('created_at')
    .execute()
  for (const row of open) {
    const isTaken = isShared && row.claimed_until !== null && isClaimed(shop, row.claimed_until)
    if (isTaken) continue
    const claim = newId(shop.clock)
    const { numUpdatedRows } = await shop.db
      .updateTable('imports')
      .set({ claim, claimed_until: isoIn(shop.clock, CLAIM) })
      .where('id', '=', row.id)
      .where('state', '=', row.state)
      .where('claim', row.claim === null ? 'is' : '=', row.claim)
      .executeTakeFirst()
    if (numUpdatedRows === 1n) return { ...row, claim }
  }
  return null
}

/** A claim that ends later than any claim lasts was made by a clock that was ahead, and has no effect. */
function isClaimed({ clock }: Shop, until: string): boolean {
  return until > isoNow(clock) && !liesAhead(until, clock, CLAIM)
}

/** Extends the claim, in the transaction of a batch. Throws ClaimLost. */
export async function keepClaim(db: Db, shop: Shop, { id, claim, state }: Claimed): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('imports')
    .set({ claimed_until: isoIn(shop.clock, CLAIM) })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .where('state', '=', state)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new ClaimLost(`Another process has the claim of import ${id}`)
}

export async function releaseClaim({ db }: Shop, { id, claim }: Claimed): Promise<void> {
  await db
    .updateTable('imports')
    .set({ claimed_until: null })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .execute()
}
