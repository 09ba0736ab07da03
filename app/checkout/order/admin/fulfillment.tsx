import { orders, type Order } from '#shared/checkout/api/orders.ts'
import { type PackedOrder, pickup } from '#shared/checkout/api/fulfillment.ts'
import { counted } from '#shared/kernel/counts.ts'
import { lineTitle } from '#shared/kernel/sizes.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { call } from '#app/platform/api/call.ts'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { stateOf } from '#shared/kernel/order-state-names.ts'
import { returnsAll } from '#app/platform/orders/refunds.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import styles from './admin.module.css'
import { Label } from './label.tsx'
import { Promise } from './promise.tsx'
import { Ship, Tracking } from './ship.tsx'
import { useOrderChange } from './use-order-change.ts'
import { Panel } from './panel.tsx'

/** Lets an admin pack the order, and ship it or hand it over at the bar. */
export function Fulfillment({ order }: { order: Order }) {
  const isSent = order.state === 'shipped' || order.state === 'delivered'
  return (
    <Panel id="fulfillment" title="Fulfillment" state={stateOf(order)} of={order.state}>
      <Promise order={order} />
      <MissingBags order={order} />
      {order.state === 'paid' && returnsAll(order) ? (
        <p className="soft" role="note">
          All money of this order is on its way back to {order.user.name}, so it is not sent. If the refund
          fails, you can send it.
        </p>
      ) : null}
      {order.state === 'paid' || isSent ? (
        <ButtonLink look="line" to={`/order/${order._id}/packing-slip`}>
          Packing slip
        </ButtonLink>
      ) : null}
      {order.isPickup ? <PickupSteps order={order} /> : <ShippingSteps order={order} isAdmin />}
      <Buyer order={order} />
    </Panel>
  )
}

/** The steps of a parcel. Admins can also void an unused label of a refunded order, and mark an order as delivered. */
export function ShippingSteps({ order, isAdmin = false }: { order: PackedOrder; isAdmin?: boolean }) {
  if (order.vanOn !== null) return <VanSteps order={order} day={order.vanOn} isAdmin={isAdmin} />
  const isSent = order.state === 'shipped' || order.state === 'delivered'
  const hasLabel = order.state === 'paid' || isSent || (isAdmin && hasUnusedLabel(order))
  return (
    <>
      {hasLabel ? <Label order={order} /> : null}
      {order.state === 'paid' ? <Ship key={order.tracking?.number} order={order} /> : null}
      {isSent ? <Tracking order={order} /> : null}
      {isAdmin && (order.state === 'paid' || order.state === 'shipped') ? <Deliver order={order} /> : null}
    </>
  )
}

/** An order that the van delivers is handed over at the door, on its run. */
function VanSteps({ order, day, isAdmin }: { order: PackedOrder; day: string; isAdmin: boolean }) {
  return (
    <>
      <ButtonLink look="line" to={`/admin/deliveries/${day}`}>
        The van’s run on {formatDate(day, 'shortWeekday')}
      </ButtonLink>
      {isAdmin && order.state === 'paid' ? <Deliver order={order} /> : null}
    </>
  )
}

/** Whether a refunded order has a label, which can be voided. */
function hasUnusedLabel({ state, parcel }: PackedOrder): boolean {
  return state === 'refunded' && parcel !== null
}

function Deliver({ order }: { order: PackedOrder }) {
  const deliver = useOrderChange(
    order,
    () => call(orders.deliver, { params: { id: order._id } }),
    'Order delivered',
  )
  return (
    <Button look="line" busy={deliver.isPending} onClick={() => deliver.mutate()}>
      Mark As Delivered
    </Button>
  )
}

function Buyer({ order: { _id, user, isGuest } }: { order: Order }) {
  // The orders of a guest or a deleted account are found by email.
  const others = user._id ? `user=${user._id}` : `q=${encodeURIComponent(user.email)}`
  return (
    <ul className={`grid pad-top-1 rule-soft ${styles.links}`}>
      <li>
        <ButtonLink look="quiet" to={`/admin/orderlist?${others}`}>
          All orders of {user.name}
        </ButtonLink>
      </li>
      <li>
        {user._id ? (
          <ButtonLink look="quiet" to={`/admin/user/${user._id}/edit`}>
            The buyer’s account
          </ButtonLink>
        ) : (
          <span className="soft">
            {isGuest ? 'The buyer has no account.' : 'The buyer’s account was deleted.'}
          </span>
        )}
      </li>
      <li>
        <ButtonLink look="quiet" to={`/admin/record?subject=order&id=${_id}`}>
          Change log
        </ButtonLink>
      </li>
    </ul>
  )
}

/** Warns staff that bags of an order have no lot yet, because a recall would not find them. */
export function MissingBags({ order }: { order: PackedOrder }) {
  const lines = order.orderItems.filter(({ bagsMissing }) => bagsMissing > 0)
  if (lines.length === 0) return null
  return (
    <Alert tone="warning">
      {lines.map((line) => (
        <p key={line.line}>
          {counted(line.bagsMissing, 'bag')} of {lineTitle(line)} {line.bagsMissing === 1 ? 'has' : 'have'} no
          lot yet.
        </p>
      ))}
      <p>Fill the order on its roast day before you ship it. Otherwise a recall does not find these bags.</p>
    </Alert>
  )
}

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
