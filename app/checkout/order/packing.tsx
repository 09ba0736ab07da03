import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { packing, type PackedOrder } from '#shared/checkout/api/fulfillment.ts'
import { formatPhone } from '#shared/kernel/phone.ts'
import { admits } from '#shared/kernel/roles.ts'
import { lineVariant } from '#shared/kernel/sizes.ts'
import { ask } from '#app/platform/api/query.ts'
import { AddressLines } from '#app/platform/orders/address-lines.tsx'
import { GiftFacts } from '#app/platform/orders/gift.tsx'
import lineStyles from '#app/platform/orders/lines.module.css'
import { LotNotes } from '#app/platform/orders/lines.tsx'
import styles from '#app/platform/orders/order.module.css'
import { stateOf } from '#shared/kernel/order-state-names.ts'
import { useRole } from '#app/platform/session/role.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { FramedPicture } from '#app/platform/ui/framed.tsx'
import { AdminPage, AdminResource } from '#app/platform/admin/admin-page.tsx'
import { Panel } from './admin/panel.tsx'
import { MissingBags, PickupSteps, ShippingSteps } from './admin/fulfillment.tsx'
import { Promise } from './admin/promise.tsx'

/** An order for staff who pack it, ship it or hand it over: without prices, payments and history. */
export default function Packing() {
  const { id = '' } = useParams()
  const answer = useQuery(ask(packing.one, { params: { id } }))
  const role = useRole()
  const list = admits('packer', role) ? '/admin/shipping' : '/admin/pickup'
  return (
    <AdminPage
      title="Order to pack"
      heading={answer.data ? `Order ${answer.data.number}` : 'Order'}
      back={{ to: list, title: 'Go Back' }}
      access="staff"
    >
      {() => (
        <AdminResource answer={answer} what="order" gone="There is no such order." list={list}>
          {(order) => <Packed order={order} ships={admits('packer', role)} />}
        </AdminResource>
      )}
    </AdminPage>
  )
}

/** @param ships whether the user may buy labels and ship the order */
function Packed({ order, ships }: { order: PackedOrder; ships: boolean }) {
  return (
    <div className={`stack-6 align-top ${styles.columns}`}>
      <Panel id="fulfillment" title="Fulfillment" state={stateOf(order)} of={order.state}>
        <Promise order={order} />
        <MissingBags order={order} />
        <ButtonLink look="line" to={`/order/${order._id}/packing-slip`}>
          Packing slip
        </ButtonLink>
        {order.isPickup ? <PickupSteps order={order} /> : ships ? <ShippingSteps order={order} /> : null}
      </Panel>
      <div className={`stack-6 may-shrink ${styles.facts}`}>
        <Recipient order={order} />
        <section className={styles.fact}>
          <h2>To pack</h2>
          <Goods of={order.orderItems} />
        </section>
      </div>
    </div>
  )
}

function Recipient({ order }: { order: PackedOrder }) {
  return (
    <section className={styles.fact}>
      <h2>{order.isPickup ? 'Pickup' : 'Ship to'}</h2>
      {order.isPickup ? (
        <p>{order.user.name}</p>
      ) : (
        <>
          <AddressLines name={order.recipient || order.user.name} address={order.shippingAddress} />
          {order.phone ? <p className={`note ${styles.service}`}>Phone {formatPhone(order.phone)}</p> : null}
          <p className={`note ${styles.service}`}>by {order.shippingService}</p>
        </>
      )}
      {order.gift ? <GiftFacts gift={order.gift} /> : null}
    </section>
  )
}

/** The lines of the order with quantity, size and grind. */
function Goods({ of: lines }: { of: PackedOrder['orderItems'] }) {
  return (
    <ul className={lineStyles.lines}>
      {lines.map((line) => (
        <li key={line.line} className={`align-middle pad-y-2 rule-below ${lineStyles.line}`}>
          <FramedPicture of={line.picture} sizes="5rem" alt="" className={lineStyles.frame} />
          <div className={lineStyles.label}>
            <strong>
              {line.qty} × {line.name}
            </strong>
            <span className={lineStyles.note}>
              {[lineVariant(line), line.sku].filter(Boolean).join(', ')}
            </span>
            <LotNotes lots={line.lots} className={lineStyles.note} />
          </div>
        </li>
      ))}
    </ul>
  )
}
