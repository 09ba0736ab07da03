/** How many servers run on a database. */
import { sql } from 'kysely'
import type { Shop } from '../shop.ts'

/**
 * Whether other servers run on this database, or will: a server with ROLE is never the only one. Each server holds a shared
 * lock as long as it listens to the others (change-channel.ts).
 */
export async function hasSeveralInstances({ db, config }: Pick<Shop, 'db' | 'config'>): Promise<boolean> {
  if (config.databaseUrl === null) return false
  if (config.role !== 'all') return true
  const { INSTANCE_LOCK } = await import('#server/kernel/db/postgres.ts')
  const [first, second] = INSTANCE_LOCK
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_locks
    where locktype = 'advisory' and mode = 'ShareLock' and classid = ${first} and objid = ${second}
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return rows[0]!.count > 1
}
