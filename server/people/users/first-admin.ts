/** Creates the first admin. There is no default password: the password comes from the settings or is random. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomPassword } from '#server/platform/sessions/passwords.ts'
import type { Shop } from '#server/platform/shop.ts'
import { createUser } from './users.ts'

export type FirstAdmin = { email: string; password: string | null; file: string | null }

const DEMO_EMAIL = 'owner@frame.example'

/**
 * Creates the first admin if there is no admin. Returns how to sign in, as far as it is known; null if the shop has no
 * admin.
 */
export async function ensureAdmin(shop: Shop): Promise<FirstAdmin | null> {
  const { config } = shop
  const file = join(config.dataDir, 'admin-sign-in.txt')
  const admin = await shop.db
    .selectFrom('users')
    .select('email')
    .where('is_admin', '=', 1)
    .limit(1)
    .executeTakeFirst()
  if (admin) return existing(file, admin.email)
  if (config.admin) {
    await createUser(shop, {
      name: 'Owner',
      email: config.admin.email.toLowerCase(),
      password: config.admin.password,
      role: 'owner',
    })
    return { email: config.admin.email, password: null, file: null }
  }
  if (config.seed === 'none') return null
  const password = randomPassword()
  // Write the file with the password before the account. After a crash in between, there may be a file without an
  // account, but never an account with an unknown password.
  writeFileSync(file, `${DEMO_EMAIL}\n${password}\n`, { mode: 0o600 })
  await createUser(shop, { name: 'Owner', email: DEMO_EMAIL, password, role: 'owner' })
  return { email: DEMO_EMAIL, password, file }
}

function existing(file: string, email: string): FirstAdmin {
  try {
    const [saved = ''] = readFileSync(file, 'utf8').split('\n')
    return { email: saved, password: null, file }
  } catch {
    return { email, password: null, file: null }
  }
}
