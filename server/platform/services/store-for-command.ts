/** The store of the pictures for a command beside a shop, which may be running, or may be of an earlier release. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, type Dialect } from 'kysely'
import { ConfigError, type Config } from '#server/kernel/config/config.ts'
import type { Db, Schema } from '#server/kernel/db/schema.ts'
import { systemClock } from '#server/kernel/time/clock.ts'
import { readConnections } from './saved.ts'
import { bucketOf } from './settings.ts'
import { readCopy, stageOf } from './picture-copies.ts'
import { openStore } from '../storage/open-store.ts'
import { openPictureStore, placesWith } from '../storage/picture-store.ts'
import type { Store } from '../storage/store.ts'

/**
 * The bucket that an owner has connected, or the store that the settings select. Changes nothing in the database. Throws
 * ConfigError if the key of the bucket's credentials is missing.
 */
export async function openStoreForCommand(config: Config): Promise<Store> {
  const folder = await openStore(config)
  const dialect = config.storage.kind === 'disk' ? await dialectOf(config) : null
  if (dialect === null) return folder
  const db: Db = new Kysely<Schema>({ dialect })
  try {
    const tables = await db.introspection.getTables()
    if (!tables.some(({ name }) => name === 'picture_copies')) return folder
    const all = await readConnections({ db, config, realClock: systemClock })
    const saved = all.find(({ service, replacedAt }) => service === 'storage' && replacedAt === null)
    const stage = stageOf(await readCopy(db))
    if (!saved || stage === 'filling') return folder
    if (saved.secrets === null) throw new ConfigError(KEY_MISSING)
    const { s3Store } = await import('../storage/s3.ts')
    const store = openPictureStore(folder)
    store.use(placesWith(stage, folder, s3Store(bucketOf(config, { ...saved, secrets: saved.secrets }))))
    return store
  } finally {
    await db.destroy()
  }
}

const KEY_MISSING =
  'The pictures are in a bucket, and the key of its credentials is missing. Set SECRETS_KEY as it is for the shop.'

/** Null if there is no database. */
async function dialectOf({ dataDir, databaseUrl }: Config): Promise<Dialect | null> {
  if (databaseUrl) {
    const { postgresDialect } = await import('#server/kernel/db/postgres.ts')
    return postgresDialect(databaseUrl, { poolSize: 1 })
  }
  const file = join(dataDir, 'shop.sqlite')
  if (!existsSync(file)) return null
  const { sqliteDialect } = await import('#server/kernel/db/sqlite/dialect.ts')
  return sqliteDialect({ file })
}
