import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { changeLog, type ChangeLogLine } from '#shared/platform/api/change-log.ts'
import { subscriptions } from '#shared/subscriptions/api/subscriptions.ts'
import type { Subscription } from '#shared/subscriptions/api/subscription.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { formatDollars } from '#shared/kernel/pricing.ts'
import { variantText } from '#shared/kernel/sizes.ts'
import { frequencyText } from '#shared/platform/subscriptions.ts'
import { ask } from '#app/platform/api/query.ts'
import { Money } from '#app/platform/ui/money.tsx'
import { Email, Table, type Column } from '#app/platform/ui/table.tsx'
import { AdminPage, AdminResource } from '#app/platform/admin/admin-page.tsx'
import { ForBuyer } from './for-buyer.tsx'
import { LIST, DELIVERY_TEXT, STATUS_TEXT } from './texts.ts'
import { TroublesOf } from './trouble.tsx'
import styles from './subscription.module.css'

/**
 * One subscription: the next delivery, all deliveries, the consent, and the changes that the owner can make in the
 * buyer's name.
 */
export default function SubscriptionPage() {
  const { id = '' } = useParams()
  const answer = useQuery(ask(subscriptions.one, { params: { id } }))
  const found = answer.data
  return (
    <AdminPage
      title="Subscription"
      heading={found ? `Subscription of ${found.buyer.name}` : 'Subscription'}
      back={{ to: LIST, title: 'Go Back' }}
      {...(found ? { state: STATUS_TEXT[found.status] } : {})}
    >
      {() => (
        <AdminResource answer={answer} what="subscription" gone="There is no such subscription." list={LIST}>
          {(subscription) => <Details subscription={subscription} />}
        </AdminResource>
      )}
    </AdminPage>
  )
}

function Details({ subscription }: { subscription: Subscription }) {
  const { items, deliveries, consent, prepaid } = subscription
  return (
    <div className={`stack-4 ${styles.page}`}>
      <TroublesOf subscription={subscription._id} />
      <Facts of={subscription} />
      <ForBuyer subscription={subscription} />
      <section aria-labelledby="items">
        <h2 id="items">Items</h2>
        <Table label="Items" columns={ITEMS} rows={items} keyOf={({ _id }) => _id} />
      </section>
      <section aria-labelledby="deliveries">
        <h2 id="deliveries">Deliveries</h2>
        {deliveries.length === 0 ? (
          <p>No delivery yet.</p>
        ) : (
          <Table
            label="Deliveries"
            columns={DELIVERIES}
            rows={deliveries}
            keyOf={({ number }) => String(number)}
          />
        )}
      </section>
      {prepaid ? null : (
        <section aria-labelledby="consent">
          <h2 id="consent">Consent</h2>
          <p>Given on {formatDate(consent.at, 'dayAndTime')}, to this text:</p>
          <p className="measure-form pre-line">{consent.text}</p>
        </section>
      )}
      <Events id={subscription._id} />
    </div>
  )
}

function Facts({ of }: { of: Subscription }) {
  const { buyer, isGuest, weeks, discount, next, paymentMethod, isPickup, shippingAddress, gift } = of
  return (
    <dl className={styles.facts}>
      <dt>{of.prepaid ? 'Receiver' : 'Buyer'}</dt>
      <dd>
        {buyer.name}
        {buyer.email ? (
          <>
            , <Email>{buyer.email}</Email>
          </>
        ) : null}
        {isGuest ? ' (guest)' : ''}
      </dd>
      <dt>Frequency</dt>
      <dd>
        {frequencyText(weeks)}
        {of.prepaid ? null : `, ${discount}% off`}
      </dd>
      <dt>Next</dt>
      <dd>{next ? nextText(next, of.prepaid !== null) : 'No delivery is planned'}</dd>
      <dt>Delivered to</dt>
      <dd>
        {isPickup
          ? 'Pickup at the bar'
          : [of.recipient, shippingAddress.address, shippingAddress.city, shippingAddress.state].join(', ')}
      </dd>
      {of.prepaid ? (
        <>
          <dt>Paid by</dt>
          <dd>
            <Link to={`/order/${of.prepaid.order}`}>The order of the gift</Link>, {of.prepaid.left} of{' '}
            {of.prepaid.deliveries} deliveries left. The receiver changes them with the link that this order
            has.
          </dd>
        </>
      ) : (
        <>
          <dt>Pays with</dt>
          <dd>{paymentMethod?.label ?? 'No payment method, so the next charge would fail'}</dd>
        </>
      )}
      {gift ? (
        <>
          <dt>Gift</dt>
          <dd>{gift.note || 'Without a note'}</dd>
        </>
      ) : null}
      {of.canceledAt ? (
        <>
          <dt>Canceled</dt>
          <dd>{formatDate(of.canceledAt, 'dayAndTime')}</dd>
        </>
      ) : null}
    </dl>
  )
}

function nextText(
  { roastsOn, chargesOn, items, isWaiting, reason }: NonNullable<Subscription['next']>,
  isPaid: boolean,
) {
  const roast = formatDate(roastsOn, 'shortWeekday')
  if (isWaiting) return `Planned for ${roast}. It waits: ${reason}`
  if (isPaid) return `Roasted on ${roast}`
  return `Roasted on ${roast}, charged on ${formatDate(chargesOn, 'shortWeekday')}: ${formatDollars(items)} for items`
}

/** The changes that staff made to this subscription, from the change log. */
function Events({ id }: { id: string }) {
  const { data } = useQuery(
    ask(changeLog.list, { query: { pageNumber: 1, subject: 'subscription', subjectId: id } }),
  )
  if (!data) return null
  return (
    <section aria-labelledby="events">
      <h2 id="events">Done by staff</h2>
      {data.lines.length === 0 ? (
        <p>Nothing yet.</p>
      ) : (
        <Table label="Done by staff" columns={EVENTS} rows={data.lines} keyOf={({ _id }) => _id} />
      )}
    </section>
  )
}

const ITEMS: Column<Subscription['items'][number]>[] = [
  { name: 'ITEM', of: ({ qty, name }) => `${qty} × ${name}`, rowHeader: true, title: true },
  {
    name: 'SIZE AND GRIND',
    of: ({ sizeLabel, grind }) => variantText({ size: sizeLabel, grind }) || '—',
    inline: true,
  },
  {
    name: 'NOTE',
    of: ({ isOnce, isOnSale, newPrice }) =>
      [
        isOnce ? 'Only in the next delivery' : '',
        isOnSale ? '' : 'No longer sold',
        newPrice ? `${formatDollars(newPrice.price)} from ${formatDate(newPrice.from, 'shortDay')} on` : '',
      ]
        .filter(Boolean)
        .join('. ') || '—',
  },
  { name: 'PRICE', of: ({ price }) => <Money dollars={price} />, align: 'end', noWrap: true },
  {
    name: 'WITH DISCOUNT',
    of: ({ discounted }) => <Money dollars={discounted} />,
    align: 'end',
    noWrap: true,
  },
]

const DELIVERIES: Column<Subscription['deliveries'][number]>[] = [
  {
    name: 'DELIVERY',
    of: ({ number, plannedOn }) => `${number}, ${formatDate(plannedOn, 'shortDay')}`,
    rowHeader: true,
    title: true,
    noWrap: true,
  },
  {
    name: 'STATE',
    of: ({ state, reason, retriesAt }) =>
      [
        DELIVERY_TEXT[state],
        reason && reason !== DELIVERY_TEXT[state] ? reason : '',
        retriesAt ? `charged again on ${formatDate(retriesAt, 'shortDay')}` : '',
      ]
        .filter(Boolean)
        .join(', '),
  },
  {
    name: 'ORDER',
    of: ({ order }) => (order ? <Link to={`/order/${order._id}`}>No. {order.number}</Link> : '—'),
    inline: true,
  },
  {
    name: 'TOTAL',
    of: ({ order }) => (order ? <Money dollars={order.total} /> : '—'),
    align: 'end',
    noWrap: true,
  },
]

const EVENTS: Column<ChangeLogLine>[] = [
  { name: 'WHEN', of: ({ at }) => formatDate(at, 'dayAndTime'), rowHeader: true, title: true },
  { name: 'WHO', of: ({ by }) => by, inline: true },
  {
    name: 'WHAT',
    of: ({ action, changes }) => changes.find(({ field }) => field === 'Done')?.after ?? action,
    wide: true,
  },
]
