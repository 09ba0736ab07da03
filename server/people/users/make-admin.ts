/**
 * Admins that are made without the website: the first one, and from the terminal of the server. The terminal also
 * removes a second factor.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import type { UserRow } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { conflict, notFound } from '#server/kernel/errors.ts'
import { rememberBuyer, searchTextOf } from '#server/checkout/orders/buyers.ts'
import { differences, logChange } from '#server/platform/change-log/change-log.ts'
import type { Shop } from '#server/platform/shop.ts'
import { roleColumns, roleOf } from '#server/platform/sessions/roles.ts'
import { checkNewPassword, hashPassword, randomPassword } from '#server/platform/sessions/passwords.ts'
import { removeAttached, revokeAccess } from '../account/remove-attached.ts'
import { removeAll } from '../factors/remove-factors.ts'
import { createUser } from './users.ts'

const TERMINAL = { _id: null, name: 'The terminal' }

type NewAdmin = { email: string; name: string | null; password: string }

/**
 * Creates an admin. If an account with this email exists, gives it a new password and the admin role, and ends its
 * sessions. If the account was no owner's or its email was not confirmed, what was added to it before is removed
 * (account/remove-attached.ts). Without a name, a new admin gets the name Owner and an existing account keeps its name.
 * Throws 400 for a weak password.
 */
export async function makeAdmin(
  shop: Pick<Shop, 'db' | 'clock' | 'config'>,
  { email, name, password }: NewAdmin,
): Promise<'created' | 'reset'> {
  checkNewPassword(password, shop.config.passwordMin)
  const now = isoNow(shop.clock)
  const changes = {
    password_hash: await hashPassword(password),
    ...roleColumns('owner'),
    // Whoever has the terminal of the server has chosen the address.
    confirmed_email: email,
    updated_at: now,
  }
  return transact(shop.db, async (tx) => {
    const before = await tx.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
    const identity = { name: name ?? before?.name ?? 'Owner', email }
    const after = {
      ...(before ?? { id: newId(shop.clock), created_at: now }),
      ...changes,
      ...identity,
      search_text: searchTextOf(identity),
    }
    if (before && before.name !== after.name) await rememberBuyer(tx, before.id)
    if (before) await tx.updateTable('users').set(after).where('id', '=', before.id).execute()
    else await tx.insertInto('users').values(after).execute()
    if (before && (before.confirmed_email !== email || roleOf(before) === null))
      await removeAttached(tx, shop, before, {
        session: null,
        hasAddresses: before.confirmed_email === email,
      })
    else await revokeAccess(tx, after.id)
    await logChange(tx, shop, TERMINAL, {
      subject: 'user',
      id: after.id,
      name: after.name,
      action: before ? 'Password reset' : 'Created',
      changes: before ? differences(toText(before), toText(after), { name: 'Name', admin: 'Admin' }) : [],
    })
    return before ? 'reset' : 'created'
  })
}

/**
 * Removes the second factors and passkeys of an account from the terminal of the server. Its sessions end; the password
 * stays. Throws 404, and 409 if the account has none.
 */
export async function removeFactorsOf(shop: Pick<Shop, 'db' | 'clock' | 'config'>, email: string) {
  await transact(shop.db, async (tx) => {
    const row = await tx.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
    if (!row) throw notFound(`An account with the email ${email}`)
    if (!(await removeAll(tx, shop, TERMINAL, row))) throw conflict(`${email} has no second factor`)
  })
}

function toText({ name, is_admin }: Pick<UserRow, 'name' | 'is_admin'>) {
  return { name, admin: is_admin ? 'yes' : 'no' }
}

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
