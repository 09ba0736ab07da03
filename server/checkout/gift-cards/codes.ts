/**
 * The codes of gift cards. The database has a hash of a code, to find its card, and the encrypted code, to mail and
 * print it later. The key ring encrypts it (server/platform/keys/ring.ts). Earlier releases used GIFT_CARD_KEY, or a file in
 * the data folder, or, for several instances with a bucket, the key of the signed links.
 */
import { createHash, hkdfSync, randomInt } from 'node:crypto'
import { join } from 'node:path'
import { CODE_LENGTH, CODE_LETTERS } from '#shared/checkout/gift-cards.ts'
import type { GiftCardRow } from '#server/kernel/db/schema.ts'
import { readKey } from '#server/platform/keys/key-file.ts'
import {
  isSealed,
  seal as sealWithRing,
  SEALED_TEXTS,
  unseal as unsealWithRing,
  usesRing,
} from '#server/platform/keys/ring.ts'
import { decrypt, encrypt } from '#server/platform/keys/sealed.ts'
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

/**
 * The code of a card. Null if the card is disabled, or its code was encrypted with another key, as after a restore.
 */
export async function unseal(
  shop: Context,
  { id, sealed_code: text }: Pick<GiftCardRow, 'id' | 'sealed_code'>,
): Promise<string | null> {
  if (text === null) return null
  if (isSealed(text)) return unsealWithRing(shop, aboutOf(id), text)
  const key = await formerKeyOf(shop)
  const { nonce, tag, sealed } = partsOf(text)
  return key && decrypt(key, id, [nonce, tag, sealed].map((part) => part.toString('base64url')).join('.'))
}

/** Seals the codes of cards and gifts again that an earlier release has sealed. Codes whose key is lost stay as they are. */
export async function sealCodesAgain(shop: Shop): Promise<void> {
  if (!usesRing(shop, shop.config.giftCardKey)) return
  for (const table of ['gift_cards', 'gift_subscriptions'] as const) {
    const rows = await shop.db
      .selectFrom(table)
      .select(['id', 'sealed_code'])
      .where('sealed_code', 'is not', null)
      .where('sealed_code', 'not like', SEALED_TEXTS)
      .execute()
    for (const row of rows) {
      const code = await unseal(shop, row)
      if (code === null) continue
      await shop.db
        .updateTable(table)
        .set({ sealed_code: await seal(shop, row.id, code) })
        .where('id', '=', row.id)
        .where('sealed_code', '=', row.sealed_code)
        .execute()
    }
  }
}

const aboutOf = (id: string) => ({ purpose: 'gift card', id }) as const

async function seal(shop: Context, cardId: string, code: string): Promise<string> {
  if (usesRing(shop, shop.config.giftCardKey)) return sealWithRing(shop, aboutOf(cardId), code)
  const key = await formerKeyOf(shop)
  const parts = encrypt(key!, cardId, code).split('.')
  return Buffer.concat(parts.map((part) => Buffer.from(part, 'base64url'))).toString('base64url')
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Releases before the key ring stored the parts of a sealed code without separators. */
function partsOf(text: string) {
  const bytes = Buffer.from(text, 'base64url')
  return {
    nonce: bytes.subarray(0, NONCE_BYTES),
    tag: bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES),
    sealed: bytes.subarray(NONCE_BYTES + TAG_BYTES),
  }
}

const keys = new WeakMap<object, Promise<Buffer | null>>()

/** The key of releases before the key ring; null if there is none. */
function formerKeyOf(shop: Context): Promise<Buffer | null> {
  const known = keys.get(shop.config)
  if (known) return known
  const key = findKey(shop).catch((error: unknown) => {
    keys.delete(shop.config)
    throw error
  })
  keys.set(shop.config, key)
  return key
}

async function findKey({ db, config }: Context): Promise<Buffer | null> {
  const secret =
    config.giftCardKey ??
    (config.storage.kind === 's3'
      ? await linkKeyOf(db)
      : await readKey(join(config.dataDir, 'gift-card.key')))
  return secret === null ? null : Buffer.from(hkdfSync('sha256', secret, '', 'gift card codes', 32))
}

/**
 * The page that shows the balance of a card. Browsers do not send the part after `#`, so the code appears in no log and
 * no Referer.
 * @param code without dashes
 */
export function balanceLink(origin: string, code: string): string {
  return `${origin}/gift-cards/balance#${code}`
}
