/** The top of the order page for its buyer: the state of the order in words, what was bought, and the steps with their days. */
import { orders, type Order } from '#shared/checkout/api/orders.ts'
import { stepsOf, type OrderStep } from '#shared/checkout/order-steps.ts'
import { dayOf } from '#shared/kernel/dates.ts'
import { useFormatDate } from '#app/platform/orders/dates.ts'
import { Bought } from './bought.tsx'
import { FileButton } from './file-button.tsx'
import { leadOf, payByText, titleOf } from './order-words.ts'
import styles from './page.module.css'

type ThanksProps = {
  order: Order
  /** The time at which the order was received, in milliseconds. */
  readAt: number
}

/** What a buyer sees first after the payment. It has no button that asks for more than the calendar. */
export function Thanks({ order, readAt }: ThanksProps) {
  return (
    <section className={styles.thanks} aria-labelledby="order-words">
      <OrderWords order={order} readAt={readAt} />
      <Bought order={order} today={dayOf(new Date(readAt))} />
      <Steps order={order} readAt={readAt} />
      <AddToCalendar order={order} />
    </section>
  )
}

/** The number of the order, its state as a title, and a sentence about what comes next. */
export function OrderWords({ order, readAt }: ThanksProps) {
  const format = useFormatDate()
  return (
    <div className={`stack-1 packed ${styles.words}`}>
      <p className="label lining">Order No. {order.number}</p>
      <h2 id="order-words" className={styles.title}>
        {titleOf(order, payByText(order, readAt, format))}
      </h2>
      <p className={`lead italic ${styles.lead}`}>{leadOf(order)}</p>
      {order.tracking?.url && order.state === 'shipped' ? (
        <p>
          <a href={order.tracking.url} className="reach" target="_blank" rel="noreferrer">
            Follow the parcel
          </a>
        </p>
      ) : null}
    </div>
  )
}

/** What has happened with the order and what comes next, each with its day. */
export function Steps({ order, readAt }: ThanksProps) {
  const format = useFormatDate()
  return (
    <ol className={`grid packed rule ${styles.steps}`} aria-label="What happens next">
      {stepsOf(order, { today: dayOf(new Date(readAt)), format }).map(({ name, text, state }) => (
        <li
          key={name}
          className={`flex wraps align-baseline rule-below ${styles.step}`}
          data-state={state}
          aria-current={state === 'now' ? 'step' : undefined}
        >
          <span className={styles.name}>
            {name}
            <span className="visually-hidden">{SPOKEN[state]}</span>
          </span>
          <span className={`may-shrink lining ${styles.text}`}>{text}</span>
        </li>
      ))}
    </ol>
  )
}

const SPOKEN: Record<OrderStep['state'], string> = {
  done: ', done: ',
  now: ', now: ',
  next: ': ',
  stopped: ': ',
}

/** A calendar file with the days of arrival or pickup, while the order is on its way. */
function AddToCalendar({ order }: { order: Order }) {
  const { state, isGiftCard, delivery, pickup, readyAt, number } = order
  if (isGiftCard || (state !== 'paid' && state !== 'shipped') || !(delivery ?? pickup ?? readyAt)) return null
  return (
    <p className={`screen-only ${styles.calendar}`}>
      <FileButton file={orders.calendar} order={order} name={`order-${number}.ics`} look="quiet">
        Add to calendar
      </FileButton>
    </p>
  )
}
