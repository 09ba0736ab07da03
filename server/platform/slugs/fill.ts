/** Gives addresses to records that have none. */
import { sql } from 'kysely'
import type { Clock } from '#server/kernel/time/clock.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import type { SlugSource } from './candidates.ts'
import { setSlugs, type SlugTable } from './slugs.ts'

/** Records per transaction, so that orders do not wait long. */
const BATCH = 500

/**
 * Gives an address to each record without one. Returns how many got one.
 * @param missing reads up to `limit` records without an address whose ids are greater than `after`, by id
 */
export async function fillSlugs(
  db: Db,
  clock: Clock,
  table: SlugTable,
  missing: (after: string, limit: number) => Promise<SlugSource[]>,
): Promise<number> {
  let filled = 0
  for (let last = '', count = BATCH; count === BATCH;) {
    const found = await missing(last, BATCH)
    if (found.length === 0) break
    await transact(db, async (tx) => {
      const wanted = found.map((source) => ({ ...source, before: '', wanted: '' }))
      const { slugs } = await setSlugs(tx, clock, table, wanted)
      const given = sql.join([...slugs].map(([id, slug]) => sql`(${id}, ${slug})`))
      // A save may have given one of them an address.
      await sql`
        with given (id, slug) as (values ${given})
        update ${sql.table(table)} set slug = (select given.slug from given where given.id = ${sql.ref(`${table}.id`)})
        where slug = '' and id in (select id from given)`.execute(tx)
    })
    filled += found.length
    count = found.length
    last = found.at(-1)!.id
  }
  return filled
}
