/**
 * Encrypts the secrets in the database: credentials of services, codes of gift cards, secrets of authenticator apps. Data
 * keys (table `data_keys`) encrypt them, and the master key (master.ts), which is not in the database, encrypts the data keys.
 * So a stolen database or backup shows no secret, and a new master key changes only a few rows.
 */
import { randomBytes } from 'node:crypto'
import type { Config } from '#server/kernel/config/config.ts'
import { conflict } from '#server/kernel/errors.ts'
import { isoNow, newId, SECOND, systemClock } from '#server/kernel/time/clock.ts'
import type { Shop } from '../shop.ts'
import { currentMaster, formerMaster, masterSource, type Master, type MasterSource } from './master.ts'
import { decrypt, encrypt } from './sealed.ts'

type Context = Pick<Shop, 'db' | 'config'>

/** What a secret belongs to: its kind, and the id of its row. A sealed text opens only for the same. */
export type SecretOf = {
  purpose: 'connection' | 'gift card' | 'authenticator app' | 'webhook'
  id: string
}

/** Begins every sealed text, which has five parts: this, the id of the data key, and those of sealed.ts. */
const FORMAT = 'k1.'

/** The pattern of all texts that this file has sealed, for `like`. */
export const SEALED_TEXTS = `${FORMAT}%`

/** Whether a text was sealed by this file, and not as releases before it did. */
export function isSealed(stored: string): boolean {
  return stored.startsWith(FORMAT)
}

/** Whether secrets can be sealed: several instances that share a bucket need SECRETS_KEY for it. */
export function canSeal({ config }: Pick<Shop, 'config'>): boolean {
  return masterSource(config) !== 'none'
}

/**
 * Whether secrets are sealed with the ring that had a key of their own in earlier releases. A shop that has set only that key
 * goes on with it, because its owner keeps a copy of it; and instances that share a bucket have no ring without SECRETS_KEY.
 */
export function usesRing({ config }: Pick<Shop, 'config'>, formerKey: string | null): boolean {
  return config.secretsKey !== null || (formerKey === null && canSeal({ config }))
}

/** Encrypts a text. Throws 409 if there is no master key. */
export async function seal(shop: Context, about: SecretOf, text: string): Promise<string> {
  const { id, key } = await currentKey(shop)
  return `${FORMAT}${id}.${encrypt(key, nameOf(about), text)}`
}

/** The text; null if its key is missing, if it belongs to something else, or if it was changed. */
export async function unseal(shop: Context, about: SecretOf, stored: string): Promise<string | null> {
  const [, id = '', ...parts] = stored.split('.')
  if (!isSealed(stored)) return null
  const key = await keyWithId(shop, id)
  return key && decrypt(key, nameOf(about), parts.join('.'))
}

/** Where the master key comes from, and how many of the data keys it does not open. */
export async function ringState(shop: Context): Promise<{ source: MasterSource; lost: number }> {
  const { all, opened } = await readKeys(shop)
  return { source: masterSource(shop.config), lost: all - opened }
}

/**
 * Encrypts the data keys with the current master key that SECRETS_KEY_OLD opens. Call it at the start. After that, the old
 * key is not needed any more.
 */
export async function rewrapKeys(shop: Context): Promise<void> {
  const [former, master] = [formerMaster(shop.config), await currentMaster(shop.config, false)]
  if (!former || !master || former.id === master.id) return
  const rows = await shop.db.selectFrom('data_keys').selectAll().where('master', '=', former.id).execute()
  for (const { id, wrapped } of rows) {
    const key = decrypt(former.key, id, wrapped)
    if (key === null) continue
    await shop.db
      .updateTable('data_keys')
      .set({ master: master.id, wrapped: encrypt(master.key, id, key) })
      .where('id', '=', id)
      .where('wrapped', '=', wrapped)
      .execute()
  }
}

const nameOf = ({ purpose, id }: SecretOf) => JSON.stringify([purpose, id])

/** The opened data keys of a shop, the one that encrypts, and the one that is being added. */
type Ring = {
  keys: Map<string, Buffer>
  current: string | null
  /** Ids that were not found, and when, in milliseconds of `performance.now()`. */
  missedAt: Map<string, number>
  adding: Promise<string> | null
}

const rings = new WeakMap<Config, Ring>()

function ringOf({ config }: Context): Ring {
  let ring = rings.get(config)
  if (!ring) rings.set(config, (ring = { keys: new Map(), current: null, missedAt: new Map(), adding: null }))
  return ring
}

async function currentKey(shop: Context): Promise<{ id: string; key: Buffer }> {
  const ring = ringOf(shop)
  if (ring.current === null) await readKeys(shop)
  const adding = () => (ring.adding ??= addKey(shop).finally(() => (ring.adding = null)))
  const id = ring.current ?? (await adding())
  return { id, key: ring.keys.get(id)! }
}

/** A key that was not found counts as missing for this time in milliseconds. */
const MISSING_FOR = SECOND

async function keyWithId(shop: Context, id: string): Promise<Buffer | null> {
  const ring = ringOf(shop)
  const known = ring.keys.get(id)
  if (known) return known
  if (performance.now() - (ring.missedAt.get(id) ?? -Infinity) < MISSING_FOR) return null
  // Another instance may have added it just now.
  await readKeys(shop)
  if (!ring.keys.has(id)) ring.missedAt.set(id, performance.now())
  return ring.keys.get(id) ?? null
}

/** Opens the data keys. The newest one that the current master key opens encrypts from then on. */
async function readKeys(shop: Context): Promise<{ all: number; opened: number }> {
  const ring = ringOf(shop)
  const [master, former] = [await currentMaster(shop.config, false), formerMaster(shop.config)]
  const rows = await shop.db.selectFrom('data_keys').selectAll().orderBy('created_at').orderBy('id').execute()
  let opened = 0
  for (const row of rows) {
    const key = openKey(row, [master, former])
    if (key === null) continue
    opened++
    ring.keys.set(row.id, key)
    if (row.master === master?.id) ring.current = row.id
  }
  return { all: rows.length, opened }
}

function openKey(
  { id, master, wrapped }: { id: string; master: string; wrapped: string },
  masters: readonly (Master | null)[],
): Buffer | null {
  const used = masters.find((each) => each?.id === master)
  const key = used ? decrypt(used.key, id, wrapped) : null
  return key === null ? null : Buffer.from(key, 'base64url')
}

async function addKey(shop: Context): Promise<string> {
  const master = await currentMaster(shop.config, true)
  if (!master) throw conflict(NO_MASTER)
  const [id, key] = [newId(systemClock), randomBytes(32)]
  await shop.db
    .insertInto('data_keys')
    .values({
      id,
      master: master.id,
      wrapped: encrypt(master.key, id, key.toString('base64url')),
      created_at: isoNow(systemClock),
    })
    .execute()
  const ring = ringOf(shop)
  ring.keys.set(id, key)
  ring.current ??= id
  return ring.current
}

/** Why nothing can be sealed. */
export const NO_MASTER =
  'Several servers share this shop, so its secrets need one key for all of them. Set SECRETS_KEY in the environment of each'
