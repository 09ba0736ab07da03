/** Vitest setup: argon2id with a thousandth of the work, for tests with many sign-ins. */
import type * as Crypto from 'node:crypto'
import { vi } from 'vitest'

vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof Crypto>()
  const argon2: typeof Crypto.argon2 = (algorithm, parameters, callback) =>
    crypto.argon2(algorithm, { ...parameters, memory: 64, passes: 1 }, callback)
  return { ...crypto, argon2 }
})
