/** Removes the second factors and passkeys of an account, such as those that its owner has lost. */
import type { Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { conflict, notFound } from '#server/kernel/errors.ts'
import { accountMail } from '#server/platform/outbox/account-mail.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import { endSessions, type SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'

/** How many factors were deleted. An app that was not confirmed counts, because it could have been confirmed later. */
export type DeletedFactors = { passkeys: number; authenticator_apps: number; recovery_codes: number }

/**
 * Deletes the app, the recovery codes and the passkeys of an account.
 * @param since only what was added since this time, ISO 8601
 */
export async function deleteFactors(tx: Tx, userId: string, since = ''): Promise<DeletedFactors> {
  const deleted: DeletedFactors = { passkeys: 0, authenticator_apps: 0, recovery_codes: 0 }
  for (const table of ['authenticator_apps', 'passkeys', 'recovery_codes'] as const) {
    const { numDeletedRows } = await tx
      .deleteFrom(table)
      .where('user_id', '=', userId)
      .where('created_at', '>=', since)
      .executeTakeFirst()
    deleted[table] = Number(numDeletedRows)
  }
  return deleted
}

type Actor = Pick<SignedIn, 'name'> & { _id: string | null }
type Account = { id: string; name: string; email: string }

/** For an owner. Throws 404, and 409 for the owner's own account and for an account that has none. */
export async function removeFactors(shop: Shop, owner: SignedIn, id: string): Promise<{ message: string }> {
  if (id === owner._id) throw conflict('Remove your own under Profile, Sign-in and security')
  const name = await transact(shop.db, async (tx) => {
    const row = await tx.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) throw notFound('User')
    if (!(await removeAll(tx, shop, owner, row))) throw conflict(`${row.name} has no second factor`)
    return row.name
  })
  shop.mailSignal.raise()
  return { message: `${name} signs in with the password only, until a new second factor is set up` }
}

/**
 * Removes the app, the recovery codes and the passkeys of an account, and ends its sessions. Writes the change log and mails
 * the account. Returns whether there was anything to remove.
 */
export async function removeAll(
  tx: Tx,
  shop: Pick<Shop, 'clock' | 'config'>,
  actor: Actor,
  { id, name, email }: Account,
): Promise<boolean> {
  const deleted = await deleteFactors(tx, id)
  if (Object.values(deleted).every((count) => count === 0)) return false
  await endSessions(tx, id)
  await logChange(tx, shop, actor, { subject: 'user', id, name, action: 'Removed the second factor' })
  await accountMail(tx, shop, 'sign-in-changed', email, { user: id, change: 'reset' }).execute()
  return true
}
