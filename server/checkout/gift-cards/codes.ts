/**
 * The codes of gift cards. The database has a hash of a code, to find its card, and the encrypted code, to mail and
 * print it later. The key is not in the database: it is GIFT_CARD_KEY, or a file in the data folder. Several instances
 * with a bucket share no folder; without GIFT_CARD_KEY they derive the key from the key of the signed links, which is
 * in no backup.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, randomInt } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CODE_LENGTH, CODE_LETTERS } from '#shared/checkout/gift-cards.ts'
import type { GiftCardRow } from '#server/kernel/db/schema.ts'
import { errorCode, syncFolder } from '#server/kernel/files/write.ts'
import { linkKeyOf } from '#server/platform/sessions/signed-links.ts'
import type { Shop } from '#server/platform/shop.ts'

type Context = Pick<Shop, 'db' | 'config'>

/** The columns of a new code. */
export type CodeColumns = Pick<GiftCardRow, 'code_hash' | 'sealed_code' | 'last_four'>

/** A new code for a card: 16 random letters and digits, which have 79 bits. */
export async function newCode(shop: Context, cardId: string): Promise<CodeColumns & { code: string }> {
  const letters = Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]!)
  const code = letters.join('')
  return {
    code,
    code_hash: hashOf(code),
    sealed_code: await seal(shop, cardId, code),
    last_four: code.slice(-4),
  }
}

/** @param code as `readCode` returns it */
export function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('base64url')
}

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

async function seal(shop: Context, cardId: string, code: string): Promise<string> {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, await keyOf(shop), nonce).setAAD(Buffer.from(cardId))
  const sealed = Buffer.concat([cipher.update(code, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** The code of a card. Null if the card is disabled, or its code was encrypted with another key, as after a restore. */
export async function unseal(
  shop: Context,
  { id, sealed_code: text }: Pick<GiftCardRow, 'id' | 'sealed_code'>,
): Promise<string | null> {
  if (text === null) return null
  const bytes = Buffer.from(text, 'base64url')
  const [nonce, rest] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES)]
  try {
    const decipher = createDecipheriv(CIPHER, await keyOf(shop), nonce)
      .setAAD(Buffer.from(id))
      .setAuthTag(rest.subarray(0, TAG_BYTES))
    return decipher.update(rest.subarray(TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch (error) {
    // The authentication of the ciphertext fails with another key. A key that cannot be read is another error.
    if (errorCode(error) === undefined || errorCode(error) === 'ERR_CRYPTO_INVALID_AUTH_TAG') return null
    throw error
  }
}

const KEY_BYTES = 32
const keys = new WeakMap<object, Promise<Buffer>>()

function keyOf(shop: Context): Promise<Buffer> {
  const known = keys.get(shop.config)
  if (known) return known
  const key = findKey(shop).catch((error: unknown) => {
    keys.delete(shop.config)
    throw error
  })
  keys.set(shop.config, key)
  return key
}

async function findKey({ db, config }: Context): Promise<Buffer> {
  const secret =
    config.giftCardKey ??
    (config.storage.kind === 's3' ? await linkKeyOf(db) : await keyIn(join(config.dataDir, 'gift-card.key')))
  return Buffer.from(hkdfSync('sha256', secret, '', 'gift card codes', KEY_BYTES))
}

/** The key in a file that only its owner can read. The first call creates it; one process uses a data folder. */
async function keyIn(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
  }
  const key = randomBytes(KEY_BYTES).toString('base64url')
  const file = await open(`${path}.new`, 'w', 0o600)
  try {
    await file.writeFile(key)
    await file.sync()
  } finally {
    await file.close()
  }
  // After a crash there is either the whole key or none.
  await rename(`${path}.new`, path)
  await syncFolder(dirname(path))
  return key
}

/**
 * The page that shows the balance of a card. Browsers do not send the part after `#`, so the code appears in no log and
 * no Referer.
 * @param code without dashes
 */
export function balanceLink(origin: string, code: string): string {
  return `${origin}/gift-cards/balance#${code}`
}
