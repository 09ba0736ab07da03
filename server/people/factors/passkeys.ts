/** The passkeys of an account: listed, added, renamed, removed. */
import type { Body, Reply } from '#shared/platform/api/endpoint.ts'
import type { Passkey, passkeys } from '#shared/people/api/passkeys.ts'
import { isUniqueViolation } from '#server/kernel/db/failures.ts'
import type { PasskeyRow } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { conflict, notFound } from '#server/kernel/errors.ts'
import { accountMail } from '#server/platform/outbox/account-mail.ts'
import { deviceOf } from '#server/platform/sessions/device.ts'
import { requireConfirmed } from '#server/platform/sessions/confirmed-email.ts'
import { liftLimits, type Device, type SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { requireAnother } from './required.ts'
import { creationOptions, domainOf, verifyCreation } from './verify-passkey.ts'

/** More would only make the list confusing. */
const MOST = 20

/** The passkeys of a user, newest first, and what the browser signals about them. */
export async function listPasskeys(shop: Shop, user: SignedIn): Promise<Reply<typeof passkeys.list>> {
  const rows = await rowsOf(shop, user)
  const accepted = {
    rpId: domainOf(shop),
    userId: Buffer.from(user._id).toString('base64url'),
    allAcceptedCredentialIds: rows.map((row) => row.credential_id),
  }
  return { passkeys: rows.map(toPasskey), accepted }
}

/** The options for a new passkey. Throws 409 if the email is not confirmed, or if the account has too many. */
export async function offerPasskey(shop: Shop, user: SignedIn): Promise<Reply<typeof passkeys.create>> {
  await requireConfirmed(shop, user)
  const rows = await rowsOf(shop, user)
  if (rows.length >= MOST) throw conflict(`An account has ${MOST} passkeys at most. Remove one first`)
  return creationOptions(shop, user, rows)
}

/**
 * Adds a passkey. Without a name, it gets the name of the browser. Throws 400, 409 if an account has it already or the
 * email is not confirmed, and 429.
 */
export async function addPasskey(
  shop: Shop,
  user: SignedIn,
  { name: given, credential }: Body<typeof passkeys.add>,
  { userAgent }: Device,
): Promise<Passkey> {
  await requireConfirmed(shop, user)
  const name = given ?? deviceOf(userAgent)
  await shop.limits.countNotice('signIn', user.email)
  const row: PasskeyRow = {
    id: newId(shop.clock),
    user_id: user._id,
    name,
    ...(await verifyCreation(shop, user, credential)),
    created_at: isoNow(shop.clock),
    used_at: null,
  }
  await transact(shop.db, async (tx) => {
    await tx.insertInto('passkeys').values(row).execute()
    await liftLimits(tx, user)
    await accountMail(tx, shop, 'sign-in-changed', user.email, about(user, 'passkey-added', name)).execute()
  }).catch((error: unknown) => {
    if (isUniqueViolation(error)) throw conflict('An account has this passkey already')
    throw error
  })
  shop.mailSignal.raise()
  return toPasskey(row)
}

/** Throws 404. */
export async function renamePasskey(shop: Shop, user: SignedIn, id: string, name: string) {
  const { numUpdatedRows } = await shop.db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', user._id)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw notFound('Passkey')
  return { message: `The passkey is named ${name}` }
}

/** Throws 404, 409 if it is the only second factor and the shop requires one, and 429. */
export async function removePasskey(shop: Shop, user: SignedIn, id: string): Promise<{ message: string }> {
  await requireAnother(shop, user, await countOthers(shop, user, id))
  await shop.limits.countNotice('signIn', user.email)
  await transact(shop.db, async (tx) => {
    const removed = await tx
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('user_id', '=', user._id)
      .returning('name')
      .executeTakeFirst()
    if (!removed) throw notFound('Passkey')
    await accountMail(
      tx,
      shop,
      'sign-in-changed',
      user.email,
      about(user, 'passkey-removed', removed.name),
    ).execute()
  })
  shop.mailSignal.raise()
  return { message: 'Passkey removed' }
}

/** The number of the caller's second factors besides a passkey. */
async function countOthers({ db }: Shop, user: SignedIn, id: string): Promise<number> {
  const [passkeys, apps] = await Promise.all([
    db.selectFrom('passkeys').select('id').where('user_id', '=', user._id).where('id', '!=', id).execute(),
    db
      .selectFrom('authenticator_apps')
      .select('user_id')
      .where('user_id', '=', user._id)
      .where('confirmed_at', 'is not', null)
      .execute(),
  ])
  return passkeys.length + apps.length
}

const about = (user: SignedIn, change: 'passkey-added' | 'passkey-removed', passkey: string) => ({
  user: user._id,
  change,
  passkey,
})

function rowsOf({ db }: Shop, user: SignedIn): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', user._id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

function toPasskey({ id, name, created_at, used_at }: PasskeyRow): Passkey {
  return { _id: id, name, createdAt: created_at, usedAt: used_at }
}
