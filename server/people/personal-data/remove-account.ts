/** Lets customers delete their accounts. */
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { personalData } from '#shared/people/api/personal-data.ts'
import { badRequest, conflict } from '#server/kernel/errors.ts'
import { roleOf } from '#server/platform/sessions/roles.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { removeUser, userRow } from '../users/users.ts'

/**
 * Deletes the caller's account. Throws 400 if the typed email is not that of the account, and 409 for staff, whose
 * accounts an owner deletes.
 */
export async function removeAccount(
  shop: Shop,
  user: SignedIn,
  { email }: Body<typeof personalData.remove>,
): Promise<{ message: string }> {
  const row = await userRow(shop, user._id)
  if (roleOf(row) !== null)
    throw conflict('You are a member of the staff. Ask an owner of the shop to take your role away first')
  if (email.trim().toLowerCase() !== row.email)
    throw badRequest(`Type the email address of your account, ${row.email}, to delete it`)
  await removeUser(shop, user, row.id)
  return { message: 'Your account is deleted' }
}
