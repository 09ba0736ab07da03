import { rm, stat, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Config } from '#server/kernel/config/config.ts'
import { openShop } from '#test/shop.ts'
import { canSeal, isSealed, ringState, rewrapKeys, seal, unseal, type SecretOf } from './ring.ts'

const shop = await openShop()
afterAll(() => shop.close())

const FILE = join(shop.shop.config.dataDir, 'secrets.key')
const [ONE, TWO] = ['one key of more than 32 characters', 'two key of more than 32 characters']
const CARD: SecretOf = { purpose: 'gift card', id: 'card-1' }

/** A server of the shop with other settings, and nothing in memory. */
function serverWith(settings: Partial<Config> = {}) {
  return { db: shop.db, config: { ...shop.shop.config, ...settings } }
}

beforeEach(async () => {
  await shop.db.deleteFrom('data_keys').execute()
  await rm(FILE, { force: true })
})

describe('a secret', () => {
  test('opens for its own row and purpose only, and not if it was changed', async () => {
    const here = serverWith()
    const sealed = await seal(here, CARD, 'a word')
    expect([isSealed(sealed), sealed.includes('a word')]).toEqual([true, false])
    expect(await unseal(here, CARD, sealed)).toBe('a word')
    expect(await unseal(here, { ...CARD, id: 'card-2' }, sealed)).toBe(null)
    expect(await unseal(here, { ...CARD, purpose: 'webhook' }, sealed)).toBe(null)
    const changed = sealed.slice(0, -1) + (sealed.endsWith('A') ? 'B' : 'A')
    expect(await unseal(here, CARD, changed)).toBe(null)
    for (const odd of ['', 'k1.', 'k1.x.y.z', 'anything', `k1.${'0'.repeat(22)}...`])
      expect(await unseal(here, CARD, odd)).toBe(null)
  })

  test('is different each time that the same text is sealed, with one data key', async () => {
    const here = serverWith()
    const both = await Promise.all([seal(here, CARD, 'a word'), seal(here, CARD, 'a word')])
    expect(new Set(both).size).toBe(2)
    expect(await shop.db.selectFrom('data_keys').select('id').execute()).toHaveLength(1)
  })

  test('that one server has sealed opens at another one with the same key', async () => {
    const [one, other] = [serverWith({ secretsKey: ONE }), serverWith({ secretsKey: ONE })]
    const ofOne = await seal(one, CARD, 'from one')
    expect(await unseal(other, CARD, ofOne)).toBe('from one')
    expect(await unseal(one, CARD, await seal(other, CARD, 'from the other'))).toBe('from the other')
  })

  test('opens at every server if each has made its own data key at the same moment', async () => {
    const servers = [serverWith({ secretsKey: ONE }), serverWith({ secretsKey: ONE })]
    const sealed = await Promise.all(servers.map((server) => seal(server, CARD, 'a word')))
    for (const server of servers)
      for (const each of sealed) expect(await unseal(server, CARD, each)).toBe('a word')
  })
})

describe('without SECRETS_KEY', () => {
  test('the key is in a file that only its owner can read, and the table does not contain it', async () => {
    const here = serverWith()
    expect(await ringState(here)).toEqual({ source: 'file', lost: 0 })
    await expect(stat(FILE)).rejects.toThrow('ENOENT')
    await seal(here, CARD, 'a word')
    expect((await stat(FILE)).mode & 0o777).toBe(0o600)
    const rows = await shop.db.selectFrom('data_keys').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(await readFile(FILE, 'utf8'))
  })

  test('a lost file leaves old secrets closed, and new ones get a new key', async () => {
    const sealed = await seal(serverWith(), CARD, 'a word')
    await rm(FILE)
    const after = serverWith()
    expect(await unseal(after, CARD, sealed)).toBe(null)
    expect(await ringState(after)).toEqual({ source: 'file', lost: 1 })
    expect(await unseal(after, CARD, await seal(after, CARD, 'a new word'))).toBe('a new word')
    expect(await unseal(after, CARD, sealed)).toBe(null)
  })

  test('servers that share a bucket refuse to seal, and name the setting', async () => {
    const bucket = { kind: 's3' } as Config['storage']
    const here = serverWith({ storage: bucket, databaseUrl: 'postgres://shop' })
    expect(canSeal(here)).toBe(false)
    await expect(seal(here, CARD, 'a word')).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('SECRETS_KEY'),
    })
    expect(await ringState(here)).toEqual({ source: 'none', lost: 0 })
    expect(canSeal(serverWith({ storage: bucket, databaseUrl: 'postgres://shop', secretsKey: ONE }))).toBe(
      true,
    )
  })
})

describe('another SECRETS_KEY', () => {
  test('opens nothing, also if the file would', async () => {
    const sealed = await seal(serverWith(), CARD, 'a word')
    const wrong = serverWith({ secretsKey: ONE })
    expect(await unseal(wrong, CARD, sealed)).toBe(null)
    expect(await ringState(wrong)).toEqual({ source: 'environment', lost: 1 })
    expect(await unseal(serverWith(), CARD, sealed)).toBe('a word')
  })

  test('opens everything if SECRETS_KEY_OLD is the key before it, and after the start without it', async () => {
    const before = serverWith({ secretsKey: ONE })
    const sealed = await seal(before, CARD, 'a word')
    const changing = serverWith({ secretsKey: TWO, secretsKeyOld: ONE })
    expect(await unseal(changing, CARD, sealed)).toBe('a word')
    await rewrapKeys(changing)
    await rewrapKeys(serverWith({ secretsKey: TWO, secretsKeyOld: ONE }))
    expect(await unseal(serverWith({ secretsKey: TWO }), CARD, sealed)).toBe('a word')
    expect(await unseal(serverWith({ secretsKey: ONE }), CARD, sealed)).toBe(null)
    // A server that has not been restarted yet has the data key in memory.
    expect(await unseal(before, CARD, sealed)).toBe('a word')
  })

  test('replaces the file if SECRETS_KEY_OLD has the text of the file', async () => {
    const sealed = await seal(serverWith(), CARD, 'a word')
    const settings = { secretsKey: ONE, secretsKeyOld: await readFile(FILE, 'utf8') }
    await rewrapKeys(serverWith(settings))
    expect(await unseal(serverWith({ secretsKey: ONE }), CARD, sealed)).toBe('a word')
  })

  test('that was interrupted half way opens all secrets, and ends with the next start', async () => {
    const [first, second] = [serverWith({ secretsKey: ONE }), serverWith({ secretsKey: ONE })]
    const sealed = await seal(first, CARD, 'first')
    const rows = await shop.db.deleteFrom('data_keys').returningAll().execute()
    const other = await seal(second, CARD, 'second')
    await shop.db.insertInto('data_keys').values(rows).execute()
    // Killed after the first of two keys.
    const changing = { secretsKey: TWO, secretsKeyOld: ONE }
    const [last] = await shop.db
      .deleteFrom('data_keys')
      .where('id', '=', rows[0]!.id)
      .returningAll()
      .execute()
    await rewrapKeys(serverWith(changing))
    await shop.db.insertInto('data_keys').values(last!).execute()
    const after = serverWith(changing)
    expect(await unseal(after, CARD, sealed)).toBe('first')
    expect(await unseal(after, CARD, other)).toBe('second')
    expect(await ringState(serverWith({ secretsKey: TWO }))).toEqual({ source: 'environment', lost: 1 })
    await rewrapKeys(after)
    expect(await ringState(serverWith({ secretsKey: TWO }))).toEqual({ source: 'environment', lost: 0 })
  })
})
