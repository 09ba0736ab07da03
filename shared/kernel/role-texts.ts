import type { StaffRole } from './roles.ts'

/** The name of each role and what it may do, as screens and mails say it. */
export const ROLE_TEXTS: Record<StaffRole, { name: string; does: string; withPickup?: string }> = {
  owner: { name: 'Owner', does: 'Everything, including staff, money and backups.' },
  manager: {
    name: 'Manager',
    does: 'Orders, refunds, products, customers and settings; not staff, money and backups.',
  },
  packer: {
    name: 'Packer',
    does: 'Orders to ship, labels and packing slips.',
    withPickup: 'Orders to ship, labels, packing slips and pickup.',
  },
  barista: {
    name: 'Barista',
    does: 'Menu, art show and messages.',
    withPickup: 'Menu, art show, messages and pickup at the bar.',
  },
}

/** What a role may do. @param hasPickup whether the shop has orders that are picked up */
export function workOf(role: StaffRole, hasPickup: boolean): string {
  const { does, withPickup = does } = ROLE_TEXTS[role]
  return hasPickup ? withPickup : does
}
