import { keepPreviousData, useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import { pickup, type ToHandOver } from '#shared/checkout/api/fulfillment.ts'
import { counted } from '#shared/kernel/counts.ts'
import { formatDate, elapsed } from '#shared/kernel/dates.ts'
import { clockText } from '#shared/platform/hours.ts'
import { orders } from '#shared/checkout/api/orders.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { Pagination } from '#app/platform/ui/pagination.tsx'
import { SortedTable } from '#app/platform/admin/list/sorted-table.tsx'
import { RowActions, type Column } from '#app/platform/ui/table.tsx'
import { AdminPage, AdminLoading, NoMatch } from '#app/platform/admin/admin-page.tsx'
import {
  Filters,
  SearchBox,
  useFilter,
  useListOrder,
  usePageInQuery,
} from '#app/platform/admin/list/filters.tsx'
import { OrderLink } from '#app/platform/orders/order-link.tsx'
import { call } from '#app/platform/api/call.ts'
import { useUser } from '#app/platform/session/session.ts'
import { toast } from '#app/platform/ui/toast.tsx'
import styles from './pickup.module.css'

const BASE = '/admin/pickup'

const SORTS = { name: 'asc', promised: 'asc', ready: 'asc' } as const

/** The Pickup page: paid orders to get ready, and to hand over at the bar. */
export default function Pickup() {
  return <AdminPage>{() => <Pickups />}</AdminPage>
}

function Pickups() {
  const [keyword] = useFilter('q', BASE)
  const { query, sorting } = useListOrder(BASE, SORTS)
  const { page, to } = usePageInQuery(BASE)
  const asked = { pageNumber: page, sort: query.sort, order: query.order, keyword: keyword || undefined }
  const answer = useQuery({
    ...ask(pickup.list, { query: asked }),
    placeholderData: keepPreviousData,
    // Someone may have handed over an order on another device at the bar.
    refetchInterval: 30_000,
  })
  const change = usePickupChange()
  if (answer.isError) return <LoadError error={answer.error} retry={answer.refetch} />
  if (!answer.data) {
    return <AdminLoading what="orders" />
  }
  const { orders: waiting, count, handedOver, day, at } = answer.data
  return (
    <div className="stack-2" aria-busy={answer.isPlaceholderData}>
      <Filters status={statusText(count, waiting.length, keyword)}>
        <SearchBox label="Search by name or number" base={BASE} />
      </Filters>
      {waiting.length > 0 ? (
        <>
          <p className="soft">Ask for the name and the number before you hand an order over.</p>
          <SortedTable
            label="Orders for pickup"
            sorting={sorting}
            columns={pickupColumns({ day, at, change })}
            rows={waiting}
            keyOf={(order) => order._id}
          />
        </>
      ) : null}
      {waiting.length === 0 && keyword && count > 0 ? (
        <NoMatch what="orders" filters={[`“${keyword}”`]} base={BASE} />
      ) : null}
      <Pagination page={page} pages={answer.data.pages} to={to} />
      {handedOver.length > 0 ? <HandedOver of={handedOver} change={change} /> : null}
    </div>
  )
}

function statusText(count: number, shown: number, keyword: string): string {
  if (count === 0) return 'No orders for pickup.'
  const waiting = `${counted(count, 'order')} for pickup`
  if (keyword) return shown === 0 ? 'No order for pickup matches.' : `${shown} of ${waiting}.`
  return shown < count ? `${waiting}; ${shown} are on this page.` : `${waiting}.`
}

type HandedOverProps = {
  of: Reply<typeof pickup.list>['handedOver']
  change: ReturnType<typeof usePickupChange>
}

/** The orders that were handed over recently, each with a button to undo it. */
function HandedOver({ of: handedOver, change }: HandedOverProps) {
  return (
    <section className={`stack-2 pad-top-2 rule ${styles.recent}`} aria-labelledby="handed-over">
      <h2 id="handed-over">Handed over</h2>
      <ul>
        {handedOver.map((order) => (
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

type Context = {
  /** Today in the shop's time zone, and the time of the list. */
  day: string
  at: string
  change: ReturnType<typeof usePickupChange>
}

/** The columns of the list of orders for pickup. */
export function pickupColumns({ day, at, change }: Context): Column<ToHandOver>[] {
  return [
    {
      name: 'BUYER',
      sort: 'name',
      rowHeader: true,
      title: true,
      of: ({ _id, name, number, pieces }) => (
        <span className="grid">
          <OrderLink id={_id}>
            {name}
            <span className="visually-hidden">, order {number}</span>
          </OrderLink>
          <span className="soft">
            {number}, {counted(pieces, 'piece')}
          </span>
        </span>
      ),
    },
    { name: 'PROMISED', sort: 'promised', noWrap: true, of: (order) => <Promised order={order} day={day} /> },
    { name: 'READY', sort: 'ready', of: (order) => <Ready order={order} day={day} at={at} /> },
    {
      name: 'ACTIONS',
      hideName: true,
      wide: true,
      noWrap: true,
      align: 'end',
      of: (order) => <Actions order={order} change={change} />,
    },
  ]
}

function Promised({ order: { readyOn, from, readyAt }, day }: { order: ToHandOver; day: string }) {
  if (!readyOn) return null
  return (
    <>
      {formatDate(readyOn, 'shortWeekday')}
      {from ? `, ${clockText(from)}` : ''}
      {!readyAt && readyOn < day ? <strong>, late</strong> : null}
    </>
  )
}

function Ready({ order, day, at }: { order: ToHandOver; day: string; at: string }) {
  const { readyAt, remindedAt, keptUntil, returnsAll } = order
  if (returnsAll) return <strong>keep it: its money is going back</strong>
  if (!readyAt) return <span className="soft">not yet</span>
  return (
    <span className="grid">
      <span>{ageOf(readyAt, at)}</span>
      {remindedAt ? (
        <span className="soft">reminded on {formatDate(remindedAt, 'shortMonthDay')}</span>
      ) : null}
      {keptUntil ? (
        <span className="soft">
          {keptUntil < day ? <strong>was kept until</strong> : 'kept until'}{' '}
          {formatDate(keptUntil, 'shortMonthDay')}
        </span>
      ) : null}
    </span>
  )
}

/** 'for 2 days'; 'just now' within the first minute. */
function ageOf(readyAt: string, at: string): string {
  return Date.parse(at) - Date.parse(readyAt) < 60_000 ? 'just now' : `for ${elapsed(readyAt, at)}`
}

function Actions({ order, change }: { order: ToHandOver; change: Context['change'] }) {
  if (order.returnsAll) return null
  const ofOrder = `order ${order.number} of ${order.name}`
  return (
    <RowActions>
      {order.readyAt ? null : (
        <Button
          look="line"
          aria-label={`Mark As Ready: ${ofOrder}`}
          busy={change.isBusy(order._id)}
          onClick={() => change.run(order, 'ready')}
        >
          Mark As Ready
        </Button>
      )}
      <Button
        look={order.readyAt ? undefined : 'quiet'}
        aria-label={`Hand over: ${ofOrder}`}
        busy={change.isBusy(order._id)}
        onClick={() => change.run(order, 'handOver')}
      >
        Hand over
      </Button>
    </RowActions>
  )
}

type Step = Exclude<keyof typeof pickup, 'list'>

const DONE: Record<Step, string> = {
  ready: 'is ready. The buyer gets an email',
  notReady: 'is not ready yet',
  handOver: 'is handed over',
  undoHandOver: 'is not handed over',
}

/** Changes the step of an order in the list. `isBusy` says whether the change of an order is in progress. */
function usePickupChange() {
  const client = useQueryClient()
  const isAdmin = useUser()?.isAdmin ?? false
  const changing = useMutation({
    mutationFn: ({ id, step }: { id: string; number: string; step: Step }) =>
      call(pickup[step], { params: { id } }),
    onSuccess: (order, { number, step }) => {
      // The response for staff who are not admins has only a part of the order.
      if (isAdmin) client.setQueryData(ask(orders.one, { params: { id: order._id } }).queryKey, order)
      toast.success(`Order ${number} ${DONE[step]}`)
    },
    onError: (error) => toast.error(error.message),
    onSettled: () => refresh(client, 'pickup', 'orders', 'desk'),
  })
  return {
    run: ({ _id: id, number }: { _id: string; number: string }, step: Step) =>
      changing.mutate({ id, number, step }),
    isBusy: (id: string) => changing.isPending && changing.variables.id === id,
  }
}
