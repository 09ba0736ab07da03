/**
 * Removes what was added to an account before its owner proved to own the email address. Anyone can register with the
 * address of another person, so until then it may belong to a stranger. decisions/006-passwords-and-sessions.md
 */
import { counted } from '#shared/kernel/counts.ts'
import type { Tx, UserRow } from '#server/kernel/db/schema.ts'
import { accountMail } from '#server/platform/outbox/account-mail.ts'
import { removal } from '#server/payments/methods/methods.ts'
import { endSessions } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { deleteFactors, type DeletedFactors } from '../factors/remove-factors.ts'
import { voidLinks } from './links.ts'

type Account = Pick<UserRow, 'id' | 'email'>

/** What stays: the session in which the link was opened, and the address book if the person has used the account. */
type Kept = { session: string | null; hasAddresses: boolean }

/**
 * Ends the sessions, and removes passkeys, the authenticator app, recovery codes, saved payment methods and the address
 * book. Mails the account what was removed; raise `shop.mailSignal` after the commit.
 * @returns a sentence about what was removed besides sessions; empty if there was nothing
 */
export async function removeAttached(
  tx: Tx,
  shop: Pick<Shop, 'clock' | 'config'>,
  { id, email }: Account,
  { session, hasAddresses }: Kept,
): Promise<string> {
  // The sessions first: a request that is adding a passkey updates its session, and then finds none (liftLimits).
  await revokeAccess(tx, id, session)
  const factors = await deleteFactors(tx, id)
  const { queue, remove } = removal({ ...shop, db: tx }, 'The shop', 'user_id', id)
  await queue.execute()
  const { numUpdatedRows: methods } = await remove.executeTakeFirstOrThrow()
  const { numDeletedRows: addresses } = hasAddresses
    ? { numDeletedRows: 0n }
    : await tx.deleteFrom('addresses').where('user_id', '=', id).executeTakeFirstOrThrow()
  const removed = textOf(factors, Number(methods), Number(addresses))
  if (removed === '') return ''
  const about = { user: id, change: 'attached-removed' as const, removed }
  await accountMail(tx, shop, 'sign-in-changed', email, about).execute()
  return `For your safety, we removed what was in the account before: ${removed}`
}

/**
 * Ends all access to an account that an attacker may have: sessions, links, an unconfirmed address, and the networks on
 * which the account has signed in.
 * @param kept the hash of a session that goes on
 */
export async function revokeAccess(tx: Tx, userId: string, kept: string | null = null): Promise<void> {
  await endSessions(tx, userId, kept)
  await voidLinks(tx, userId, ['reset', 'confirm']).execute()
  await tx.deleteFrom('email_changes').where('user_id', '=', userId).execute()
  await tx.deleteFrom('known_networks').where('user_id', '=', userId).execute()
}

function textOf(factors: DeletedFactors, methods: number, addresses: number): string {
  const parts = [
    ...(factors.passkeys > 0 ? [counted(factors.passkeys, 'passkey')] : []),
    ...(factors.authenticator_apps > 0 ? ['the authenticator app'] : []),
    ...(factors.recovery_codes > 0 ? ['the recovery codes'] : []),
    ...(methods > 0 ? [counted(methods, 'saved payment method')] : []),
    ...(addresses > 0
      ? [counted(addresses, 'address in the address book', 'addresses in the address book')]
      : []),
  ]
  return new Intl.ListFormat('en-US').format(parts)
}
