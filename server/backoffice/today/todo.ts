/** The open tasks on the admin home page: the number of each kind, and the oldest few of each kind. */
import type { adminHome, Todo } from '#shared/backoffice/api/admin.ts'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import { isAdminRole, type StaffRole } from '#shared/kernel/roles.ts'
import { tasksOf, type TaskKind } from '#shared/platform/tasks.ts'
import { DAY, isoNow } from '#server/kernel/time/clock.ts'
import { openPartsOf } from '#server/platform/settings/parts.ts'
import type { Shop } from '#server/platform/shop.ts'
import { greenRunningLow, lotsNotInShop, roastDaysToFinish, sizesRunningLow } from './goods-tasks.ts'
import { failedMails, unansweredMessages } from './letter-tasks.ts'
import { counterDayToClose, disputesToAnswer, paymentsToCheck, subscriptionsToCheck } from './money-tasks.ts'
import {
  accountsGoneQuiet,
  applicationsToDecide,
  certificatesToSee,
  deliveriesOfToday,
  lateInvoices,
  standingOrdersToSee,
} from './wholesale-tasks.ts'
import {
  giftsNobodyOpened,
  ordersToHandOver,
  ordersToMove,
  ordersToShip,
  parcelsThatCameBack,
} from './order-tasks.ts'

const READ: { [Kind in TaskKind]: (shop: Shop) => Promise<Todo[Kind]> } = {
  disputes: disputesToAnswer,
  payments: paymentsToCheck,
  lateInvoices,
  roastDays: roastDaysToFinish,
  toShip: ordersToShip,
  toHandOver: ordersToHandOver,
  deliveries: deliveriesOfToday,
  counterDay: counterDayToClose,
  undelivered: parcelsThatCameBack,
  movedOrders: ordersToMove,
  subscriptions: subscriptionsToCheck,
  applications: applicationsToDecide,
  certificates: certificatesToSee,
  standingOrders: standingOrdersToSee,
  quietAccounts: accountsGoneQuiet,
  unanswered: unansweredMessages,
  failedMail: failedMails,
  lowStock: sizesRunningLow,
  greenToReorder: greenRunningLow,
  lotsToShop: lotsNotInShop,
  unopenedGifts: giftsNobodyOpened,
}

/** The tasks of a role. Only admins see prices. */
export async function todoOf(shop: Shop, role: StaffRole | null): Promise<Todo> {
  const read = tasksOf(role, await openPartsOf(shop)).map(
    async (kind) => [kind, await READ[kind](shop)] as const,
  )
  const found = (await Promise.all(read)).filter(([, tasks]) => tasks !== undefined)
  const todo = Object.fromEntries(found) as Todo
  return isAdminRole(role) ? todo : withoutTotals(todo)
}

function withoutTotals({ toShip, toHandOver, ...others }: Todo): Todo {
  return {
    ...others,
    ...(toShip ? { toShip: { ...toShip, first: toShip.first.map(withoutTotal) } } : {}),
    ...(toHandOver ? { toHandOver: { ...toHandOver, first: toHandOver.first.map(withoutTotal) } } : {}),
  }
}

const withoutTotal = <T extends { total?: number | undefined }>(order: T) => ({ ...order, total: undefined })

/** The numbers behind the entries of the navigation, and the marks of the frame. */
export async function waitingOf(
  shop: Shop,
  role: StaffRole | null,
): Promise<Reply<typeof adminHome.waiting>> {
  const todo = await todoOf(shop, role)
  const counts = Object.entries(todo).flatMap(([kind, { count }]) =>
    count > 0 ? [[kind, count] as const] : [],
  )
  const invented = shop.db.selectFrom('demo_rows').select('id').where('kind', '=', 'orders').limit(1)
  return {
    tasks: Object.fromEntries(counts),
    isSandbox: shop.providers.payments.mode === 'sandbox' || shop.services.paypal?.environment === 'sandbox',
    isDemo: (await invented.executeTakeFirst()) !== undefined,
    now: isoNow(shop.clock),
    daysAhead: Math.round(shop.rehearsal.clock.ahead() / DAY),
  }
}
