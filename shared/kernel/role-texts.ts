import type { StaffRole } from './roles.ts'

/** The name of each role and what it may do, as screens and mails say it. */
export const ROLE_TEXTS: Record<StaffRole, { name: string; does: string }> = {
  owner: { name: 'Owner', does: 'Everything, including staff, money and backups.' },
  manager: {
    name: 'Manager',
    does: 'Orders, refunds, products, customers and settings; not staff, money and backups.',
  },
  packer: { name: 'Packer', does: 'Orders to ship, labels, packing slips and pickup.' },
  barista: { name: 'Barista', does: 'Menu, art show, messages and pickup at the bar.' },
}
