/** Accounts: created, listed, changed and deleted. A shop always has an owner. */
import type { personalData } from '#shared/people/api/personal-data.ts'
import type { Body } from '#shared/platform/api/endpoint.ts'
import { EMAIL_TAKEN, type UserInfo, type users } from '#shared/people/api/users.ts'
import { userFields } from '#shared/people/resources/user.ts'
import { isAdminRole, type StaffRole } from '#shared/kernel/roles.ts'
import type { Shop } from '#server/platform/shop.ts'
import { type SignedIn, endSessions } from '#server/platform/sessions/sessions.ts'
import { roleOf, roleColumns } from '#server/platform/sessions/roles.ts'
import { badRequest, conflict, Refusal, notFound, requireSameId } from '#server/kernel/errors.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { isUniqueViolation } from '#server/kernel/db/failures.ts'
import { describedRows } from '#server/platform/resources/rows.ts'
import type { Tx, UserRow } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { rememberBuyer, searchTextOf } from '#server/checkout/orders/buyers.ts'
import { removal } from '#server/payments/methods/methods.ts'
import { reviewedBy } from '#server/catalog/products/reviews/reviews.ts'
import { forgetSubscriber } from '#server/content/newsletters/subscribers.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import type { HttpContext } from '#server/platform/http/serve.ts'
import { endSubscriptions, renameSubscriber } from '#server/subscriptions/subscribers.ts'
import { requirePassword } from '#server/platform/sessions/proof.ts'
import { checkNewPassword, hashPassword } from '#server/platform/sessions/passwords.ts'
import { removeAttached, revokeAccess } from '../account/remove-attached.ts'

/** Creates an account. Throws 400 if the email is taken or the password is weak. */
export async function createUser(
  shop: Shop,
  account: { name: string; email: string; password: string; role: StaffRole | null },
): Promise<UserInfo> {
  checkNewPassword(account.password, shop.config.passwordMin)
  const row = newUser(shop, { ...account, passwordHash: await hashPassword(account.password) })
  await orTaken(shop.db.insertInto('users').values(row).execute())
  return toUserInfo(row)
}

/** The row of a new user. */
export function newUser(
  { clock }: Pick<Shop, 'clock'>,
  account: { name: string; email: string; passwordHash: string; role: StaffRole | null },
): UserRow {
  const now = isoNow(clock)
  return {
    id: newId(clock),
    name: account.name,
    email: account.email,
    password_hash: account.passwordHash,
    ...roleColumns(account.role),
    search_text: searchTextOf(account),
    // Whoever runs the server has chosen the address of the first admin. Others confirm theirs.
    confirmed_email: account.role === null ? null : account.email,
    created_at: now,
    updated_at: now,
  }
}

export async function listUsers(shop: Shop): Promise<UserInfo[]> {
  const rows = await shop.db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'is_admin', 'staff_role'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => toUserInfo(row))
}

export async function getUser(shop: Shop, id: string): Promise<UserInfo> {
  return toUserInfo(await userRow(shop, id))
}

/**
 * Changes name, email and role; a missing field stays as it is. The last owner cannot be demoted. A changed role or email
 * ends the user's sessions. If the account becomes one of staff, what was added to it before is removed
 * (account/remove-attached.ts). To change the email of staff, the caller must enter a password, because anyone with the new
 * address can request a new password. Throws 400, 403, 404, 409 and 429.
 */
export async function updateUser(
  shop: Shop,
  admin: SignedIn,
  id: string,
  change: Body<typeof users.update>,
  http: Pick<HttpContext, 'device' | 'limits'>,
): Promise<UserInfo> {
  requireSameId(change.userId, id)
  if (id === admin._id && change.isAdmin === false)
    throw conflict('You cannot take the admin role from yourself')
  const current = await userRow(shop, id)
  if (roleOf(current) !== null && current.email !== (change.email ?? current.email))
    await requirePassword(await userRow(shop, admin._id), change.currentPassword, http.limits)
  const saved = await transact(shop.db, async (tx) => {
    const owners = await lockOwners(tx)
    const before = await tx.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
    if (!before) throw notFound('User')
    const edit = userRows.changed(before, change)
    const role = roleAfter(roleOf(before), edit.isAdmin)
    keepAnOwner(owners, id, role)
    const after: UserRow = {
      ...before,
      ...userRows.columnsOf(edit),
      ...roleColumns(role),
      search_text: searchTextOf(edit),
      updated_at: isoNow(shop.clock),
    }
    if (after.search_text !== before.search_text) await rememberBuyer(tx, id)
    await orTaken(tx.updateTable('users').set(after).where('id', '=', id).execute())
    await renameSubscriber(tx, id, after).execute()
    // Links sent to the old address must no longer give access.
    if (after.email !== before.email) await revokeAccess(tx, id)
    if (after.is_admin !== before.is_admin) await endSessions(tx, id)
    if (roleOf(before) === null && role !== null)
      await removeAttached(tx, shop, after, { session: null, hasAddresses: true })
    const changes = userRows.changesOf(before, after)
    if (changes.length > 0) {
      await logChange(tx, shop, admin, {
        subject: 'user',
        id,
        name: after.name,
        action: 'Changed',
        changes,
      })
    }
    return after
  })
  shop.mailSignal.raise()
  return toUserInfo(saved)
}

/**
 * Deletes an account that is not an admin, and cancels its subscriptions. Its orders stay, with the name at the time of
 * the order. Its reviews stay too, but no longer count as reviews by a customer. Throws 404 and 409.
 * @param actor an owner, or the account itself. An account deletes what is stored about its email address only if the
 * address is confirmed; it may be another person's.
 */
export async function removeUser(shop: Shop, actor: SignedIn, id: string): Promise<void> {
  const row = await userRow(shop, id)
  const isOwn = actor._id === id
  const reviewed = await reviewedBy(shop.db, id)
  await transact(shop.db, async (tx) => {
    await rememberBuyer(tx, id)
    await endSubscriptions(tx, shop, id)
    const { queue, remove } = removal({ ...shop, db: tx }, actor.name, 'user_id', id)
    await queue.execute()
    await remove.execute()
    await forgetPerson(tx, id, isoNow(shop.clock))
    await tx.updateTable('reviews').set({ is_by_buyer: 0 }).where('user_id', '=', id).execute()
    const deleted = await tx
      .deleteFrom('users')
      .where('id', '=', id)
      .where('is_admin', '=', 0)
      .returning('id')
      .executeTakeFirst()
    if (!deleted) throw conflict('An admin cannot be deleted. Take the admin role away first')
    const { name, email } = row
    if (!isOwn || row.confirmed_email === email) {
      await tx.deleteFrom('imported_consents').where('email', '=', email).execute()
      await forgetSubscriber(tx, email)
    }
    const changes = [{ field: 'Email', before: email, after: '' }]
    // The row of an account that deletes itself is gone.
    const by = { _id: isOwn ? null : actor._id, name: actor.name }
    await logChange(tx, shop, by, { subject: 'user', id, name, action: 'Deleted', changes })
  })
  for (const product of reviewed) shop.changed({ tag: 'Product', id: product })
}

/**
 * Empties the email addresses of an account in rows that stay: the uses of codes, and the removed payment methods. The person
 * no longer acts for a wholesale account.
 */
async function forgetPerson(tx: Tx, id: string, now: string): Promise<void> {
  await tx
    .updateTable('buyers')
    .set({ removed_at: now })
    .where('user_id', '=', id)
    .where('removed_at', 'is', null)
    .execute()
  const orders = tx.selectFrom('orders').select('id').where('user_id', '=', id)
  await tx.updateTable('discount_uses').set({ mailbox: '' }).where('order_id', 'in', orders).execute()
  await tx
    .updateTable('payment_methods')
    .set({ label: '', buyer_email: '' })
    .where('user_id', '=', id)
    .execute()
}

/** Converts between user rows and the fields of the form. */
const userRows = describedRows<Pick<UserRow, 'name' | 'email' | 'is_admin'>>()(userFields)

/** @param isLimited whether the user has to set up a second factor first */
export function toUserInfo(
  row: Pick<UserRow, 'id' | 'name' | 'email' | 'is_admin' | 'staff_role'>,
  isLimited = false,
): UserInfo {
  const role = roleOf(row)
  return {
    _id: row.id,
    ...userRows.editOf(row),
    ...(role && role !== 'owner' ? { role } : {}),
    ...(isLimited ? { needsFactor: true } : {}),
  }
}

/** The row of a user. Throws 404. */
export async function userRow(shop: Shop, id: string): Promise<UserRow> {
  const row = await shop.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('User')
  return row
}

/** The role after an edit: the edit only says whether the user is an admin. */
function roleAfter(before: StaffRole | null, isAdmin: boolean): StaffRole | null {
  if (isAdmin) return isAdminRole(before) ? before : 'owner'
  return isAdminRole(before) ? null : before
}

async function orTaken<T>(write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal(400, EMAIL_TAKEN)
    throw error
  }
}

/** Locks the rows of all owners, so that two owners cannot take the role from each other at once. Returns their ids. */
export async function lockOwners(tx: Tx): Promise<string[]> {
  const admins = await tx
    .updateTable('users')
    .set((eb) => ({ is_admin: eb.ref('is_admin') }))
    .where('is_admin', '=', 1)
    .returning(['id', 'is_admin', 'staff_role'])
    .execute()
  return admins.filter((row) => roleOf(row) === 'owner').map(({ id }) => id)
}

/** Throws 409 if the user is the last owner and would get another role. */
export function keepAnOwner(owners: string[], id: string, role: StaffRole | null): void {
  if (role !== 'owner' && owners.length === 1 && owners[0] === id)
    throw conflict('The last owner cannot lose the role. Make another account an owner first')
}

/**
 * Deletes the caller's account. Throws 400 if the typed email is not that of the account, and 409 for staff, whose
 * accounts an owner deletes.
 */
export async function removeAccount(shop: Shop, user: SignedIn, { email }: Body<typeof personalData.remove>) {
  const row = await userRow(shop, user._id)
  if (roleOf(row) !== null)
    throw conflict('You are a member of the staff. Ask an owner of the shop to take your role away first')
  if (email.trim().toLowerCase() !== row.email)
    throw badRequest(`Type the email address of your account, ${row.email}, to delete it`)
  await removeUser(shop, user, row.id)
  return { message: 'Your account is deleted' }
}
