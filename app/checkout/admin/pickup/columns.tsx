import type { ToHandOver } from '#shared/checkout/api/pickup.ts'
import { counted } from '#shared/kernel/counts.ts'
import { elapsed, formatDate } from '#shared/kernel/dates.ts'
import { clockText } from '#shared/platform/hours.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { RowActions, type Column } from '#app/platform/ui/table.tsx'
import type { usePickupChange } from './use-pickup-change.ts'
import { OrderLink } from '#app/platform/orders/order-link.tsx'

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
    { name: 'PROMISED', noWrap: true, of: (order) => <Promised order={order} day={day} /> },
    { name: 'READY', of: (order) => <Ready order={order} day={day} at={at} /> },
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
