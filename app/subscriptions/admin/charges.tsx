import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import {
  subscriptionAdmin,
  type ChargeDay,
  type Trouble,
} from '#shared/subscriptions/api/subscription-admin.ts'
import { counted, formatNumber } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { formatDollars } from '#shared/kernel/pricing.ts'
import { ask } from '#app/platform/api/query.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import { Email } from '#app/platform/ui/email.tsx'
import { Table, type Column, RowActions } from '#app/platform/ui/table.tsx'
import { EmptyState } from '#app/platform/ui/empty-state.tsx'
import { WholeTable } from '#app/platform/admin/list/whole-list.tsx'
import { AdminLoading, AdminPage } from '#app/platform/admin/admin-page.tsx'
import styles from './subscription.module.css'
import { CHARGES_PAGE, subscriptionPath } from './texts.ts'
import { SETTLE } from './settle.tsx'
import { canSettle, nextOf, problemOf, Retry } from './trouble.tsx'

/** Failed payments with what happens next, and the charges of the next four weeks. */
export default function ChargesPage() {
  return (
    <AdminPage>
      {() => (
        <div className={`stack-4 ${styles.page}`}>
          <Troubles />
          <Charges />
        </div>
      )}
    </AdminPage>
  )
}

function Charges() {
  const answer = useQuery(ask(subscriptionAdmin.charges, {}))
  if (answer.isPending) return <AdminLoading what="charges" />
  if (answer.isError) return <LoadError error={answer.error} retry={answer.refetch} />
  const { days } = answer.data
  const sum = days.reduce((total, { items }) => total + items, 0)
  const deliveries = days.reduce((total, day) => total + day.deliveries, 0)
  return (
    <section aria-labelledby="charges">
      <h2 id="charges">Next four weeks</h2>
      {days.length === 0 ? (
        <EmptyState kind="cleared" text="No charge is planned." />
      ) : (
        <>
          <p className="below-2">
            {counted(deliveries, 'charge')}, {formatDollars(sum)} for items after discounts. Shipping and tax
            are added when a delivery is charged.
          </p>
          <Table label="Charges by day" columns={CHARGES} rows={days} keyOf={({ chargesOn }) => chargesOn} />
        </>
      )}
    </section>
  )
}

const CHARGES: Column<ChargeDay>[] = [
  {
    name: 'DAY',
    of: ({ chargesOn }) => formatDate(chargesOn, 'shortWeekday'),
    rowHeader: true,
    title: true,
    noWrap: true,
  },
  { name: 'CHARGES', of: ({ deliveries }) => formatNumber(deliveries), align: 'end', noWrap: true },
  { name: 'ITEMS', of: ({ items }) => <Money dollars={items} />, align: 'end', noWrap: true },
]

/** Deliveries and subscriptions that need attention, and what the shop does next. */
function Troubles() {
  const answer = useQuery(ask(subscriptionAdmin.troubles, {}))
  if (answer.isError) return <LoadError error={answer.error} retry={answer.refetch} />
  if (!answer.data) return null
  const { troubles, total } = answer.data
  return (
    <section aria-labelledby="troubles">
      <h2 id="troubles">Needs attention</h2>
      {total === 0 ? (
        <EmptyState kind="cleared" text="No failed payment, and no delivery waits for goods." />
      ) : (
        <WholeTable
          base={CHARGES_PAGE}
          label="Needs attention"
          columns={TROUBLES}
          rows={troubles}
          keyOf={keyOf}
        />
      )}
      {total > troubles.length ? (
        <p>
          These are {formatNumber(troubles.length)} of {formatNumber(total)}.
        </p>
      ) : null}
    </section>
  )
}

const keyOf = ({ _id, kind }: Trouble) => `${_id} ${kind}`

const TROUBLES: Column<Trouble>[] = [
  {
    name: 'SUBSCRIBER',
    sort: 'name',
    by: ({ buyer }) => buyer.name,
    of: ({ _id, buyer: { name, email } }) => (
      <>
        <Link to={subscriptionPath(_id)}>{name}</Link>
        <div>
          <a
            href={`mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent('Your coffee subscription')}`}
          >
            <Email>{email}</Email>
          </a>
        </div>
      </>
    ),
    rowHeader: true,
    title: true,
  },
  { name: 'PROBLEM', sort: 'since', by: ({ since }) => since, of: problemOf, wide: true },
  { name: 'WHAT HAPPENS NEXT', of: nextOf, wide: true },
  {
    name: 'ORDER',
    sort: 'order',
    by: ({ order }) => order?.total ?? null,
    of: ({ order }) =>
      order ? (
        <>
          <Link to={`/order/${order._id}`}>
            <span className="nowrap">No. {order.number}</span>
          </Link>{' '}
          {formatDollars(order.total)}
        </>
      ) : (
        '—'
      ),
    inline: true,
  },
  {
    name: 'ACTIONS',
    hideName: true,
    align: 'end',
    of: (trouble) =>
      trouble.nextAt === null ? null : (
        <RowActions>
          <Retry trouble={trouble} />
          {canSettle(trouble) ? (
            <ButtonLink
              look="quiet"
              to={subscriptionPath(trouble._id) + SETTLE}
              aria-label={`Settled otherwise: ${trouble.buyer.name}`}
            >
              Settled otherwise
            </ButtonLink>
          ) : null}
        </RowActions>
      ),
  },
]
