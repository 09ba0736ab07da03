import { TENDER_WAYS, isTender } from '#shared/checkout/tenders.ts'
import { buysSubscription, paysInvoices } from '#shared/checkout/gift-cards.ts'
import { Link } from 'react-router'
import type { Order } from '#shared/checkout/api/orders.ts'
import { paymentText } from '#shared/checkout/payment-text.ts'
import type { OrderState } from '#shared/kernel/order-states.ts'
import { promiseText } from '#shared/platform/delivery.ts'
import { rangeText } from '#shared/kernel/days.ts'
import { formatPhone } from '#shared/kernel/phone.ts'
import { formatDollars } from '#shared/kernel/pricing.ts'
import { formatDate as formatDay } from '#shared/kernel/dates.ts'
import { pickupText } from '#shared/platform/pickup.ts'
import { Email } from '#app/platform/ui/email.tsx'
import { AddressLines } from '#app/platform/orders/address-lines.tsx'
import { GiftFacts } from '#app/platform/orders/gift.tsx'
import { Lines } from '#app/platform/orders/lines.tsx'
import styles from '#app/platform/orders/order.module.css'
import { Parcels, ParcelStatus, TrackingLink } from '#app/platform/orders/parcel.tsx'
import { contentOf, type Refund } from '#app/platform/orders/refunds.ts'
import { toSourceText } from '#shared/platform/pay-methods.ts'
import { useFormatDate } from '#app/platform/orders/dates.ts'
import { useBusiness } from '#app/platform/api/business.ts'
import { PickupPlace } from '#app/platform/orders/pickup-place.tsx'
import { BuyerLines, Mark } from './fact-mark.tsx'
import { GiftSubscriptionFact } from './gift-subscription-fact.tsx'
import { GiftCardFact } from './gift-card-fact.tsx'

/** The address, the payment and the items of an order. @param isStaffs whether staff read it, and not the buyer */
export function OrderFacts({ order, isStaffs = false }: { order: Order; isStaffs?: boolean }) {
  const formatDate = useFormatDate()
  return (
    <>
      <div className="stack-4 halves-36">
        <DeliveryFact order={order} isStaffs={isStaffs} />
        <section className={styles.fact}>
          <h2>Payment</h2>
          <p>{paymentText(order)}</p>
          <RelatedOrders order={order} />
          {order.paymentResult?.email_address ? (
            <p className={`note ${styles.service}`}>
              by <Email>{order.paymentResult.email_address}</Email>
            </p>
          ) : null}
          {order.paymentResult ? (
            <p className={`note ${styles.service}`}>Reference {order.paymentResult.id}</p>
          ) : null}
          {order.isReplacement ? (
            <Mark done>Nothing to pay</Mark>
          ) : (
            <Mark done={order.paidAt !== null}>
              {order.paidAt ? `Paid on ${formatDate(order.paidAt, 'dayAndTime')}` : 'Not Paid'}
            </Mark>
          )}
          <RefundFacts order={order} isStaffs={isStaffs} />
        </section>
      </div>
      <section className={styles.fact}>
        <h2>Order Items</h2>
        <Lines lines={order.orderItems} />
      </section>
    </>
  )
}

function DeliveryFact({ order, isStaffs }: { order: Order; isStaffs: boolean }) {
  if (paysInvoices(order)) return null
  if (order.isGiftCard)
    return buysSubscription(order) ? <GiftSubscriptionFact order={order} /> : <GiftCardFact order={order} />
  return order.isPickup ? <PickupFact order={order} isStaffs={isStaffs} /> : <ShippingFact order={order} />
}

/**
 * The order that this order replaces, and the replacements of this order. They are not links for guests, who would need
 * another token.
 */
function RelatedOrders({ order: { replaces, replacements, user } }: { order: Order }) {
  const isLinked = user._id !== null
  const nameOf = ({ _id, number }: { _id: string; number: string }) =>
    isLinked ? <Link to={`/order/${_id}`}>No. {number}</Link> : <>No. {number}</>
  return (
    <>
      {replaces ? <p>For goods of order {nameOf(replaces)}</p> : null}
      {replacements.map((replacement) =>
        replacement.state === 'cancelled' ? null : (
          <p key={replacement._id}>Replacement: order {nameOf(replacement)}</p>
        ),
      )}
    </>
  )
}

/** The recipient. Empty if it is the buyer, whose name is already shown above the address. */
function otherRecipient({ recipient, user }: Order): string {
  return recipient === user.name ? '' : recipient
}

function ShippingFact({ order }: { order: Order }) {
  const formatDate = useFormatDate()
  return (
    <section className={styles.fact}>
      <h2>Shipping</h2>
      <BuyerLines of={order.user} />
      <AddressLines name={otherRecipient(order)} address={order.shippingAddress} />
      {order.phone ? <p className={`note ${styles.service}`}>Phone {formatPhone(order.phone)}</p> : null}
      {order.gift ? <GiftFacts gift={order.gift} /> : null}
      <p className={`note ${styles.service}`}>by {order.shippingService}</p>
      <Promised order={order} />
      {order.parcels.length > 0 ? <Parcels of={order} /> : null}
      {order.tracking && order.parcels.length === 0 ? (
        <p>
          Tracking <TrackingLink of={order.tracking} />
        </p>
      ) : null}
      {order.parcel && order.parcels.length === 0 ? (
        <p className={`note ${styles.service}`}>
          <ParcelStatus of={order.parcel} />
        </p>
      ) : null}
      {order.shippedAt && !order.deliveredAt ? (
        <Mark done>Shipped on {formatDate(order.shippedAt, 'dayAndTime')}</Mark>
      ) : null}
      <Mark done={order.deliveredAt !== null}>
        {order.deliveredAt ? `Delivered on ${formatDate(order.deliveredAt, 'dayAndTime')}` : 'Not Delivered'}
      </Mark>
    </section>
  )
}

/** The promised dates, until the order has arrived or was closed. */
function Promised({ order: { delivery, state } }: { order: Order }) {
  if (!delivery || !IS_PROMISED.has(state)) return null
  const { arrivesFrom, arrivesTo } = delivery
  return (
    <p>
      {state === 'shipped' ? (
        <>Arrives {rangeText(arrivesFrom, arrivesTo)}</>
      ) : (
        <>This order {promiseText(delivery, null)}</>
      )}
    </p>
  )
}

const IS_PROMISED: ReadonlySet<OrderState> = new Set(['pending', 'capturing', 'paid', 'shipped'])

/**
 * Refunds; and for the buyer, money owed and the dispute. Staff have both with what they can do about it
 * (admin/refund.tsx).
 */
function RefundFacts({ order, isStaffs }: { order: Order; isStaffs: boolean }) {
  const { refunds, dueBack, dispute } = order
  const formatDate = useFormatDate()
  return (
    <>
      {refunds.map((refund) => {
        const { _id, state, amount, refundedAt, reason } = refund
        if (state === 'failed') return null
        const content = contentOf(refund, order)
        return (
          <div key={_id}>
            <Mark done={state === 'completed'}>
              {refundedAt
                ? `Refunded ${formatDollars(amount)}${wayOf(refund, isStaffs)} on ${formatDate(refundedAt, 'dayAndTime')}`
                : `A refund of ${formatDollars(amount)}${wayOf(refund, isStaffs)} is on its way`}
            </Mark>
            {content ? <p className={`note ${styles.service}`}>{content}</p> : null}
            {reason ? <p className={`note ${styles.service}`}>{reason}</p> : null}
          </div>
        )
      })}
      {dueBack.map(({ payment, amount }) =>
        amount > 0 && !isStaffs ? (
          <Mark key={payment} done={false}>
            {formatDollars(amount)} does not belong to this order and will be refunded to you
          </Mark>
        ) : null,
      )}
      {dispute && !isStaffs ? <Mark done={false}>{BUYERS_DISPUTE[dispute.state]}</Mark> : null}
    </>
  )
}

function wayOf({ to, paidWith }: Refund, isStaffs: boolean): string {
  const whose = isStaffs ? 'the' : 'your'
  if (isTender(to)) return ` ${TENDER_WAYS[to]}`
  return to === 'gift-card' ? ` to ${whose} gift card` : toSourceText(paidWith, whose)
}

const BUYERS_DISPUTE: Record<NonNullable<Order['dispute']>['state'], string> = {
  open: 'Your dispute at PayPal is open',
  waiting_for_us: 'Your dispute at PayPal is waiting for our reply',
  waiting_for_buyer: 'Your dispute at PayPal is waiting for your reply',
  under_review: 'PayPal is reviewing your dispute',
  won: 'PayPal decided your dispute in favor of the shop',
  lost: 'PayPal decided your dispute in your favor',
  closed: 'Your dispute at PayPal is closed',
}

/** Where and when an order for pickup can be picked up. Shown instead of the shipping address. */
function PickupFact({ order, isStaffs }: { order: Order; isStaffs: boolean }) {
  const { user, state, pickup, readyAt, keptUntil, deliveredAt } = order
  const formatTime = useFormatDate()
  const { place } = useBusiness()
  const isWaiting = state === 'pending' || state === 'capturing' || state === 'paid'
  return (
    <section className={styles.fact}>
      <h2>Pickup</h2>
      <BuyerLines of={user} />
      {isStaffs ? <p>At the bar</p> : <PickupPlace />}
      {order.gift ? <GiftFacts gift={order.gift} /> : null}
      {pickup && isWaiting && !readyAt && !isStaffs ? <p>{pickupText(pickup, place)}.</p> : null}
      {readyAt && state === 'paid' ? (
        <Mark done>
          Ready since {formatTime(readyAt, 'dayAndTime')}
          {keptUntil ? `. We keep it until ${formatDay(keptUntil, 'weekday')}` : ''}
        </Mark>
      ) : null}
      <Mark done={deliveredAt !== null}>
        {deliveredAt ? `Picked up on ${formatTime(deliveredAt, 'dayAndTime')}` : 'Not Picked Up'}
      </Mark>
    </section>
  )
}
