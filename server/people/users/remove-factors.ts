/** Removes the second factors and passkeys of an account whose owner has lost them. */
import type { Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { conflict, notFound } from '#server/kernel/errors.ts'
import { deleteFactors } from '../factors/delete-factors.ts'
import { accountMail } from '#server/platform/outbox/account-mail.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import { endSessions, type SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'

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
