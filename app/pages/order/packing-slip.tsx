import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { orders, type Order } from '#shared/api/orders.ts'
import { brand } from '#shared/brand.ts'
import { ask } from '../../api/query.ts'
import { Mark } from '../../layout/mark.tsx'
import { RequireAdmin } from '../../session/guard.tsx'
import { Bone, Loading } from '../../ui/bones.tsx'
import { Button } from '../../ui/button.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { AddressLines } from './address-lines.tsx'
import { formatDay } from './dates.ts'
import styles from './packing-slip.module.css'

/** A sheet of letter paper to put into the parcel. It has no prices: the parcel may be a present. */
export default function PackingSlip() {
  const { id = '' } = useParams()
  return (
    <section className={styles.page}>
      <PageHead title={`Packing slip ${id}`} hidden />
      <div className={styles.ways}>
        <Link to={`/order/${id}`}>
          <span aria-hidden="true">←</span> Back to the order
        </Link>
        <Button onClick={() => window.print()}>Print</Button>
      </div>
      <RequireAdmin skeleton={<Bone height="60rem" />}>{() => <SlipOf id={id} />}</RequireAdmin>
    </section>
  )
}

function SlipOf({ id }: { id: string }) {
  const answer = useQuery(ask(orders.one, { params: { id } }))
  if (answer.data) return <Slip order={answer.data} />
  if (answer.isError) return <Trouble error={answer.error} retry={answer.refetch} />
  return (
    <>
      <Loading what="Fetching the order" />
      <Bone height="60rem" />
    </>
  )
}

function Slip({ order }: { order: Order }) {
  const pieces = order.orderItems.reduce((sum, { qty }) => sum + qty, 0)
  return (
    <article className={styles.sheet}>
      <header className={styles.head}>
        <Mark className={styles.mark} />
        <h1>Packing slip</h1>
      </header>
      <div className={styles.facts}>
        <section>
          <h2>Ship to</h2>
          <AddressLines name={order.user.name} address={order.shippingAddress} />
        </section>
        <dl>
          <dt>Order</dt>
          <dd className={styles.id}>{order._id}</dd>
          <dt>Placed</dt>
          <dd>{formatDay(order.createdAt)}</dd>
          <dt>Shipped by</dt>
          <dd>{order.shippingService}</dd>
          {order.tracking?.number ? (
            <>
              <dt>Tracking</dt>
              <dd>{order.tracking.number}</dd>
            </>
          ) : null}
        </dl>
      </div>
      <Items of={order} />
      <p className={styles.pieces}>{pieces === 1 ? '1 piece' : `${pieces} pieces`} in this parcel</p>
      <Closing />
    </article>
  )
}

function Items({ of: { orderItems } }: { of: Order }) {
  return (
    <table className={styles.items}>
      <thead>
        <tr>
          <th scope="col">Qty</th>
          <th scope="col">Item</th>
          <th scope="col">Size</th>
        </tr>
      </thead>
      <tbody>
        {orderItems.map((item) => (
          <tr key={item.product}>
            <td className={styles.qty}>{item.qty}</td>
            <th scope="row">{item.name}</th>
            <td>{item.size ? `${item.size} g` : ''}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Closing() {
  const { street, city, state, postalCode } = brand.place
  return (
    <footer className={styles.closing}>
      <p className={styles.thanks}>Thank you. {brand.tagline}</p>
      <p>
        Is something damaged or missing? Write to {brand.contactEmail} at once, with the number of the order.
      </p>
      <p>
        {brand.roasters}, {street}, {city}, {state} {postalCode}
      </p>
    </footer>
  )
}
