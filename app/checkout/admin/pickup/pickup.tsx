import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import { pickup } from '#shared/checkout/api/pickup.ts'
import { counted } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { ask } from '#app/platform/api/query.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { Table } from '#app/platform/ui/table.tsx'
import { AdminPage, AdminLoading } from '#app/platform/admin/admin-page.tsx'
import { Filters, SearchBox, useFilter } from '#app/platform/admin/filters.tsx'
import { pickupColumns } from './columns.tsx'
import styles from './pickup.module.css'
import { usePickupChange } from './use-pickup-change.ts'
import { OrderLink } from '#app/platform/orders/order-link.tsx'

const BASE = '/admin/pickup'

/** The Pickup page: paid orders to get ready, and to hand over at the bar. */
export default function Pickup() {
  return <AdminPage title="Pickup">{() => <Pickups />}</AdminPage>
}

function Pickups() {
  const [keyword] = useFilter('q', BASE)
  const answer = useQuery({
    ...ask(pickup.list, { query: { keyword: keyword || undefined } }),
    placeholderData: keepPreviousData,
    // Someone may have handed over an order on another device at the bar.
    refetchInterval: 30_000,
  })
  const change = usePickupChange()
  if (answer.isError) return <LoadError error={answer.error} retry={answer.refetch} />
  if (!answer.data) {
    return <AdminLoading what="orders" />
  }
  const { orders, count, handedOver, day, at } = answer.data
  return (
    <div className="stack-3" aria-busy={answer.isPlaceholderData}>
      <Filters>
        <SearchBox label="Search by name or number" base={BASE} />
      </Filters>
      <p role="status">{statusText(count, orders.length, keyword)}</p>
      {orders.length > 0 ? (
        <>
          <p className="soft">Ask for the name and the number before you hand an order over.</p>
          <Table
            label="Orders for pickup"
            columns={pickupColumns({ day, at, change })}
            rows={orders}
            keyOf={(order) => order._id}
          />
        </>
      ) : null}
      {handedOver.length > 0 ? <HandedOver of={handedOver} change={change} /> : null}
    </div>
  )
}

function statusText(count: number, shown: number, keyword: string): string {
  if (count === 0) return 'No orders for pickup.'
  const waiting = `${counted(count, 'order')} for pickup`
  if (keyword) return shown === 0 ? 'No order for pickup matches.' : `${shown} of ${waiting}.`
  return shown < count ? `${waiting}; the ${shown} oldest are shown.` : `${waiting}.`
}

type HandedOverProps = {
  of: Reply<typeof pickup.list>['handedOver']
  change: ReturnType<typeof usePickupChange>
}

/** The orders that were handed over recently, each with a button to undo it. */
function HandedOver({ of: orders, change }: HandedOverProps) {
  return (
    <section className={`stack-2 pad-top-2 rule ${styles.recent}`} aria-labelledby="handed-over">
      <h2 id="handed-over">Handed over</h2>
      <ul>
        {orders.map((order) => (
          <li key={order._id}>
            <OrderLink id={order._id}>
              {order.name}, {order.number}
            </OrderLink>
            <span className="soft">{formatDate(order.deliveredAt, 'time')}</span>
            <Button
              look="quiet"
              aria-label={`Undo: handover of order ${order.number} of ${order.name}`}
              busy={change.isBusy(order._id)}
              onClick={() => change.run(order, 'undoHandOver')}
            >
              Undo
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
