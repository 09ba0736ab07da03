/** The row about the copying of pictures between the data folder and a bucket (copy-pictures.ts). */
import { sql } from 'kysely'
import type { Db, PictureCopyRow, Tx } from '#server/kernel/db/schema.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import type { Shop } from '../shop.ts'
import type { Stage } from '../storage/picture-store.ts'

/** The current copying; null if there is none. */
export async function readCopy(db: Db): Promise<PictureCopyRow | null> {
  return (await db.selectFrom('picture_copies').selectAll().executeTakeFirst()) ?? null
}

/** The same; nobody else changes it until the end of the transaction. */
export async function lockCopy(tx: Tx): Promise<PictureCopyRow | null> {
  const locked = tx.updateTable('picture_copies').set({ service: 'storage' }).returningAll()
  return (await locked.executeTakeFirst()) ?? null
}

/** The stage of a connected bucket. */
export function stageOf(copy: Pick<PictureCopyRow, 'direction' | 'switched_at'> | null): Stage {
  if (copy === null) return 'used'
  if (copy.direction === 'folder') return 'leaving'
  return copy.switched_at === null ? 'filling' : 'used'
}

/** Begins to copy all pictures, in the transaction of the change of the connection. */
export async function startCopy(
  db: Db,
  { realClock }: Pick<Shop, 'realClock'>,
  direction: PictureCopyRow['direction'],
): Promise<void> {
  const begun = {
    service: 'storage' as const,
    run: newId(realClock),
    direction,
    copied: 0,
    total: 0,
    problem: '',
    attempts: 0,
    next_at: isoNow(realClock),
    switched_at: null,
  }
  await db
    .insertInto('picture_copies')
    .values(begun)
    .onConflict((conflict) => conflict.column('service').doUpdateSet(begun))
    .execute()
}

/** Ends the copying. Nothing that was copied is removed. */
export async function endCopy(db: Db): Promise<void> {
  await db.deleteFrom('picture_copies').execute()
}

/** Copying that has stopped because of a problem goes on at once. */
export async function copyAgain({ db, realClock }: Pick<Shop, 'db' | 'realClock'>): Promise<void> {
  await db
    .updateTable('picture_copies')
    .set({ problem: '', attempts: 0, next_at: isoNow(realClock) })
    .where('problem', '<>', '')
    .execute()
}

/** After a restore, which puts all pictures into the folder, a connected bucket is filled again before it is used. */
export async function fillAgain(db: Db, clock: Pick<Shop, 'realClock'>): Promise<void> {
  const { rows } = await sql`
    select 1 from service_connections where service = 'storage' and replaced_at is null`.execute(db)
  if (rows.length > 0) await startCopy(db, clock, 'bucket')
}
