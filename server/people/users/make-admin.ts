/** Creates or resets an admin, or removes a second factor, from the terminal of the server. */
import { removeAttached, revokeAccess } from '../account/remove-attached.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import type { UserRow } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { conflict, notFound } from '#server/kernel/errors.ts'
import { rememberBuyer, searchTextOf } from '#server/checkout/orders/buyers.ts'
import { differences, logChange } from '#server/platform/change-log/change-log.ts'
import type { Shop } from '#server/platform/shop.ts'
import { roleColumns, roleOf } from '#server/platform/sessions/roles.ts'
import { removeAll } from './remove-factors.ts'
import { checkNewPassword, hashPassword } from '#server/platform/sessions/passwords.ts'

const TERMINAL = { _id: null, name: 'The terminal' }

type NewAdmin = { email: string; name: string | null; password: string }

/**
 * Creates an admin. If an account with this email exists, gives it a new password and the admin role, and ends its
 * sessions. If the account was no owner's or its email was not confirmed, what was added to it before is removed
 * (account/remove-attached.ts). Without a name, a new admin gets the name Owner and an existing account keeps its name. Throws 400 for a
 * weak password.
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
export async function removeFactorsOf(
  shop: Pick<Shop, 'db' | 'clock' | 'config'>,
  email: string,
): Promise<void> {
  await transact(shop.db, async (tx) => {
    const row = await tx.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
    if (!row) throw notFound(`An account with the email ${email}`)
    if (!(await removeAll(tx, shop, TERMINAL, row))) throw conflict(`${email} has no second factor`)
  })
}

function toText({ name, is_admin }: Pick<UserRow, 'name' | 'is_admin'>) {
  return { name, admin: is_admin ? 'yes' : 'no' }
}
