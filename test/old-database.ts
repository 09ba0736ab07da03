/** A database in the schema of an earlier version, for tests of migrations. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { onTestFinished } from 'vitest'
import type { Database } from '#server/kernel/db/connect.ts'
import { migrate } from '#server/kernel/db/migrate.ts'
import { postgresDialect } from '#server/kernel/db/postgres.ts'
import { sqliteDialect } from '#server/kernel/db/sqlite/dialect.ts'
import { newPlace, openPlace } from './database.ts'

export const OLD_TIME = '2026-01-01T00:00:00.000Z'

type OldDatabase = {
  // oxlint-disable-next-line typescript/no-explicit-any -- the tables of an earlier version
  db: Kysely<any>
  /** Applies the following migrations, up to and including `last` if it is given. */
  migrate: (last?: string) => Promise<void>
  close: () => Promise<void>
  /** Closes it, and opens it as the shop does, with all migrations. */
  reopen: () => Promise<Database>
}

/** A new database with the migrations up to and including `last`. Its folder is removed when the test ends. */
export async function openOldDatabase(last: string): Promise<OldDatabase> {
  const place = await newPlace()
  onTestFinished(() => rm(place.dataDir, { recursive: true, force: true }))
  const dialect = place.databaseUrl
    ? postgresDialect(place.databaseUrl, { poolSize: 2 })
    : sqliteDialect({ file: join(place.dataDir, 'shop.sqlite') })
  const db: OldDatabase['db'] = new Kysely({ dialect })
  const kind = place.databaseUrl ? 'postgres' : 'sqlite'
  await migrate(db, kind, { last })
  return {
    db,
    migrate: (next) => migrate(db, kind, { last: next }),
    close: () => db.destroy(),
    reopen: async () => {
      await db.destroy()
      return openPlace(place)
    },
  }
}

/** A paid order of a $22.00 mug, $8.16 shipping and $0.22 tax, with columns that orders have in every version. */
export const oldOrder = (columns: { id: string; [column: string]: unknown }) => ({
  user_id: null,
  buyer_name: 'Ann',
  buyer_email: 'a@example.com',
  state: 'paid',
  address: '',
  address2: '',
  city: '',
  ship_state: 'VA',
  postal_code: '',
  country: 'US',
  payment_method: 'PayPal',
  shipment_id: '',
  rate_id: '',
  shipping_service: '',
  items_cents: 2200,
  shipping_cents: 816,
  tax_cents: 22,
  total_cents: 3038,
  created_at: OLD_TIME,
  reserved_until: OLD_TIME,
  paid_at: columns.state === 'pending' ? null : OLD_TIME,
  ...columns,
})
