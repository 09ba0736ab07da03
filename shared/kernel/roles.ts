/** The roles of staff, and which of them an endpoint or a page admits (decisions/056-staff-roles.md). */

export const STAFF_ROLES = ['owner', 'manager', 'packer', 'barista'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

/** The roles that a rule admits. `admin` is everyone who runs the shop; `staff` is everyone who works in it. */
const ADMITTED = {
  owner: ['owner'],
  admin: ['owner', 'manager'],
  packer: ['owner', 'manager', 'packer'],
  barista: ['owner', 'manager', 'barista'],
  staff: STAFF_ROLES,
} as const satisfies Record<string, readonly StaffRole[]>

export type StaffAccess = keyof typeof ADMITTED

export function isStaffAccess(access: string): access is StaffAccess {
  return access in ADMITTED
}

/** Whether a rule admits a role. `null` is a customer. */
export function admits(access: StaffAccess, role: StaffRole | null): boolean {
  return role !== null && (ADMITTED[access] as readonly StaffRole[]).includes(role)
}

/** The roles with access to the whole back office, for which the API says `isAdmin`. */
export function isAdminRole(role: StaffRole | null): boolean {
  return admits('admin', role)
}
