import type { Subscription } from '#shared/subscriptions/api/subscription.ts'
import { formatDollars } from '#shared/kernel/pricing.ts'
import { keepGuestLink } from '#app/platform/api/guest-links.ts'
import { formatDeviceDate } from '#app/platform/orders/dates.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { OpenButton, type OpenForm } from './part.tsx'
import styles from './subscription.module.css'
import { dayText } from './texts.ts'

type Props = { of: Subscription; forms: OpenForm }

/** Asks the buyer to act: a payment failed, or the payment method is missing. */
export function FailedPayment({ of, forms }: Props) {
  const { status, paymentMethod, deliveries } = of
  const failed = deliveries.find(({ state, retriesAt }) => state === 'charging' && retriesAt !== null)
  if (status === 'active' && failed?.order) return <Unpaid of={of} forms={forms} failed={failed} />
  if (status === 'failed') {
    return (
      <Alert tone="danger">
        <p>
          Several payments did not go through, so your subscription is paused. It is not canceled, and you are
          not charged. Choose another payment method, then resume it.
        </p>
        <p className={`${styles.actions} ${styles.below}`}>
          <OtherMethod forms={forms} />
        </p>
      </Alert>
    )
  }
  if (status === 'active' && !paymentMethod) {
    return (
      <Alert tone="danger">
        <p>There is no payment method. Choose one to pay for your next delivery.</p>
        <p className={`${styles.actions} ${styles.below}`}>
          <OtherMethod forms={forms} />
        </p>
      </Alert>
    )
  }
  return null
}

type Delivery = Subscription['deliveries'][number]

function Unpaid({ of, forms, failed }: Props & { failed: Delivery }) {
  const { order, plannedOn, retriesAt } = failed
  if (!order || retriesAt === null) return null
  const retry = formatDeviceDate(retriesAt, 'shortWeekday')
  return (
    <Alert tone="danger">
      <p>
        {of.paymentMethod
          ? `The payment of ${formatDollars(order.total)} for the delivery of ${dayText(plannedOn)} did not go through.`
          : `The delivery of ${dayText(plannedOn)} costs ${formatDollars(order.total)}, and there is no payment method.`}{' '}
        We keep your coffee for you, and try again on {retry}.
      </p>
      <p className={`${styles.actions} ${styles.below}`}>
        <OrderButton order={order}>Pay now</OrderButton>
        <OtherMethod forms={forms} />
      </p>
    </Alert>
  )
}

function OtherMethod({ forms }: { forms: OpenForm }) {
  return (
    <OpenButton look="line" name="method" forms={forms}>
      Use another payment method
    </OpenButton>
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
