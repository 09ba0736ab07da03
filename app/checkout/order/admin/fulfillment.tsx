import { orders, type Order } from '#shared/checkout/api/orders.ts'
import { call } from '#app/platform/api/call.ts'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { stateOf } from '#app/platform/orders/states.ts'
import styles from './admin.module.css'
import { Label } from './label.tsx'
import { MissingBags } from './missing-bags.tsx'
import { PickupSteps } from './pickup-steps.tsx'
import { Promise } from './promise.tsx'
import { returnsAll } from '#app/platform/orders/refunds.ts'
import { Ship, Tracking } from './ship.tsx'
import { useOrderChange } from './use-order-change.ts'

/** Lets an admin pack the order, and ship it or hand it over at the bar. */
export function Fulfillment({ order }: { order: Order }) {
  const isSent = order.state === 'shipped' || order.state === 'delivered'
  return (
    <section className={styles.panel} aria-labelledby="fulfillment">
      <header className="facts-line apart">
        <h2 id="fulfillment">Fulfillment</h2>
        <p className={styles.state} data-state={order.state}>
          {stateOf(order)}
        </p>
      </header>
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
      {order.isPickup ? <PickupSteps order={order} /> : <ShippingSteps order={order} />}
      <Buyer order={order} />
    </section>
  )
}

function ShippingSteps({ order }: { order: Order }) {
  const isSent = order.state === 'shipped' || order.state === 'delivered'
  return (
    <>
      {order.state === 'paid' || isSent || hasUnusedLabel(order) ? <Label order={order} /> : null}
      {order.state === 'paid' ? <Ship key={order.tracking?.number} order={order} /> : null}
      {isSent ? <Tracking order={order} /> : null}
      {order.state === 'paid' || order.state === 'shipped' ? <Deliver order={order} /> : null}
    </>
  )
}

/** Whether a refunded order has a label, which can be voided. */
function hasUnusedLabel({ state, parcel }: Order): boolean {
  return state === 'refunded' && parcel !== null
}

function Deliver({ order }: { order: Order }) {
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
