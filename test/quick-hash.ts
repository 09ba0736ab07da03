/**
 * argon2id with a thousandth of the work, for tests that sign in often. Use:
 * `vi.mock('node:crypto', async (original) => (await import('#test/quick-hash.ts')).quickHash(await original()))`
 */
import type * as Crypto from 'node:crypto'

export function quickHash(crypto: typeof Crypto): typeof Crypto {
  const argon2: typeof Crypto.argon2 = (algorithm, parameters, callback) =>
    crypto.argon2(algorithm, { ...parameters, memory: 64, passes: 1 }, callback)
  return { ...crypto, argon2 }
}
