/**
 * Encrypts the secrets of authenticator apps, so that a stolen backup does not contain them. The key is FACTOR_KEY of the
 * environment, or else a key in the table `secret_keys`, which a backup does not contain.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { Shop } from '#server/platform/shop.ts'

type Context = Pick<Shop, 'db' | 'config'>

const CIPHER = 'aes-256-gcm'

/** Encrypts a text. @param owner the id of the account: the result cannot be opened for another one */
export async function seal(shop: Context, text: string, owner: string): Promise<string> {
  const nonce = randomBytes(12)
  const cipher = createCipheriv(CIPHER, keyInSettings(shop) ?? (await keyInTable(shop)), nonce)
  cipher.setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return [nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url')).join('.')
}

/** The text; null if it was encrypted with another key, such as the key of the shop from which a backup came. */
export async function unseal(shop: Context, stored: string, owner: string): Promise<string | null> {
  const [nonce, tag, sealed] = stored.split('.').map((part) => Buffer.from(part, 'base64url'))
  if (nonce?.length !== 12 || tag?.length !== 16 || !sealed) return null
  // A secret from before FACTOR_KEY was set has the key of the table.
  for (const key of [keyInSettings(shop), await keyInTable(shop)]) {
    if (!key) continue
    try {
      const decipher = createDecipheriv(CIPHER, key, nonce)
      decipher.setAAD(Buffer.from(owner)).setAuthTag(tag)
      return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8')
    } catch {
      // Another key.
    }
  }
  return null
}

function keyInSettings({ config }: Context): Buffer | null {
  return config.factorKey === null ? null : createHash('sha256').update(config.factorKey).digest()
}

/** The first call creates it; of several instances, the first to insert its key wins. */
async function keyInTable({ db }: Context): Promise<Buffer> {
  const read = () => db.selectFrom('secret_keys').select('key').where('id', '=', 1).executeTakeFirst()
  let row = await read()
  if (!row) {
    await db
      .insertInto('secret_keys')
      .values({ id: 1, key: randomBytes(32).toString('base64url') })
      .onConflict((taken) => taken.column('id').doNothing())
      .execute()
    row = await read()
  }
  return Buffer.from(row!.key, 'base64url')
}
