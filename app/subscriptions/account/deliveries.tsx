import type { ReactNode } from 'react'
import type { Subscription } from '#shared/subscriptions/api/subscription.ts'
import { formatDollars } from '#shared/kernel/pricing.ts'
import { Money } from '#app/platform/ui/money.tsx'
import { Table, type Column } from '#app/platform/ui/table.tsx'
import { keepGuestLink } from '#app/platform/api/guest-links.ts'
import { formatDeviceDate } from '#app/platform/orders/dates.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { Block, OpenButton, type OpenForm } from './part.tsx'
import styles from './subscription.module.css'
import { dayText } from './texts.ts'

type Delivery = Subscription['deliveries'][number]

/** The deliveries so far, with their orders. */
export function Deliveries({ of: deliveries }: { of: Delivery[] }) {
  return (
    <Block title="Deliveries so far" id="deliveries">
      {deliveries.length === 0 ? (
        <p>None yet.</p>
      ) : (
        <Table
          label="Deliveries so far"
          columns={COLUMNS}
          rows={deliveries}
          keyOf={({ number }) => String(number)}
        />
      )}
    </Block>
  )
}

const COLUMNS: Column<Delivery>[] = [
  { name: 'DAY', of: ({ plannedOn }) => dayText(plannedOn), rowHeader: true, noWrap: true, inline: true },
  { name: 'STATE', of: stateText },
  {
    name: 'TOTAL',
    of: ({ order }) => (order ? <Money dollars={order.total} /> : '–'),
    align: 'end',
    noWrap: true,
  },
  {
    name: 'ORDER',
    of: ({ order }) =>
      order ? (
        <OrderButton look="quiet" order={order} aria-label={`Order ${order.number}`}>
          {order.number}
        </OrderButton>
      ) : (
        '–'
      ),
    align: 'end',
    noWrap: true,
  },
]

function stateText({ state, order, reason, retriesAt }: Delivery): string {
  if (state === 'skipped') return reason || 'Skipped'
  if (state === 'waiting') return 'Waiting for coffee'
  if (state === 'unpaid') return 'Not paid, not sent'
  if (state === 'charging') return retriesAt ? 'Payment failed' : 'Being paid'
  if (order?.state === 'shipped') return 'Shipped'
  if (order?.state === 'delivered') return 'Delivered'
  return order?.state === 'refunded' ? 'Refunded' : 'Paid'
}

type Props = { of: Subscription; forms: OpenForm }

/** Asks the buyer to act: a payment failed, or the payment method is missing. */
export function FailedPayment({ of, forms }: Props) {
  const { status, paymentMethod, deliveries } = of
  const failed = deliveries.find(({ state, retriesAt }) => state === 'charging' && retriesAt !== null)
  if (status === 'active' && failed?.order) return <Unpaid of={of} forms={forms} failed={failed} />
  if (status === 'failed')
    return (
      <Asked forms={forms}>
        Several payments did not go through, so your subscription is paused. It is not canceled, and you are
        not charged. Choose another payment method, then resume it.
      </Asked>
    )
  if (status === 'active' && !paymentMethod)
    return <Asked forms={forms}>There is no payment method. Choose one to pay for your next delivery.</Asked>
  return null
}

function Unpaid({ of, forms, failed }: Props & { failed: Delivery }) {
  const { order, plannedOn, retriesAt } = failed
  if (!order || retriesAt === null) return null
  const retry = formatDeviceDate(retriesAt, 'shortWeekday')
  return (
    <Asked forms={forms} pay={<OrderButton order={order}>Pay now</OrderButton>}>
      {of.paymentMethod
        ? `The payment of ${formatDollars(order.total)} for the delivery of ${dayText(plannedOn)} did not go through.`
        : `The delivery of ${dayText(plannedOn)} costs ${formatDollars(order.total)}, and there is no payment method.`}{' '}
      We keep your coffee for you, and try again on {retry}.
    </Asked>
  )
}

/** What happened, and the button that opens the form for another payment method. */
function Asked({ forms, pay, children }: { forms: OpenForm; pay?: ReactNode; children: ReactNode }) {
  return (
    <Alert tone="danger">
      <p>{children}</p>
      <p className={`${styles.actions} ${styles.below}`}>
        {pay}
        <OpenButton look="line" name="method" forms={forms}>
          Use another payment method
        </OpenButton>
      </p>
    </Alert>
  )
}

/** Opens the page of an order, where it can be paid. Keeps a guest's link to the order on this device. */
export function OrderButton({
  order: { _id: id, guestLink },
  look,
  children,
  ...rest
}: {
  order: NonNullable<Delivery['order']>
  look?: 'quiet' | 'line'
  children: string
  'aria-label'?: string
}) {
  return (
    <ButtonLink
      {...rest}
      {...(look ? { look } : {})}
      to={`/order/${id}`}
      onClick={() => guestLink && keepGuestLink(id, guestLink)}
    >
      {children}
    </ButtonLink>
  )
}
