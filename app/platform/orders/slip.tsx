import { Fragment } from 'react'
import type { PackedOrder } from '#shared/checkout/api/fulfillment.ts'
import { counted } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { clockText } from '#shared/platform/hours.ts'
import { sizeText } from '#shared/kernel/sizes.ts'
import { useBusiness } from '../api/business.ts'
import { Mark } from '../layout/mark.tsx'
import { AddressLines } from './address-lines.tsx'
import { GiftNote } from './gift.tsx'
import { lotText } from './lines.tsx'
import styles from './packing-slip.module.css'

/** The packing slip of an order; of an order in several parcels, one for each. */
export function Slip({ order }: { order: PackedOrder }) {
  const boxes = order.boxes ?? []
  if (boxes.length === 0) return <Sheet order={order} />
  return boxes.map((each) => (
    <Sheet key={each.number} order={partOf(order, each)} parcel={`${each.number} of ${boxes.length}`} />
  ))
}

/** The order as if it had only the goods of one of its parcels. Which lots are in which parcel is not known. */
function partOf(order: PackedOrder, { number, box, goods }: NonNullable<PackedOrder['boxes']>[number]) {
  const parcel = order.parcels.find((each) => each.number === number)
  const orderItems = order.orderItems.flatMap((item) => {
    const share = goods.find(({ line }) => line === item.line)
    return share ? [{ ...item, qty: share.qty, lots: item.lots.map((lot) => ({ ...lot, qty: 0 })) }] : []
  })
  return { ...order, box, orderItems, tracking: parcel?.tracking ?? null }
}

/** `parcel`: which of several, such as `1 of 3`. */
type SheetProps = { order: PackedOrder; parcel?: string | undefined }

function Sheet({ order, parcel }: SheetProps) {
  const { mark } = useBusiness()
  const pieces = order.orderItems.reduce((sum, { qty }) => sum + qty, 0)
  return (
    <article className={styles.sheet}>
      <header className={`row-2 align-middle apart ${styles.head}`}>
        <Mark className={styles.mark} text={mark} />
        <h1>Packing slip</h1>
      </header>
      <div className={styles.facts}>
        <section>
          <h2>{order.isPickup ? 'Pickup' : order.vanOn ? 'Deliver to' : 'Ship to'}</h2>
          {order.isPickup ? (
            <p>{order.user.name}</p>
          ) : (
            <AddressLines name={order.recipient || order.user.name} address={order.shippingAddress} />
          )}
        </section>
        <SlipFacts order={order} parcel={parcel} />
      </div>
      {order.gift ? <Gift note={order.gift.note} from={order.user.name} /> : null}
      <Items of={order} />
      <p className={styles.pieces}>
        {counted(pieces, 'piece')} in this {order.isPickup || order.vanOn ? 'order' : 'parcel'}
      </p>
      <Closing />
    </article>
  )
}

function SlipFacts({ order, parcel }: SheetProps) {
  return (
    <dl>
      <dt>Order</dt>
      <dd>{order.number}</dd>
      {parcel ? (
        <>
          <dt>Parcel</dt>
          <dd>{parcel}</dd>
        </>
      ) : null}
      {order.replaces ? (
        <>
          <dt>Replacement for</dt>
          <dd>{order.replaces.number}</dd>
        </>
      ) : null}
      {order.poNumber ? (
        <>
          <dt>PO</dt>
          <dd>{order.poNumber}</dd>
        </>
      ) : null}
      <dt>Placed</dt>
      <dd>{formatDate(order.createdAt, 'day')}</dd>
      {(order.deliveryOf ?? []).map((text) => (
        <Fragment key={text}>
          <dt>Subscription</dt>
          <dd>{text}</dd>
        </Fragment>
      ))}
      {order.isPickup ? <PickupTerms of={order} /> : <Service of={order} />}
      {order.box && !order.isPickup && !order.vanOn ? (
        <>
          <dt>Box</dt>
          <dd>{order.box}</dd>
        </>
      ) : null}
      {order.tracking?.number ? (
        <>
          <dt>Tracking</dt>
          <dd>{order.tracking.number}</dd>
        </>
      ) : null}
    </dl>
  )
}

/** The note of a gift and its sender. The slip itself has no prices and no payment. */
function Gift({ note, from }: { note: string; from: string }) {
  return (
    <section className={styles.gift}>
      <h2>A gift from {from}</h2>
      {note ? <GiftNote>{note}</GiftNote> : null}
    </section>
  )
}

function Service({ of: { shippingService, vanOn } }: { of: PackedOrder }) {
  return (
    <>
      <dt>{vanOn ? 'Delivery' : 'Shipped by'}</dt>
      <dd>{vanOn ? formatDate(vanOn, 'shortWeekday') : shippingService}</dd>
    </>
  )
}

function PickupTerms({ of: { pickup } }: { of: PackedOrder }) {
  if (!pickup) return null
  return (
    <>
      <dt>Ready</dt>
      <dd>
        {formatDate(pickup.readyOn, 'shortWeekday')}, from {clockText(pickup.from)}
      </dd>
    </>
  )
}

function Items({ of: { orderItems } }: { of: PackedOrder }) {
  return (
    <table className={styles.items}>
      <thead>
        <tr>
          <th scope="col">Qty</th>
          <th scope="col">Item</th>
          <th scope="col">Size</th>
          <th scope="col">Grind</th>
        </tr>
      </thead>
      <tbody>
        {orderItems.map((item) => (
          <tr key={item.line}>
            <td>{item.qty}</td>
            <th scope="row">
              {item.name}
              {item.sku ? <span className={styles.sku}> {item.sku}</span> : null}
              {item.lots.map((lot) => (
                <span key={lot.code} className={styles.sku}>
                  {item.lots.length > 1 && lot.qty > 0 ? `${lot.qty} × ` : ''}
                  {lotText(lot)}
                </span>
              ))}
            </th>
            <td>{sizeText({ label: item.sizeLabel, grams: item.size })}</td>
            <td>{item.grind}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Closing() {
  const brand = useBusiness()
  const { street, city, state, postalCode } = brand.place
  return (
    <footer className={styles.closing}>
      <p className={styles.thanks}>Thank you. {brand.tagline}</p>
      <p>
        Is something damaged or missing? Write to {brand.contactEmail} right away, with the number of the
        order.
      </p>
      <p>
        {brand.roasters}, {street}, {city}, {state} {postalCode}
      </p>
    </footer>
  )
}
