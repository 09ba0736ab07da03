import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { labels, MAX_LABELS, type ToShip, type UndeliveredParcel } from '#shared/shipping/api/labels.ts'
import { ask } from '#app/platform/api/query.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { CheckField } from '#app/platform/ui/check-field.tsx'
import { AdminLoading, AdminPage } from '#app/platform/admin/admin-page.tsx'
import { PrintLinks, Purchases, usePurchases } from './purchases.tsx'
import { ChooseAll, QueueTable } from './queue-table.tsx'
import styles from './shipping.module.css'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { counted, plural } from '#shared/kernel/counts.ts'
import { ParcelStatus } from '#app/platform/orders/parcel.tsx'
import { OrderLink } from '#app/platform/orders/order-link.tsx'

/** To ship: paid orders that are not shipped yet. Their labels can be bought and printed in one batch. */
export default function Shipping() {
  return <AdminPage>{() => <ShippingQueue />}</AdminPage>
}

function ShippingQueue() {
  const answer = useQuery(ask(labels.queue, {}))
  const purchases = usePurchases()
  const [ships, setShips] = useState(true)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  if (answer.isError) return <LoadError error={answer.error} retry={answer.refetch} />
  if (!answer.data) {
    return <AdminLoading what="orders" />
  }
  const { orders, count, strays } = answer.data
  const selected = orders.filter(({ _id }) => chosen.has(_id)).slice(0, MAX_LABELS)
  const toBuy = selected.filter((order) => !hasLabel(order))
  const buy = () => {
    setChosen(new Set())
    void purchases.run(toBuy, ships)
  }
  return (
    <div className="stack-3">
      {purchases.outcomes.length > 0 ? <Purchases purchases={purchases} ships={ships} /> : null}
      {strays.length > 0 ? <Undelivered of={strays} /> : null}
      <div className="row-0-3 align-middle">
        <p role="status">{statusText(count, orders.length)}</p>
        {orders.length > 0 ? <ChooseAll orders={orders} chosen={chosen} choose={setChosen} /> : null}
      </div>
      {orders.length > 0 ? (
        <>
          <p className="soft">
            Each label should cost what the carrier quoted for the order. If the price differs, the shop asks
            you first.
          </p>
          <QueueTable orders={orders} chosen={chosen} choose={setChosen} />
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
            <Button busy={purchases.isRunning} disabled={toBuy.length === 0} onClick={buy}>
              {toBuy.length === 0 ? 'Buy labels' : `Buy ${counted(toBuy.length, 'label')}`}
            </Button>
            <PrintLinks
              labelled={selected.filter(hasLabel).map(({ _id }) => _id)}
              all={selected.map(({ _id }) => _id)}
            />
          </div>
        </>
      ) : null}
    </div>
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
  return label?.state === 'bought' || label?.state === 'buying' || label?.state === 'refused'
}

function statusText(count: number, shown: number): string {
  if (count === 0) return 'No orders to ship.'
  const waiting = `${counted(count, 'order')} to ship`
  return shown < count ? `${waiting}; the ${shown} oldest are shown.` : `${waiting}.`
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
