import { Link } from 'react-router'
import type { Order } from '#shared/checkout/api/orders.ts'
import type { UserInfo } from '#shared/people/api/users.ts'
import { formatDate as formatDay } from '#shared/kernel/dates.ts'
import { formatDollars } from '#shared/kernel/pricing.ts'
import { VIA_TEXTS, stateOf } from '#shared/kernel/order-state-names.ts'
import { AdminPage } from '#app/platform/admin/admin-page.tsx'
import { DeskNav } from '#app/platform/admin/desk/desk-nav.tsx'
import { useFormatDate } from '#app/platform/orders/dates.ts'
import { orderTitle } from '#app/platform/orders/states.ts'
import { Email } from '#app/platform/ui/email.tsx'
import { OrderFacts } from '../order-facts.tsx'
import { OrderPanel } from '../order-panel.tsx'
import styles from './desk-order.module.css'
import { OrderRecords } from './records.tsx'
import { StaffParts } from './staff-parts.tsx'

/** An order on the desk: its facts, what can be done with it, and the notes and the history, side by side. */
export function DeskOrder({ order, user, readAt }: { order: Order; user: UserInfo; readAt: number }) {
  const formatDate = useFormatDate()
  const title = orderTitle(order, true)
  return (
    <>
      <DeskNav />
      <AdminPage
        title={`Order ${title}`}
        heading={
          <>
            Order <span aria-hidden="true">{order.number}</span>
            <span className="visually-hidden">{title}</span>
          </>
        }
        state={stateOf(order)}
        back={{ to: '/admin/orderlist', title: 'All orders' }}
      >
        {() => (
          <>
            <p className="facts-line">
              <strong>{formatDollars(order.totalPrice)}</strong>
              <span>placed on {formatDate(order.createdAt, 'dayAndTime')}</span>
              <span>
                by {order.user.name}
                {order.user.email ? (
                  <>
                    , <Email>{order.user.email}</Email>
                  </>
                ) : null}
              </span>
              {order.via === 'web' ? null : (
                <span>
                  {VIA_TEXTS[order.via]}, placed by {order.placedBy}
                </span>
              )}
              {order.discountReason ? (
                <span>
                  {order.account ? 'entered' : 'discount'} because: {order.discountReason}
                </span>
              ) : null}
            </p>
            {order.account ? <AccountLine of={order.account} /> : null}
            <div className={`stack-4 align-top pad-top-2 ${styles.columns}`}>
              <div className={`stack-2 packed may-shrink ${styles.facts}`}>
                <OrderFacts order={order} isStaffs />
                <OrderPanel order={order} user={user} readAt={readAt} />
              </div>
              <aside className={`stack-3 packed may-shrink ${styles.actions}`} aria-label="What can be done">
                <StaffParts order={order} />
              </aside>
              <div className={`may-shrink ${styles.records}`}>
                <OrderRecords order={order} />
              </div>
            </div>
          </>
        )}
      </AdminPage>
    </>
  )
}

/** For which wholesale account and location the order is. */
function AccountLine({ of: account }: { of: NonNullable<Order['account']> }) {
  return (
    <div className="stack-1">
      <p className="facts-line">
        <Link to={`/admin/account/${account._id}`}>{account.name}</Link>
        <span>{account.location}</span>
        {account.deliversOn ? <span>delivery on {formatDay(account.deliversOn, 'shortWeekday')}</span> : null}
        {account.poNumber ? <span>PO {account.poNumber}</span> : null}
      </p>
      {account.note ? <p className="pre-line break-words">“{account.note}”</p> : null}
    </div>
  )
}
