/**
 * Invitations of staff. The link in the mail is signed for one turn of one invitation, so a newer mail replaces it, and
 * accepting deletes the invitation.
 */
import type { Body, Reply } from '#shared/platform/api/endpoint.ts'
import type { staff } from '#shared/people/api/staff.ts'
import type { UserInfo } from '#shared/people/api/users.ts'
import { isUniqueViolation } from '#server/kernel/db/failures.ts'
import type { InvitationRow, Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { Refusal, conflict, notFound } from '#server/kernel/errors.ts'
import { accountMail, withdraw } from '#server/platform/outbox/account-mail.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import { checkNewPassword, hashPassword } from '#server/platform/sessions/passwords.ts'
import { roleColumns, roleOf } from '#server/platform/sessions/roles.ts'
import { startSession, type Device, type SignedIn } from '#server/platform/sessions/sessions.ts'
import { checkLink, signLink } from '#server/platform/sessions/signed-links.ts'
import type { Shop } from '#server/platform/shop.ts'
import { HOUR, isoIn, isoNow, newId } from '#server/kernel/time/clock.ts'
import { isLimitedAtFirst } from '../factors/second-factor.ts'
import { removeAttached } from '../account/remove-attached.ts'
import { newUser, toUserInfo, userRow } from '../users/users.ts'

const LIFETIME = 48 * HOUR

/** Invites an address. Throws 409 if it is on the staff or invited already, and 429 above the limit of mails. */
export async function invite(shop: Shop, owner: SignedIn, { email, role }: Body<typeof staff.invite>) {
  const account = await accountOf(shop, email)
  if (account && roleOf(account))
    throw conflict(`${email} is on your staff already. Change the role in the list instead`)
  await countMail(shop, email)
  const invitation = {
    id: newId(shop.clock),
    email,
    staff_role: role,
    invited_by: owner.name,
    created_at: isoNow(shop.clock),
    expires_at: isoIn(shop.clock, LIFETIME),
  }
  await transact(shop.db, async (tx) => {
    await tx.insertInto('invitations').values(invitation).execute()
    await accountMail(tx, shop, 'staff-invite', email, { invitation: invitation.id }).execute()
    await record(tx, shop, owner, invitation, `Invited as ${role}`)
  }).catch((error: unknown) => {
    if (isUniqueViolation(error)) throw conflict(`${email} is invited already. Send the link again instead`)
    throw error
  })
  shop.mailSignal.raise()
  return { _id: invitation.id, message: `An email with a link is on its way to ${email}` }
}

/** Mails a new link; older links stop working. Throws 404 and 429. */
export async function resendInvitation(shop: Shop, id: string): Promise<{ message: string }> {
  const { email } = await invitationRow(shop, id)
  await countMail(shop, email)
  await transact(shop.db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('invitations')
      .set((eb) => ({ turn: eb('turn', '+', 1), expires_at: isoIn(shop.clock, LIFETIME) }))
      .where('id', '=', id)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw notFound('Invitation')
    await withdraw(tx, 'staff-invite', email).execute()
    await accountMail(tx, shop, 'staff-invite', email, { invitation: id }).execute()
  })
  shop.mailSignal.raise()
  return { message: `A new link is on its way to ${email}` }
}

/** Throws 404. */
export async function withdrawInvitation(shop: Shop, owner: SignedIn, id: string) {
  const invitation = await invitationRow(shop, id)
  await transact(shop.db, async (tx) => {
    await redeem(tx, invitation, notFound('Invitation'))
    await withdraw(tx, 'staff-invite', invitation.email).execute()
    await record(tx, shop, owner, invitation, 'Withdrew the invitation')
  })
  return { message: 'Invitation withdrawn' }
}

/** What a link offers. Throws 400 if it is used, replaced or expired. */
export async function lookAtInvitation(shop: Shop, token: string): Promise<Reply<typeof staff.look>> {
  const { email, staff_role: role, invited_by: invitedBy } = await invitationOf(shop, token)
  return { email, role, invitedBy, hasAccount: (await accountOf(shop, email)) !== undefined }
}

/** Creates an account with the invited address and role. Throws 400, and 409 if the address has an account. */
export async function joinStaff(
  shop: Shop,
  { token, name, password }: Body<typeof staff.join>,
  device: Device,
): Promise<{ user: UserInfo; token: string }> {
  checkNewPassword(password, shop.config.passwordMin)
  const invitation = await invitationOf(shop, token)
  const { email, staff_role: role } = invitation
  if (await accountOf(shop, email)) throw hasAccount(email)
  const row = {
    ...newUser(shop, { name, email, role, passwordHash: await hashPassword(password) }),
    // The mailed link proves the address.
    confirmed_email: email,
  }
  await transact(shop.db, async (tx) => {
    await redeem(tx, invitation)
    await tx.insertInto('users').values(row).execute()
    await record(tx, shop, { _id: row.id, name }, { id: row.id, email: name }, `Joined as ${role}`)
  }).catch((error: unknown) => {
    if (isUniqueViolation(error)) throw hasAccount(email)
    throw error
  })
  const isLimited = await isLimitedAtFirst(shop, row)
  return { user: toUserInfo(row, isLimited), token: await startSession(shop, row.id, device, isLimited) }
}

/**
 * Gives the invited role to the signed-in account, and starts a session of staff in place of all its sessions. What was
 * added to the account before is removed (account/remove-attached.ts), because it now opens the admin area. Throws 400 for
 * an invalid link, and 409 if the invitation is for another address, or the account is on the staff by now.
 */
export async function acceptInvitation(shop: Shop, user: SignedIn, token: string, device: Device) {
  const invitation = await invitationOf(shop, token)
  const { email, staff_role: role } = invitation
  if (user.email !== email)
    throw conflict(`This invitation is for ${email}. Sign out, and open the link again`, { code: 'other' })
  const removed = await transact(shop.db, async (tx) => {
    await redeem(tx, invitation)
    const { numUpdatedRows } = await tx
      .updateTable('users')
      .set({ ...roleColumns(role), confirmed_email: email, updated_at: isoNow(shop.clock) })
      .where('id', '=', user._id)
      .where('is_admin', '=', 0)
      .where('staff_role', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw conflict('You are on the staff already')
    const account = { id: user._id, email }
    const sentence = await removeAttached(tx, shop, account, { session: null, hasAddresses: true })
    await record(tx, shop, user, { id: user._id, email: user.name }, `Joined as ${role}`)
    return sentence
  })
  shop.mailSignal.raise()
  const row = await userRow(shop, user._id)
  const isLimited = await isLimitedAtFirst(shop, row)
  const accepted = { ...toUserInfo(row, isLimited), ...(removed ? { removed } : {}) }
  return { user: accepted, token: await startSession(shop, row.id, device, isLimited) }
}

/** The token of the link in the mail about an invitation. */
export async function signInvitation(shop: Shop, { id, turn }: Pick<InvitationRow, 'id' | 'turn'>) {
  return `${id}.${await signLink(shop, 'staff', `${id} ${turn}`, LIFETIME)}`
}

/** Deletes invitations that expired a month ago. */
export async function sweepInvitations({ db, clock }: Shop): Promise<void> {
  await db
    .deleteFrom('invitations')
    .where('expires_at', '<', isoIn(clock, -15 * LIFETIME))
    .execute()
}

async function invitationOf(shop: Shop, token: string): Promise<InvitationRow> {
  const dot = token.indexOf('.')
  const id = token.slice(0, dot)
  const row = await shop.db.selectFrom('invitations').selectAll().where('id', '=', id).executeTakeFirst()
  const subject = `${id} ${row?.turn ?? 0}`
  if ((await checkLink(shop, 'staff', subject, token.slice(dot + 1))) !== 'valid' || !row) throw invalidLink()
  return row
}

/** Deletes an invitation. Of two concurrent requests, only one deletes the row. */
async function redeem(tx: Tx, { id, turn }: InvitationRow, refusal = invalidLink()): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('invitations')
    .where('id', '=', id)
    .where('turn', '=', turn)
    .executeTakeFirst()
  if (numDeletedRows !== 1n) throw refusal
}

async function invitationRow(shop: Shop, id: string): Promise<InvitationRow> {
  const row = await shop.db.selectFrom('invitations').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Invitation')
  return row
}

function accountOf({ db }: Shop, email: string) {
  return db
    .selectFrom('users')
    .select(['is_admin', 'staff_role'])
    .where('email', '=', email)
    .executeTakeFirst()
}

async function countMail(shop: Shop, email: string): Promise<void> {
  if (!(await shop.limits.mayMail('link', email)))
    throw new Refusal(429, 'This address got several mails in the last hour. Please try again later')
}

function record(
  tx: Tx,
  shop: Shop,
  actor: { _id: string | null; name: string },
  { id, email }: { id: string; email: string },
  action: string,
): Promise<void> {
  return logChange(tx, shop, actor, { subject: 'user', id, name: email, action })
}

function hasAccount(email: string): Refusal {
  return conflict(`${email} has an account. Sign in, and open the link again`, { code: 'account' })
}

function invalidLink(): Refusal {
  return new Refusal(400, 'This invitation was used, withdrawn or replaced, or it is too old', {
    code: 'link',
  })
}
