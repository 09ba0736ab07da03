/** A shop always has an owner. A change of a role locks all owners first, then reads the role, and then changes it. */
import type { StaffRole } from '#shared/kernel/roles.ts'
import type { Tx } from '#server/kernel/db/schema.ts'
import { conflict } from '#server/kernel/errors.ts'
import { roleOf } from '#server/platform/sessions/roles.ts'

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
