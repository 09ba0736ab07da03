/**
 * The authenticator app of an account: set up with a code, removed, and its codes (RFC 6238), each of which is accepted
 * once.
 */
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import type { factors } from '#shared/people/api/factors.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { Refusal, conflict, notFound, wrongField } from '#server/kernel/errors.ts'
import { accountMail } from '#server/platform/outbox/account-mail.ts'
import { requireConfirmed } from '#server/platform/sessions/confirmed-email.ts'
import { liftLimits, type SignedIn } from '#server/platform/sessions/sessions.ts'
import { businessOf } from '#server/platform/settings/current.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { replaceCodes } from './recovery-codes.ts'
import { requireAnother } from './required.ts'
import { seal, unseal } from './secret-box.ts'

/** The values that all apps support; many ignore others. */
const CODES = { algorithm: 'SHA1', digits: 6, period: 30 }

/** A new secret, which replaces one that was not confirmed. Throws 409 if the account has an app, or its email is not confirmed. */
export async function startApp(shop: Shop, user: SignedIn): Promise<Reply<typeof factors.startApp>> {
  await requireConfirmed(shop, user)
  const secret = new Secret({ size: 20 })
  const { roasters: issuer } = await businessOf(shop)
  const row = { secret: await seal(shop, secret.base32, user._id), created_at: isoNow(shop.clock) }
  const { numInsertedOrUpdatedRows: stored } = await shop.db
    .insertInto('authenticator_apps')
    .values({ user_id: user._id, ...row, confirmed_at: null })
    .onConflict((taken) =>
      taken.column('user_id').doUpdateSet(row).where('authenticator_apps.confirmed_at', 'is', null),
    )
    .executeTakeFirstOrThrow()
  if (stored !== 1n) throw conflict('You have an authenticator app already. Remove it first')
  const uri = new TOTP({ ...CODES, secret, issuer, label: user.email }).toString()
  const svg = Buffer.from(renderSVG(uri, { border: 2 })).toString('base64')
  return { secret: secret.base32, uri, picture: `data:image/svg+xml;base64,${svg}` }
}

/**
 * Sets up the app with its first code. Returns the recovery codes. Throws 400 for a wrong code, 404 if no setup was
 * started, and 409 if another request has confirmed it.
 */
export async function confirmApp(shop: Shop, user: SignedIn, code: string) {
  await requireConfirmed(shop, user)
  const row = await appOf(shop.db, user._id)
  if (!row || row.confirmed_at !== null) throw new Refusal(400, 'Start again: there is no new app to confirm')
  await shop.limits.countCode(user._id)
  const step = await stepOf(shop, row, code)
  // A new secret is always readable.
  if (typeof step !== 'number') throw wrongField('code', WRONG)
  await shop.limits.forgiveCodes(user._id)
  await shop.limits.countNotice('signIn', user.email)
  const codes = await transact(shop.db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('authenticator_apps')
      .set({ confirmed_at: isoNow(shop.clock), last_step: step })
      .where('user_id', '=', user._id)
      .where('secret', '=', row.secret)
      .where('confirmed_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw conflict('The app was confirmed already')
    await liftLimits(tx, user)
    const about = { user: user._id, change: 'app-added' as const }
    await accountMail(tx, shop, 'sign-in-changed', user.email, about).execute()
    return replaceCodes(tx, shop, user._id)
  })
  shop.mailSignal.raise()
  return { codes }
}

const WRONG = 'This is not the code that the app shows now. Check the clock of your phone'

/** Removes the app and the recovery codes. Throws 404, 409 if the shop requires a second factor, and 429. */
export async function removeApp(shop: Shop, user: SignedIn): Promise<{ message: string }> {
  await requireAnother(shop, user, (await passkeysOf(shop.db, user._id)).length)
  await shop.limits.countNotice('signIn', user.email)
  await transact(shop.db, async (tx) => {
    const removed = await tx
      .deleteFrom('authenticator_apps')
      .where('user_id', '=', user._id)
      .where('confirmed_at', 'is not', null)
      .returning('user_id')
      .executeTakeFirst()
    if (!removed) throw notFound('Authenticator app')
    await tx.deleteFrom('recovery_codes').where('user_id', '=', user._id).execute()
    const about = { user: user._id, change: 'app-removed' as const }
    await accountMail(tx, shop, 'sign-in-changed', user.email, about).execute()
  })
  shop.mailSignal.raise()
  return { message: 'Authenticator app removed' }
}

/** Uses up a code of the account's app. `unreadable`: its secret was encrypted with another key. */
export async function useAppCode(shop: Shop, userId: string, code: string) {
  const row = await appOf(shop.db, userId)
  if (!row || row.confirmed_at === null) return 'wrong'
  const step = await stepOf(shop, row, code)
  if (step === 'unreadable') return step
  if (step === null) return 'wrong'
  const { numUpdatedRows } = await shop.db
    .updateTable('authenticator_apps')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows === 1n ? 'right' : 'wrong'
}

function passkeysOf(db: Db, userId: string) {
  return db.selectFrom('passkeys').select('id').where('user_id', '=', userId).execute()
}

function appOf(db: Db, userId: string) {
  return db.selectFrom('authenticator_apps').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

/**
 * The time step of a code: the current one or one beside it, because clocks differ. Null if it is wrong. The app has the
 * real time, also in a rehearsal.
 */
async function stepOf(shop: Shop, { secret, user_id }: { secret: string; user_id: string }, typed: string) {
  const opened = await unseal(shop, secret, user_id)
  if (opened === null) return 'unreadable'
  const [token, timestamp] = [typed.replace(/\s/g, ''), shop.realClock.now().getTime()]
  const delta = TOTP.validate({ ...CODES, secret: Secret.fromBase32(opened), token, timestamp, window: 1 })
  return delta === null ? null : TOTP.counter({ ...CODES, timestamp }) + delta
}
