/** The role of a user, from the row of the account. */
import { isAdminRole, type StaffRole } from '#shared/kernel/roles.ts'
import type { UserRow } from '#server/kernel/db/schema.ts'
import type { Bit } from '#server/kernel/db/table.ts'

type RoleColumns = Pick<UserRow, 'is_admin' | 'staff_role'>

/**
 * The role of a user; null for a customer. A release before staff roles changes only `is_admin`: an account with
 * `is_admin` and without an admin role is an owner, and an admin role without `is_admin` does not count.
 */
export function roleOf({ is_admin, staff_role: role }: RoleColumns): StaffRole | null {
  if (is_admin) return isAdminRole(role) ? role : 'owner'
  return isAdminRole(role) ? null : role
}

/** The columns of a role. */
export function roleColumns(role: StaffRole | null): RoleColumns {
  const is_admin: Bit = isAdminRole(role) ? 1 : 0
  return { is_admin, staff_role: role }
}
