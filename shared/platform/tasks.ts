/** The kinds of open tasks of the desk: Today lists them, and the navigation counts them. Only the desk loads this file. */
import { mayOpen } from './admin-pages.ts'
import { ALL_PARTS, type OpenParts } from './parts.ts'
import type { StaffRole } from '#shared/kernel/roles.ts'

type Task = {
  /** The name of one task and of several, after their number. */
  things: readonly [one: string, many: string]
  /** The address of the list that has them, with its filter. */
  to: string
}

const OF_KIND = {
  disputes: { things: ['dispute to answer', 'disputes to answer'], to: '/admin/payments-check' },
  payments: { things: ['payment to check', 'payments to check'], to: '/admin/payments-check' },
  lateInvoices: { things: ['late invoice', 'late invoices'], to: '/admin/invoices?state=overdue' },
  roastDays: { things: ['roast day with open work', 'roast days with open work'], to: '/admin/roast-day' },
  toShip: { things: ['order to ship', 'orders to ship'], to: '/admin/shipping' },
  toHandOver: { things: ['order for pickup', 'orders for pickup'], to: '/admin/pickup' },
  deliveries: { things: ['order for the van today', 'orders for the van today'], to: '/admin/deliveries' },
  counterDay: { things: ['counter day to close', 'counter days to close'], to: '/admin/counter' },
  undelivered: { things: ['parcel that came back', 'parcels that came back'], to: '/admin/shipping' },
  movedOrders: { things: ['order needs a new date', 'orders need a new date'], to: '/admin/reschedule' },
  subscriptions: {
    things: ['subscription to check', 'subscriptions to check'],
    to: '/admin/subscription-charges',
  },
  applications: {
    things: ['application to decide', 'applications to decide'],
    to: '/admin/applications?state=filled',
  },
  certificates: {
    things: ['certificate to check or renew', 'certificates to check or renew'],
    to: '/admin/accounts',
  },
  standingOrders: {
    things: ['standing order that waits', 'standing orders that wait'],
    to: '/admin/accounts',
  },
  quietAccounts: {
    things: ['account that has gone quiet', 'accounts that have gone quiet'],
    to: '/admin/quiet-accounts',
  },
  unanswered: { things: ['message to answer', 'messages to answer'], to: '/admin/messages?status=new' },
  failedMail: { things: ['email that failed', 'emails that failed'], to: '/admin/mail?state=failed' },
  lowStock: { things: ['size running low', 'sizes running low'], to: '/admin/productlist?show=low' },
  greenToReorder: {
    things: ['green coffee to reorder', 'green coffees to reorder'],
    to: '/admin/green-coffee',
  },
  lotsToShop: { things: ['lot not in the shop yet', 'lots not in the shop yet'], to: '/admin/green-coffee' },
  unopenedGifts: {
    things: ['gift not opened yet', 'gifts not opened yet'],
    to: '/admin/orderlist?only=unopened',
  },
} satisfies Record<string, Task>

export type TaskKind = keyof typeof OF_KIND

/** The most urgent first. */
export const TASKS: Record<TaskKind, Task> = OF_KIND

export const TASK_KINDS = Object.keys(TASKS) as TaskKind[]

/** The address of the page that lists the tasks, without its filter. */
export function pageOfTask(kind: TaskKind): string {
  return TASKS[kind].to.split('?')[0]!
}

/**
 * The tasks that a role can do: those whose page it may open.
 * @param parts the parts of the shop that are not off
 */
export function tasksOf(role: StaffRole | null, parts: OpenParts = ALL_PARTS): TaskKind[] {
  return TASK_KINDS.filter((kind) => mayOpen(pageOfTask(kind), role, parts))
}
