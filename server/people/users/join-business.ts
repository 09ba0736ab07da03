/** Joining a wholesale account with a new account of the shop. */
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { joining } from '#shared/people/api/joining.ts'
import type { UserInfo } from '#shared/people/api/users.ts'
import { isUniqueViolation } from '#server/kernel/db/failures.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { conflict } from '#server/kernel/errors.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { checkNewPassword, hashPassword } from '#server/platform/sessions/passwords.ts'
import { startSession, type Device } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import {
  acceptJoining,
  accountWith,
  join,
  joiningOf,
  lookAtJoining,
} from '#server/wholesale/accounts/join.ts'
import { newUser, toUserInfo } from './users.ts'

export const joiningRoutes: Handlers<typeof joining> = {
  look: ({ shop, body }) => lookAtJoining(shop, body.token),
  join: async ({ shop, body, http }) => {
    const { user, company, token } = await joinWithNewAccount(shop, body, http.device)
    http.setSession(token)
    return { ...user, company }
  },
  accept: ({ shop, user, body }) => acceptJoining(shop, user, body.token),
}

/** Creates an account with the invited address and joins. Throws 400, and 409 if the mailbox has an account. */
async function joinWithNewAccount(
  shop: Shop,
  { token, name, password }: Body<typeof joining.join>,
  device: Device,
): Promise<{ user: UserInfo; company: string; token: string }> {
  checkNewPassword(password, shop.config.passwordMin)
  const invited = await joiningOf(shop, token)
  const { email, company_id: company } = invited
  const found = await accountWith(shop.db, email)
  if (found) throw hasAccount(found.email)
  const row = {
    ...newUser(shop, { name, email, role: null, passwordHash: await hashPassword(password) }),
    // The mailed link proves the address.
    confirmed_email: email,
  }
  await transact(shop.db, async (tx) => {
    await tx.insertInto('users').values(row).execute()
    await join(tx, shop, invited, { _id: row.id })
  }).catch((error: unknown) => {
    if (isUniqueViolation(error)) throw hasAccount(email)
    throw error
  })
  return { user: toUserInfo(row), company, token: await startSession(shop, row.id, device) }
}

function hasAccount(email: string) {
  return conflict(`${email} has an account. Sign in, and open the link again`, { code: 'account' })
}
