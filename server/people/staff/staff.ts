/** The staff of the shop and their roles. */
import type { Reply } from '#shared/platform/api/endpoint.ts'
import type { staff } from '#shared/people/api/staff.ts'
import type { StaffRole } from '#shared/kernel/roles.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { conflict, notFound } from '#server/kernel/errors.ts'
import { differences, logChange } from '#server/platform/change-log/change-log.ts'
import { roleColumns, roleOf } from '#server/platform/sessions/roles.ts'
import { endSessions, type SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { keepAnOwner, lockOwners } from '../users/users.ts'

/** All staff, owners first, and the open invitations. */
export async function listStaff(shop: Shop): Promise<Reply<typeof staff.list>> {
  const rows = await shop.db
    .selectFrom('users')
    .where((eb) => eb.or([eb('is_admin', '=', 1), eb('staff_role', 'is not', null)]))
    .select(['id', 'name', 'email', 'is_admin', 'staff_role'])
    .select((eb) =>
      eb
        .selectFrom('sessions')
        .whereRef('sessions.user_id', '=', 'users.id')
        .select((sessions) => sessions.fn.max('last_seen_at').as('seen'))
        .as('seen_at'),
    )
    .select((eb) =>
      eb
        .or([
          eb.exists(
            eb
              .selectFrom('authenticator_apps')
              .select('secret')
              .whereRef('authenticator_apps.user_id', '=', 'users.id')
              .where('confirmed_at', 'is not', null),
          ),
          eb.exists(
            eb.selectFrom('passkeys').select('credential_id').whereRef('passkeys.user_id', '=', 'users.id'),
          ),
        ])
        .as('has_factor'),
    )
    .orderBy('name')
    .orderBy('id')
    .execute()
  const members = rows.flatMap((row) => {
    const role = roleOf(row)
    const { id: _id, name, email, seen_at: seenAt } = row
    return role ? [{ _id, name, email, role, seenAt, hasFactor: Boolean(row.has_factor) }] : []
  })
  const invited = await shop.db.selectFrom('invitations').selectAll().orderBy('created_at', 'desc').execute()
  return {
    staff: members.toSorted((a, b) => RANK[a.role] - RANK[b.role]),
    invitations: invited.map((row) => ({
      _id: row.id,
      email: row.email,
      role: row.staff_role,
      invitedBy: row.invited_by,
      expiresAt: row.expires_at,
      isExpired: row.expires_at <= isoNow(shop.clock),
    })),
  }
}

const RANK: Record<StaffRole, number> = { owner: 0, manager: 1, packer: 2, barista: 3 }

/**
 * Changes the role of a member of staff. It counts for the member's next request; without a role, the member's sessions
 * end. Throws 404 for a customer, and 409 for the last owner.
 */
export async function setRole(shop: Shop, owner: SignedIn, id: string, role: StaffRole | null) {
  const name = await transact(shop.db, async (tx) => {
    const owners = await lockOwners(tx)
    // Another owner may have taken the role from the caller since the request was checked.
    if (!owners.includes(owner._id)) throw conflict('You are no longer an owner')
    const row = await tx.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
    const before = row ? roleOf(row) : null
    if (!row || before === null) throw notFound('Member of staff')
    keepAnOwner(owners, id, role)
    await tx
      .updateTable('users')
      .set({ ...roleColumns(role), updated_at: isoNow(shop.clock) })
      .where('id', '=', id)
      .execute()
    if (role === null) await endSessions(tx, id)
    const changes = differences({ role: before }, { role: role ?? '' }, { role: 'Role' })
    if (changes.length > 0)
      await logChange(tx, shop, owner, {
        subject: 'user',
        id,
        name: row.name,
        action: 'Changed the role',
        changes,
      })
    return row.name
  })
  return { message: role ? `${name} is ${role} now` : `${name} is no longer on the staff` }
}
