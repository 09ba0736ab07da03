/**
 * The second factor of a sign-in with a password, and of proofs: a code of the authenticator app, or a recovery
 * code.
 */
import type { Reply, Body } from '#shared/platform/api/endpoint.ts'
import type { factors } from '#shared/people/api/factors.ts'
import type { account } from '#shared/people/api/account.ts'
import type { UserRow } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { Refusal, conflict, notFound } from '#server/kernel/errors.ts'
import type { Limits } from '#server/kernel/limits/limits.ts'
import { accountMail } from '#server/platform/outbox/account-mail.ts'
import { hasConfirmed } from '#server/platform/sessions/confirmed-email.ts'
import { roleOf } from '#server/platform/sessions/roles.ts'
import { requireSession, type SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { requirePassword, rememberProof } from '#server/platform/sessions/proof.ts'
import { useAppCode } from './authenticator-app.ts'
import { isFactorRequired } from './required.ts'
import { replaceCodes, useRecoveryCode } from './recovery-codes.ts'
import { verifyAnswer } from './verify-passkey.ts'

type Factors = Omit<Reply<typeof factors.mine>, 'isRequired' | 'needsConfirmedEmail'>

/** The second factors of the caller. */
export async function myFactors(shop: Shop, user: SignedIn): Promise<Reply<typeof factors.mine>> {
  const [isRequired, isConfirmed] = await Promise.all([
    isFactorRequired(shop, user.role),
    hasConfirmed(shop.db, user),
  ])
  return {
    ...(await factorsOf(shop, user._id)),
    isRequired,
    ...(isConfirmed ? {} : { needsConfirmedEmail: true }),
  }
}

/** The second factors of an account. */
export async function factorsOf({ db }: Pick<Shop, 'db'>, userId: string): Promise<Factors> {
  const [app, passkeys, codes] = await Promise.all([
    db
      .selectFrom('authenticator_apps')
      .select('confirmed_at')
      .where('user_id', '=', userId)
      .executeTakeFirst(),
    db
      .selectFrom('passkeys')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('recovery_codes')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow(),
  ])
  return {
    appSince: app?.confirmed_at ?? null,
    passkeys: passkeys.count,
    codesLeft: codes.count,
  }
}

/**
 * Checks the second factor after the right password, if the account has an authenticator app, or a passkey while the
 * shop requires a second factor. Throws 403 with `needs: 'code'` without the right code, and 429 after a few wrong
 * ones.
 * @returns whether the session may only set up the second factor that the shop requires
 */
export async function requireSecondFactor(
  shop: Shop,
  user: UserRow,
  code: string | undefined,
  limits: Limits,
): Promise<{ isLimited: boolean }> {
  const { appSince, passkeys } = await factorsOf(shop, user.id)
  const isRequired = await isFactorRequired(shop, roleOf(user))
  const hasOnlyPasskey = appSince === null && passkeys > 0
  if (appSince === null && !(isRequired && hasOnlyPasskey)) return { isLimited: isRequired }
  if (!code?.trim()) throw needsCode(hasOnlyPasskey ? USE_PASSKEY : ENTER_CODE)
  await requireCode(shop, user, code, limits)
  return { isLimited: false }
}

const ENTER_CODE = 'Enter the code of your authenticator app, or a recovery code'
const USE_PASSKEY = 'Your shop requires a second factor. Use your passkey, or enter a recovery code'

/**
 * Whether a new session of staff without a second factor is limited: it was not checked, or the account has none. A proof
 * with a passkey or a code ends the limits.
 */
export async function isLimitedAtFirst(shop: Shop, user: UserRow): Promise<boolean> {
  if (!(await isFactorRequired(shop, roleOf(user)))) return false
  // An account with an app needs its code to sign in.
  return (await factorsOf(shop, user.id)).appSince === null
}

/**
 * Uses up a code of the app or a recovery code. The account gets an email about a used recovery code. Throws 403 with
 * `needs: 'code'` for a wrong or used one, and 429 after a few of them.
 */
async function requireCode(shop: Shop, user: { id: string; email: string }, code: string, limits: Limits) {
  // Counted before the check: of many concurrent guesses, only the first few may get a result.
  await limits.countCode(user.id)
  if (/^[\d\s]+$/.test(code)) {
    const outcome = await useAppCode(shop, user.id, code)
    if (outcome === 'unreadable') throw needsCode(UNREADABLE)
    if (outcome === 'wrong')
      throw needsCode('The code is not right, or was used already. Wait for the next one')
  } else if (!(await useUpRecoveryCode(shop, user, code)))
    throw needsCode('This recovery code is not right, or was used already')
  await limits.forgiveCodes(user.id)
}

/** A backup does not contain the key of the secrets (secret-box.ts). */
const UNREADABLE =
  'The codes of your app cannot be checked since this shop was restored from a backup. Enter a recovery code'

function useUpRecoveryCode(shop: Shop, { id, email }: { id: string; email: string }, code: string) {
  return transact(shop.db, async (tx) => {
    if (!(await useRecoveryCode(tx, shop, id, code))) return false
    await accountMail(tx, shop, 'sign-in-changed', email, { user: id, change: 'code-used' }).execute()
    shop.mailSignal.raise()
    return true
  })
}

/** Replaces the recovery codes. Throws 409 if the account has no second factor, and 429. */
export async function renewCodes(shop: Shop, user: SignedIn): Promise<Reply<typeof factors.newCodes>> {
  const { appSince, passkeys } = await factorsOf(shop, user._id)
  if (appSince === null && passkeys === 0)
    throw conflict('Recovery codes replace a second factor. Add a passkey or an authenticator app first')
  await shop.limits.countNotice('signIn', user.email)
  const codes = await transact(shop.db, async (tx) => {
    const about = { user: user._id, change: 'codes-new' as const }
    await requireSession(tx, user)
    await accountMail(tx, shop, 'sign-in-changed', user.email, about).execute()
    return replaceCodes(tx, shop, user._id)
  })
  shop.mailSignal.raise()
  return { codes }
}

function needsCode(message: string): Refusal {
  return new Refusal(403, message, { needs: 'code' })
}

/**
 * Proves with the password, a passkey or a code that the caller is the owner of the account. Throws 400 for an invalid
 * response of a passkey, 403 for a wrong password or code or another account's passkey, and 429 after a few wrong
 * passwords or codes.
 */
export async function prove(
  shop: Shop,
  user: SignedIn,
  { password, passkey, code }: Body<typeof account.prove>,
  limits: Limits,
): Promise<{ message: string }> {
  const row = await shop.db.selectFrom('users').selectAll().where('id', '=', user._id).executeTakeFirst()
  if (!row) throw notFound('User')
  if (passkey && password === undefined) {
    const { user_id: owner } = await verifyAnswer(shop, passkey)
    if (owner !== user._id) throw new Refusal(403, 'This passkey belongs to another account')
  } else if (code !== undefined && password === undefined) await requireCode(shop, row, code, limits)
  else await requirePassword(row, password, limits)
  await rememberProof(shop, user, password === undefined)
  return { message: 'Confirmed' }
}
