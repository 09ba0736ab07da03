import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { labelBatches, MOST_ORDERS } from '#shared/shipping/api/label-batches.ts'
import { labels, MAX_LABELS, type ToShip, type UndeliveredParcel } from '#shared/shipping/api/labels.ts'
import { isPrintable } from '#shared/platform/printable-labels.ts'
import { counted, plural } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { formatDollars, sumOfDollars } from '#shared/kernel/pricing.ts'
import { urlOf } from '#shared/platform/api/url.ts'
import { ask } from '#app/platform/api/query.ts'
import { AdminLoading, AdminPage } from '#app/platform/admin/admin-page.tsx'
import { useListOrder, usePageInQuery } from '#app/platform/admin/list/filters.tsx'
import { OrderLink } from '#app/platform/orders/order-link.tsx'
import { ParcelStatus } from '#app/platform/orders/parcel.tsx'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { CheckField } from '#app/platform/ui/check-field.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { Pagination } from '#app/platform/ui/pagination.tsx'
import type { Sorting } from '#app/platform/ui/table.tsx'
import { Batch } from './batch.tsx'
import { labelsOf } from './label-count.ts'
import { ChooseAll, QueueTable } from './queue-table.tsx'
import styles from './shipping.module.css'
import { useBatch, useBatchId } from './use-batch.ts'

const BASE = '/admin/shipping'
const SORTS = { name: 'asc', paid: 'asc', ships: 'asc', shipping: 'desc' } as const

/** To ship: paid orders that are not shipped yet. Their labels can be bought and printed in one batch. */
export default function Shipping() {
  return <AdminPage>{() => <ShippingQueue />}</AdminPage>
}

function ShippingQueue() {
  const { query, sorting } = useListOrder(BASE, SORTS)
  const { page, to } = usePageInQuery(BASE)
  // A page has as many orders as the server gives, because they are chosen together.
  const asked = { pageNumber: page, sort: query.sort, order: query.order }
  const answer = useQuery({ ...ask(labels.queue, { query: asked }), placeholderData: keepPreviousData })
  const [batchId, showBatch] = useBatchId()
  const batch = useBatch()
  if (answer.isError) return <LoadError error={answer.error} retry={answer.refetch} />
  if (!answer.data) {
    return <AdminLoading what="orders" />
  }
  const { orders, count, strays } = answer.data
  return (
    <div className="stack-2">
      {batchId ? <Batch id={batchId} actions={batch} close={() => showBatch(null)} /> : null}
      {batch.error && !batchId ? <Alert tone="danger">{batch.error.message}</Alert> : null}
      {strays.length > 0 ? <Undelivered of={strays} /> : null}
      <Queue orders={orders} count={count} batch={batch} show={showBatch} sorting={sorting} />
      <Pagination page={page} pages={answer.data.pages} to={to} />
      <EarlierBatches shown={batchId} />
    </div>
  )
}

type QueueProps = {
  orders: ToShip[]
  /** How many wait to be shipped; `orders` are those of the page. */
  count: number
  batch: ReturnType<typeof useBatch>
  show: (batch: string) => void
  sorting: Sorting
}

function Queue({ orders, count, batch, show, sorting }: QueueProps) {
  const [ships, setShips] = useState(true)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const selected = orders.filter(({ _id }) => chosen.has(_id))
  const choose = (ids: string[] | 'all', isBought: boolean) =>
    void batch.choose({ orders: ids, ship: ships }, isBought, (id) => {
      setChosen(new Set())
      show(id)
    })
  return (
    <>
      <div className="row-0-3 align-middle">
        <p role="status">{statusText(count)}</p>
        {orders.length > 0 ? <ChooseAll orders={orders} chosen={chosen} choose={setChosen} /> : null}
        {count > orders.length ? (
          <Button look="quiet" busy={batch.isRunning} onClick={() => choose('all', false)}>
            Choose the {Math.min(count, MOST_ORDERS)} oldest
          </Button>
        ) : null}
      </div>
      {orders.length > 0 ? (
        <>
          <p className="soft">
            Each label should cost what the carrier quoted for the order. If it costs more, the shop asks you
            first.
          </p>
          <QueueTable orders={orders} chosen={chosen} choose={setChosen} sorting={sorting} />
          <Foot
            of={selected}
            ships={ships}
            setShips={setShips}
            isBusy={batch.isRunning}
            buy={(ids) => choose(ids, true)}
          />
        </>
      ) : null}
    </>
  )
}

type FootProps = {
  of: ToShip[]
  ships: boolean
  setShips: (ships: boolean) => void
  isBusy: boolean
  buy: (ids: string[]) => void
}

/** What can be done with the chosen orders. */
function Foot({ of: selected, ships, setShips, isBusy, buy }: FootProps) {
  const toBuy = selected.filter((order) => !hasLabel(order))
  return (
    <>
      <MissingBags of={toBuy} />
      <div
        className={`row-0-3 align-middle rule-soft mat ${styles.foot}`}
        data-sticky={selected.length > 0 || undefined}
      >
        <CheckField
          label="Mark shipped as well"
          checked={ships}
          onChange={(event) => setShips(event.target.checked)}
        />
        <Button busy={isBusy} disabled={toBuy.length === 0} onClick={() => buy(toBuy.map(({ _id }) => _id))}>
          {toBuy.length === 0 ? 'Buy labels' : `Buy ${counted(labelsOf(toBuy), 'label')}`}
        </Button>
        {toBuy.length > 0 ? <Consequences of={toBuy} ships={ships} /> : null}
        <PrintLinks labelled={selected.filter(hasLabel)} all={selected} />
      </div>
    </>
  )
}

/** What the press of the button costs, and how many emails it sends. */
function Consequences({ of: orders, ships }: { of: ToShip[]; ships: boolean }) {
  const cost = formatDollars(sumOfDollars(orders.map(({ quotedPrice }) => quotedPrice)))
  return (
    <p className="soft">
      about {cost}; {ships ? `${counted(orders.length, 'email')} to buyers` : 'no emails'}
    </p>
  )
}

/** Links to print labels as one file and packing slips as one page, in the same order. */
function PrintLinks({ labelled, all }: { labelled: ToShip[]; all: ToShip[] }) {
  if (all.length > MAX_LABELS) return null
  return (
    <>
      {labelled.length > 0 ? (
        <ButtonLink
          look="line"
          to={urlOf(labels.print, { query: { orders: idsOf(labelled) } })}
          reloadDocument
          target="_blank"
        >
          Print {counted(labelsOf(labelled), 'label')}
        </ButtonLink>
      ) : null}
      {all.length > 0 ? (
        <ButtonLink look="line" to={`/admin/shipping/slips?orders=${idsOf(all)}`} target="_blank">
          Print {counted(labelsOf(all), 'packing slip')}
        </ButtonLink>
      ) : null}
    </>
  )
}

const idsOf = (orders: readonly ToShip[]) => orders.map(({ _id }) => _id).join(',')

/** The latest batches, to print them again or to go on with what is left. */
function EarlierBatches({ shown }: { shown: string | null }) {
  const { data } = useQuery(ask(labelBatches.list, {}))
  const earlier = data?.batches.filter(({ _id }) => _id !== shown) ?? []
  if (earlier.length === 0) return null
  return (
    <section className="stack-2" aria-labelledby="earlier">
      <h2 id="earlier" className={styles.earlier}>
        Earlier batches
      </h2>
      <ul className={`grid ${styles.outcomes}`}>
        {earlier.map(({ _id, at, by, orders, done, waiting }) => (
          <li key={_id} className="grid align-middle rule-soft break-words">
            <Link to={`/admin/shipping?batch=${_id}`}>{formatDate(at, 'dayAndTime')}</Link>
            <span>
              {done} of {counted(orders, 'order')} bought by {by}
              {waiting > 0 ? <span className="alarm strong">, {waiting} waiting</span> : null}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Warns before labels are bought for orders whose coffee is not packaged. */
function MissingBags({ of }: { of: ToShip[] }) {
  const count = of.filter(({ bagsMissing }) => bagsMissing > 0).length
  if (count === 0) return null
  return (
    <Alert tone="warning">
      {counted(count, 'chosen order')} {plural(count, 'misses', 'miss')} bags of coffee.{' '}
      <Link to="/admin/roast-day">Fill {plural(count, 'it', 'them')} on the roast day</Link> first, so that
      the parcels can be traced.
    </Alert>
  )
}

/** Whether the order has a label, or its label is being bought. */
function hasLabel({ label }: ToShip): boolean {
  return isPrintable(label) || label?.state === 'buying'
}

function statusText(count: number): string {
  return count === 0 ? 'No orders to ship.' : `${counted(count, 'order')} to ship.`
}

/** Parcels that did not arrive. Their buyers need a message, a new parcel or a refund. */
function Undelivered({ of: parcels }: { of: UndeliveredParcel[] }) {
  return (
    <section className={`stack-2 pad-3 box ${styles.panel}`} aria-labelledby="undelivered">
      <h2 id="undelivered">Not arrived</h2>
      <ul className={`grid ${styles.outcomes}`}>
        {parcels.map((parcel) => (
          <li key={parcel._id} className="grid align-middle rule-soft break-words" data-state="failed">
            <OrderLink id={parcel._id}>
              {parcel.name}, {parcel.number}
            </OrderLink>
            <span>
              <ParcelStatus of={parcel} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
