import { useQuery } from '@tanstack/react-query'
import type { Order } from '#shared/checkout/api/orders.ts'
import { subscriptions } from '#shared/subscriptions/api/subscriptions.ts'
import { frequencyText } from '#shared/platform/subscriptions.ts'
import { keepGuestLink } from '#app/platform/api/guest-links.ts'
import { ask } from '#app/platform/api/query.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import styles from '#app/platform/orders/order.module.css'

/** The subscriptions to which an order belongs, with links to their pages. Nothing if there are none. */
export function OrderSubscriptions({ order: { _id: id, isPaid } }: { order: Order }) {
  const { data } = useQuery(ask(subscriptions.ofOrder, { params: { id } }))
  if (!data || data.subscriptions.length === 0) return null
  // A subscription has already started if the order is a later delivery whose payment failed.
  const startsWithIt = !isPaid && data.subscriptions.some(({ status }) => status === 'starting')
  return (
    <section className={`stack-3 pad-3 box mat break-words ${styles.panel}`} aria-labelledby="subscriptions">
      <h2 id="subscriptions">Your subscription</h2>
      <p>
        {startsWithIt
          ? 'It starts when this order is paid.'
          : 'See when the next delivery comes. Skip, change, pause or cancel it there at any time. The links are also in our emails.'}
      </p>
      {data.subscriptions.map(({ _id, weeks, guestLink }) => (
        <ButtonLink
          key={_id}
          look="line"
          to={`/subscriptions/${_id}`}
          onClick={() => guestLink && keepGuestLink(_id, guestLink)}
        >
          {frequencyText(weeks)}: see and change
        </ButtonLink>
      ))}
    </section>
  )
}
