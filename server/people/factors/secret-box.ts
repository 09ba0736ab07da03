/**
 * Encrypts the secrets of authenticator apps, so that a stolen backup does not contain them: with the key ring
 * (server/platform/keys/ring.ts). Earlier releases used FACTOR_KEY of the environment, or else a key in the table
 * `secret_keys`, which a backup does not contain.
 */
import { createHash, randomBytes } from 'node:crypto'
import {
  isSealed,
  seal as sealWithRing,
  SEALED_TEXTS,
  unseal as unsealWithRing,
  usesRing,
} from '#server/platform/keys/ring.ts'
import { decrypt, encrypt } from '#server/platform/keys/sealed.ts'
import type { Shop } from '#server/platform/shop.ts'

type Context = Pick<Shop, 'db' | 'config'>

/** Encrypts a text. @param owner the id of the account: the result cannot be opened for another one */
export async function seal(shop: Context, text: string, owner: string): Promise<string> {
  if (usesRing(shop, shop.config.factorKey)) return sealWithRing(shop, aboutOf(owner), text)
  return encrypt(keyInSettings(shop) ?? (await keyInTable(shop, true))!, owner, text)
}

/** The text; null if it was encrypted with another key, such as the key of the shop from which a backup came. */
export async function unseal(shop: Context, stored: string, owner: string): Promise<string | null> {
  if (isSealed(stored)) return unsealWithRing(shop, aboutOf(owner), stored)
  // A secret from before FACTOR_KEY was set has the key of the table.
  for (const key of [keyInSettings(shop), await keyInTable(shop, false)]) {
    const text = key && decrypt(key, owner, stored)
    if (text !== null) return text
  }
  return null
}

/** Seals the secrets again that an earlier release has sealed. Secrets whose key is lost stay as they are. */
export async function sealAppsAgain(shop: Shop): Promise<void> {
  if (!usesRing(shop, shop.config.factorKey)) return
  const rows = await shop.db
    .selectFrom('authenticator_apps')
    .select(['user_id', 'secret'])
    .where('secret', 'not like', SEALED_TEXTS)
    .execute()
  for (const { user_id: owner, secret } of rows) {
    const text = await unseal(shop, secret, owner)
    if (text === null) continue
    await shop.db
      .updateTable('authenticator_apps')
      .set({ secret: await seal(shop, text, owner) })
      .where('user_id', '=', owner)
      .where('secret', '=', secret)
      .execute()
  }
}

const aboutOf = (id: string) => ({ purpose: 'authenticator app', id }) as const

function keyInSettings({ config }: Context): Buffer | null {
  return config.factorKey === null ? null : createHash('sha256').update(config.factorKey).digest()
}

/** @param create whether to create the key if there is none; of several instances, the first to insert its key wins */
async function keyInTable({ db }: Context, create: boolean): Promise<Buffer | null> {
  const read = () => db.selectFrom('secret_keys').select('key').where('id', '=', 1).executeTakeFirst()
  let row = await read()
  if (!row && create) {
    await db
      .insertInto('secret_keys')
      .values({ id: 1, key: randomBytes(32).toString('base64url') })
      .onConflict((taken) => taken.column('id').doNothing())
      .execute()
    row = await read()
  }
  return row ? Buffer.from(row.key, 'base64url') : null
}
