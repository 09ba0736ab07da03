/** Sign-in with a password or a passkey, and registration. */
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { PasskeyAnswer } from '#shared/people/api/passkeys.ts'
import type { users } from '#shared/people/api/users.ts'
import type { Db, PasskeyRow, Tx, UserRow } from '#server/kernel/db/schema.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { HttpContext } from '#server/platform/http/serve.ts'
import { isKnownNetwork } from '#server/kernel/limits/known-networks.ts'
import { lockUser } from '#server/platform/sessions/lock-user.ts'
import { hashPassword, isOutdated, verifyPassword } from '#server/platform/sessions/passwords.ts'
import { roleOf } from '#server/platform/sessions/roles.ts'
import { startSession, startSessionIf, type Device } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { requireSecondFactor } from '../factors/second-factor.ts'
import { verifyAnswer } from '../factors/verify-passkey.ts'
import { createUser, getUser, toUserInfo } from './users.ts'

/**
 * Checks a password and starts a session. Throws the same 401 for an unknown email and a wrong password. Throws 403
 * with `needs: 'code'` if the account has a second factor. Throws 429 after too many such attempts from one network, or
 * from all networks on which the account never signed in.
 */
export async function signIn(
  shop: Shop,
  credentials: Body<typeof users.auth>,
  { device, limits }: Pick<HttpContext, 'device' | 'limits'>,
) {
  const row = await accountOf(shop.db, credentials.email)
  const guess = {
    account: row?.id ?? credentials.email,
    ip: device.ip,
    isKnown: () => isKnownNetwork(shop, row?.id ?? '', device.ip),
  }
  await limits.checkGuess(guess)
  const matches = await verifyPassword(credentials.password, row?.password_hash ?? null)
  // Check again: of many concurrent guesses, only the first few may get a result.
  await limits.checkGuess(guess)
  if (!row || !matches) {
    await limits.countGuess(guess)
    throw new Refusal(401, 'Invalid email or password')
  }
  await limits.forgiveGuesses(guess)
  // Reset the count: an attacker with a stolen session may have used up the attempts to enter the current password.
  await limits.forgiveCurrentPassword(row.id)
  const { isLimited } = await requireSecondFactor(shop, row, credentials.code, limits)
  const token = await startSessionIf(shop, row.id, device, isLimited, (tx) => isUnchanged(tx, row))
  // The password or the role was changed while they were checked.
  if (token === null) throw new Refusal(401, 'Invalid email or password')
  if (isOutdated(row.password_hash)) await hashAgain(shop.db, row, credentials.password)
  return { user: toUserInfo(row, isLimited), token }
}

/** Whether the account still has this password, and the role that says if it needs a second factor. Locks its row. */
async function isUnchanged(tx: Tx, checked: UserRow): Promise<boolean> {
  const row = await lockUser(tx, checked.id)
  return row?.password_hash === checked.password_hash && roleOf(row) === roleOf(checked)
}

async function hashAgain(db: Db, { id, password_hash: before }: UserRow, password: string): Promise<void> {
  const password_hash = await hashPassword(password)
  await db
    .updateTable('users')
    .set({ password_hash })
    .where('id', '=', id)
    .where('password_hash', '=', before)
    .execute()
}

/** Starts a session for the account of a passkey. Throws 400 if the passkey is unknown or its answer is not valid. */
export async function signInByPasskey(shop: Shop, answer: PasskeyAnswer, device: Device) {
  const passkey = await verifyAnswer(shop, answer)
  const { user_id: id } = passkey
  const token = await startSessionIf(shop, id, device, false, (tx) => hasPasskey(tx, passkey))
  // The passkey was removed while its answer was checked.
  if (token === null) throw new Refusal(400, 'This passkey was removed')
  return { user: await getUser(shop, id), token }
}

/** Whether the account still has this passkey. Locks its row, after the user's. */
async function hasPasskey(tx: Tx, { id, user_id: user }: Pick<PasskeyRow, 'id' | 'user_id'>) {
  await lockUser(tx, user)
  const row = await tx.selectFrom('passkeys').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

/** Creates an account and starts its first session. */
export async function register(shop: Shop, account: Body<typeof users.register>, device: Device) {
  const user = await createUser(shop, { ...account, role: null })
  return { user, token: await startSession(shop, user._id, device) }
}

/**
 * The account with this email. Also finds the account by an unconfirmed new address, because people use the address
 * that they entered last.
 */
async function accountOf(db: Db, email: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('email', '=', email),
        eb(
          'id',
          '=',
          eb
            .selectFrom('email_changes')
            .select('user_id')
            .where('email_changes.email', '=', email)
            .orderBy('created_at', 'desc')
            .limit(1),
        ),
      ]),
    )
    .orderBy((eb) => eb.case().when('email', '=', email).then(0).else(1).end())
    .limit(1)
    .executeTakeFirst()
}
