/**
 * The current settings, for everything that reads them with each request: kept in memory, and read again after a
 * change. While the database is not available, the settings of the last read are used.
 */
import { businessFrom, type Business } from '#shared/platform/business.ts'
import type { EditOf, Fields } from '#shared/platform/resources/described.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { rowsOf } from '../resources/rows.ts'
import type { Shop, Source } from '../shop.ts'
import { BUSINESS, SELLING } from './groups.ts'
import { storedIn, withFixed, type Group, type Saved } from './settings.ts'
import { PLAYER_ORIGIN, playlistId } from '#shared/kernel/playlist.ts'
import type { Config } from '#server/kernel/config/config.ts'

type Rows = ReadonlyMap<string, { version: number; value: string }>

const ALL: Source<Rows> = {
  read: async (db: Db) => {
    const rows = await db.selectFrom('settings').select(['id', 'version', 'value']).execute()
    return new Map(rows.map((row) => [row.id, row]))
  },
}

/** The rows of the last successful read, by shop. */
const lastRead = new WeakMap<object, Rows>()

async function rowsIn(shop: Pick<Shop, 'cached' | 'db'>): Promise<Rows> {
  try {
    const rows = await shop.cached('Settings', ALL)
    lastRead.set(shop.db, rows)
    return rows
  } catch (error) {
    const known = lastRead.get(shop.db)
    if (!known) throw error
    return known
  }
}

/** The current values of a group. */
export async function currentSettings<F extends Fields, Id extends string>(
  shop: Pick<Shop, 'cached' | 'db' | 'config'>,
  group: Group<F, Id>,
): Promise<Saved<F, Id>> {
  const rows = await rowsIn(shop)
  const read = known.getOrInsertComputed(rows, () => new Map())
  const values = read.getOrInsertComputed(group.id, () => valuesIn(group, rows)) as ReturnType<
    typeof valuesIn<F, Id>
  >
  return withFixed(shop, group, { ...values })
}

/** The values of each group in the rows of a read. Taking them from their JSON needs longer than most of what uses them. */
const known = new WeakMap<Rows, Map<string, object>>()

function valuesIn<F extends Fields, Id extends string>(group: Group<F, Id>, rows: Rows) {
  const { version, columns } = storedIn(group, rows.get(group.id))
  const values: EditOf<F> = rowsOf(group.fields).editOf(columns)
  return { ...values, _id: group.id, version }
}

/** The shop as visitors, mails and documents name it. */
export async function businessOf(shop: Pick<Shop, 'cached' | 'db' | 'config'>): Promise<Business> {
  return businessFrom(await currentSettings(shop, BUSINESS))
}

/**
 * The mail addresses of the shop: `inbox` gets messages and new orders, `replyTo` the replies to mails. Until they are
 * saved, both are the sender's address, or come from the environment.
 */
export async function inboxOf(
  shop: Pick<Shop, 'cached' | 'db' | 'config' | 'services'>,
): Promise<{ inbox: string; replyTo: string }> {
  const saved = await currentSettings(shop, BUSINESS)
  const inbox = saved.inbox || shop.services.mail.inbox
  return { inbox, replyTo: saved.replyTo || inbox }
}

/** The rules of selling: tax, hold, excluded places. */
export function sellingOf(shop: Pick<Shop, 'cached' | 'db' | 'config'>) {
  return currentSettings(shop, SELLING)
}

/**
 * The playlist of the music page. A playlist in the environment takes precedence over the one in the settings. If there
 * is neither, the page has the sandbox player.
 */
export async function currentMusic(shop: Shop): Promise<Config['music']> {
  const { music } = shop.config
  if (music.mode === 'live') return music
  const id = playlistId((await currentSettings(shop, BUSINESS)).playlist)
  return id === null ? music : { mode: 'live', playlist: id, embedBase: PLAYER_ORIGIN, load: 'page' }
}
