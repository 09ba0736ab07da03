import type { PackedOrder } from '#shared/checkout/api/packing.ts'
import { pickup } from '#shared/checkout/api/pickup.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { call } from '#app/platform/api/call.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { useOrderChange } from './use-order-change.ts'

/** Lets an admin mark an order for pickup as ready, hand it over, and undo both. */
export function PickupSteps({ order }: { order: PackedOrder }) {
  const params = { id: order._id }
  const ready = useOrderChange(
    order,
    () => call(pickup.ready, { params }),
    'The order is ready. The buyer gets an email',
  )
  const notReady = useOrderChange(order, () => call(pickup.notReady, { params }), 'Not ready yet')
  const handOver = useOrderChange(order, () => call(pickup.handOver, { params }), 'Handed over')
  const undo = useOrderChange(order, () => call(pickup.undoHandOver, { params }), 'Not handed over')
  if (order.state === 'delivered') {
    return (
      <Button look="quiet" busy={undo.isPending} onClick={() => undo.mutate()}>
        Undo the handover
      </Button>
    )
  }
  if (order.state !== 'paid') return null
  return (
    <>
      {order.readyAt ? (
        <div>
          <p>
            Ready since {formatDate(order.readyAt, 'dayAndTime')}
            {order.keptUntil ? `, kept until ${formatDate(order.keptUntil, 'shortWeekday')}` : ''}.
          </p>
          <Button look="quiet" busy={notReady.isPending} onClick={() => notReady.mutate()}>
            Not ready yet
          </Button>
        </div>
      ) : (
        <Button look="line" busy={ready.isPending} onClick={() => ready.mutate()}>
          Mark As Ready
        </Button>
      )}
      <p className="soft">
        Ask for the name and the number: {order.user.name}, {order.number}.
      </p>
      <Button busy={handOver.isPending} onClick={() => handOver.mutate()}>
        Hand Over
      </Button>
    </>
  )
}
