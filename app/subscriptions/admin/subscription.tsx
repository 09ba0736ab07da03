import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { changeLog, type ChangeLogLine } from '#shared/platform/api/change-log.ts'
import { subscriptions } from '#shared/subscriptions/api/subscriptions.ts'
import type { Subscription } from '#shared/subscriptions/api/subscription.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { ask } from '#app/platform/api/query.ts'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import { Table, type Column } from '#app/platform/ui/table.tsx'
import { AdminPage, AdminResource } from '#app/platform/admin/admin-page.tsx'
import { Changes } from '#app/platform/admin/changes.tsx'
import { Frequency } from '../account/details.tsx'
import { useOpenForm } from '../account/part.tsx'
import { Subscriber, Where } from './facts.tsx'
import { ItemsOfBuyer } from './items.tsx'
import { NextOfBuyer } from './next-delivery.tsx'
import { LIST, DELIVERY_TEXT, STATUS_TEXT } from './texts.ts'
import { TroublesOf } from './trouble.tsx'
import styles from './subscription.module.css'

/** One subscription: what comes next, and all that staff can change in the subscriber's name. */
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
          {(subscription) => <Details of={subscription} />}
        </AdminResource>
      )}
    </AdminPage>
  )
}

function Details({ of }: { of: Subscription }) {
  const forms = useOpenForm()
  return (
    <div className={`stack-3 ${styles.page}`}>
      <TroublesOf key={`troubles ${of.version}`} of={of} forms={forms} />
      <div className={`stack-4 align-top ${styles.columns}`}>
        <div className="stack-4 packed may-shrink">
          <NextOfBuyer of={of} forms={forms} />
          <ItemsOfBuyer of={of} forms={forms} />
          <Deliveries of={of.deliveries} />
        </div>
        <div className="stack-4 packed may-shrink">
          <Subscriber of={of} />
          <Frequency of={of} forms={forms} />
          <Where of={of} forms={forms} />
          <DoneByStaff key={`events ${of.version}`} id={of._id} />
          {of.prepaid ? null : <Consent of={of.consent} />}
        </div>
      </div>
    </div>
  )
}

function Deliveries({ of: deliveries }: { of: Subscription['deliveries'] }) {
  return (
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
  )
}

function Consent({ of: { at, text } }: { of: Subscription['consent'] }) {
  return (
    <Disclosure summary="What the subscriber agreed to">
      <p>Agreed on {formatDate(at, 'dayAndTime')}:</p>
      <p className="measure-form pre-line">{text}</p>
    </Disclosure>
  )
}

/** The changes that staff made to this subscription, from the change log. */
function DoneByStaff({ id }: { id: string }) {
  const { data } = useQuery({
    ...ask(changeLog.list, { query: { pageNumber: 1, subject: 'subscription', subjectId: id } }),
    refetchOnMount: 'always',
  })
  if (!data) return null
  return (
    <section aria-labelledby="events">
      <h2 id="events">Done by staff</h2>
      {data.lines.length === 0 ? (
        <p>Nothing yet.</p>
      ) : (
        <ol className="stack-2">
          {data.lines.map((line) => (
            <Event key={line._id} of={line} />
          ))}
        </ol>
      )}
    </section>
  )
}

function Event({ of: { at, by, action, changes } }: { of: ChangeLogLine }) {
  const done = changes.find(({ field }) => field === 'Done')
  return (
    <li>
      <p className="soft">
        {formatDate(at, 'dayAndTime')}, {by}
      </p>
      <p>{done?.after ?? action}</p>
      <Changes of={changes.filter((each) => each !== done)} />
    </li>
  )
}

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
