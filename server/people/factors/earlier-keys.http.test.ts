/** Secrets that an earlier release sealed stay readable, and are sealed again with the key ring. */
import { createCipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { sealCodesAgain, unseal as unsealCode } from '#server/checkout/gift-cards/codes.ts'
import { soldCard } from '#server/checkout/gift-cards/gift-cards.testing.ts'
import { sealAppsAgain, seal as sealSecret, unseal as unsealSecret } from './secret-box.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import { isSealed } from '#server/platform/keys/ring.ts'

const FACTOR_KEY = 'factor key of more than 32 characters'
const GIFT_CARD_KEY = 'gift card key of more than 32 characters'
const SECRETS_KEY = 'secrets key of more than 32 characters'

const opened: TestShop[] = []
afterAll(async () => {
  for (const shop of opened) await shop.close()
})

async function shopWith(env: Record<string, string>): Promise<TestShop> {
  const shop = await openShop({ env })
  opened.push(shop)
  return shop
}

/** The parts of a text that is encrypted as by the releases before the key ring. */
function encryptedBefore(key: Buffer, about: string, text: string): Buffer[] {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return [nonce, cipher.getAuthTag(), sealed]
}

const giftCardKey = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'gift card codes', 32))

/** A card whose code has the seal of an earlier release. */
async function cardBefore(shop: TestShop, secret: string): Promise<{ id: string; code: string }> {
  const { id, code } = await soldCard(shop, 500)
  const sealed = Buffer.concat(encryptedBefore(giftCardKey(secret), id, code)).toString('base64url')
  await shop.db.updateTable('gift_cards').set({ sealed_code: sealed }).where('id', '=', id).execute()
  return { id, code }
}

const cardOf = (shop: TestShop, id: string) =>
  shop.db.selectFrom('gift_cards').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** The secret of an authenticator app with the seal of an earlier release. */
async function appBefore(shop: TestShop, key: Buffer): Promise<string> {
  const { id } = await signedIn(shop)
  const parts = encryptedBefore(key, id, 'APPSECRET').map((part) => part.toString('base64url'))
  const row = { user_id: id, secret: parts.join('.'), confirmed_at: null, last_step: 0, created_at: '2026' }
  await shop.db.insertInto('authenticator_apps').values(row).execute()
  return id
}

const secretOf = async (shop: TestShop, id: string) =>
  (
    await shop.db
      .selectFrom('authenticator_apps')
      .selectAll()
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow()
  ).secret

describe('the code of a gift card', () => {
  test('from a release with a key file is readable, and is sealed again', async () => {
    const shop = await shopWith({})
    await writeFile(join(shop.shop.config.dataDir, 'gift-card.key'), 'the key in the file')
    const { id, code } = await cardBefore(shop, 'the key in the file')
    expect(await unsealCode(shop.shop, await cardOf(shop, id))).toBe(code)
    await sealCodesAgain(shop.shop)
    const after = await cardOf(shop, id)
    expect([isSealed(after.sealed_code!), await unsealCode(shop.shop, after)]).toEqual([true, code])
    await sealCodesAgain(shop.shop)
    expect(await cardOf(shop, id)).toEqual(after)
  })

  test('whose key is lost stays as it is', async () => {
    const shop = await shopWith({})
    const { id } = await cardBefore(shop, 'a lost key')
    const before = await cardOf(shop, id)
    expect(await unsealCode(shop.shop, before)).toBe(null)
    await sealCodesAgain(shop.shop)
    expect(await cardOf(shop, id)).toEqual(before)
  })

  test('keeps GIFT_CARD_KEY until SECRETS_KEY is set', async () => {
    const shop = await shopWith({ GIFT_CARD_KEY })
    const { id, code } = await soldCard(shop, 500)
    await sealCodesAgain(shop.shop)
    const card = await cardOf(shop, id)
    expect([isSealed(card.sealed_code!), await unsealCode(shop.shop, card)]).toEqual([false, code])
    const later = { ...shop.shop, config: { ...shop.shop.config, secretsKey: SECRETS_KEY } }
    await sealCodesAgain(later)
    const again = await cardOf(shop, id)
    expect([isSealed(again.sealed_code!), await unsealCode(later, again)]).toEqual([true, code])
  })
})

describe('the secret of an authenticator app', () => {
  test('from a release with a key in the database is readable, and is sealed again', async () => {
    const shop = await shopWith({})
    const key = randomBytes(32)
    await shop.db
      .insertInto('secret_keys')
      .values({ id: 1, key: key.toString('base64url') })
      .execute()
    const id = await appBefore(shop, key)
    expect(await unsealSecret(shop.shop, await secretOf(shop, id), id)).toBe('APPSECRET')
    await sealAppsAgain(shop.shop)
    const sealed = await secretOf(shop, id)
    expect([isSealed(sealed), await unsealSecret(shop.shop, sealed, id)]).toEqual([true, 'APPSECRET'])
  })

  test('keeps FACTOR_KEY until SECRETS_KEY is set', async () => {
    const shop = await shopWith({ FACTOR_KEY })
    const id = await appBefore(shop, createHash('sha256').update(FACTOR_KEY).digest())
    await sealAppsAgain(shop.shop)
    expect(isSealed(await secretOf(shop, id))).toBe(false)
    expect(isSealed(await sealSecret(shop.shop, 'another', id))).toBe(false)
    const later = { ...shop.shop, config: { ...shop.shop.config, secretsKey: SECRETS_KEY } }
    await sealAppsAgain(later)
    const sealed = await secretOf(shop, id)
    expect([isSealed(sealed), await unsealSecret(later, sealed, id)]).toEqual([true, 'APPSECRET'])
  })
})

test('without its key, an old secret is not readable, and no new key is made for it', async () => {
  const shop = await shopWith({})
  await rm(join(shop.shop.config.dataDir, 'gift-card.key'), { force: true })
  const id = await appBefore(shop, randomBytes(32))
  expect(await unsealSecret(shop.shop, await secretOf(shop, id), id)).toBe(null)
  expect(await shop.db.selectFrom('secret_keys').selectAll().execute()).toEqual([])
})
