import type { ReactNode } from 'react'
import type { PackedOrder } from '#shared/checkout/api/fulfillment.ts'
import { dayOf, formatDate } from '#shared/kernel/dates.ts'
import { rangeText } from '#shared/kernel/days.ts'
import { clockText } from '#shared/platform/hours.ts'
import styles from './admin.module.css'

/** Compares the promised dates with what happened, in the shop's time zone. */
export function Promise({ order }: { order: PackedOrder }) {
  const { delivery, shippedAt, deliveredAt, pickup } = order
  if (pickup) return <PickupPromise order={order} pickup={pickup} />
  if (!delivery) return null
  const { roastsOn, shipsOn, arrivesFrom, arrivesTo } = delivery
  return (
    <PromiseTable roastsOn={roastsOn} roasted={roastedText(order, shippedAt !== null)}>
      <tr>
        <th scope="row">Ships</th>
        <td>{rangeText(shipsOn, shipsOn)}</td>
        <td>
          <Happened at={shippedAt} by={shipsOn} />
        </td>
      </tr>
      <tr>
        <th scope="row">Arrives</th>
        <td>{rangeText(arrivesFrom, arrivesTo)}</td>
        <td>
          <Happened at={deliveredAt} by={arrivesTo} />
        </td>
      </tr>
    </PromiseTable>
  )
}

/** The day and hours of a pickup. */
function PickupPromise({
  order,
  pickup,
}: {
  order: PackedOrder
  pickup: NonNullable<PackedOrder['pickup']>
}) {
  const { roastsOn, readyOn, from } = pickup
  const { readyAt, deliveredAt } = order
  return (
    <PromiseTable roastsOn={roastsOn} roasted={roastedText(order, (readyAt ?? deliveredAt) !== null)}>
      <tr>
        <th scope="row">Ready</th>
        <td>
          {rangeText(readyOn, readyOn)}, {clockText(from)}
        </td>
        <td>
          <Happened at={readyAt ?? deliveredAt} by={readyOn} />
        </td>
      </tr>
      <tr>
        <th scope="row">Picked up</th>
        <td>from then on</td>
        <td>{deliveredAt ? formatDate(deliveredAt, 'shortWeekday') : 'not yet'}</td>
      </tr>
    </PromiseTable>
  )
}

function PromiseTable({
  roastsOn,
  roasted,
  children,
}: {
  roastsOn: string | null
  roasted: ReactNode
  children: ReactNode
}) {
  return (
    <table className={`full-width lining ${styles.promise}`}>
      <caption>Promised to the buyer</caption>
      <thead>
        <tr>
          <th scope="col">Step</th>
          <th scope="col">Promised</th>
          <th scope="col">Happened</th>
        </tr>
      </thead>
      <tbody>
        {roastsOn ? (
          <tr>
            <th scope="row">Roasts</th>
            <td>{rangeText(roastsOn, roastsOn)}</td>
            <td>{roasted}</td>
          </tr>
        ) : null}
        {children}
      </tbody>
    </table>
  )
}

/** The recorded day of roasting. Coffee from counted stock has none: it was roasted before it left. */
function roastedText({ roastedOn, awaitsBags, delivery, pickup }: PackedOrder, hasLeft: boolean): ReactNode {
  const promised = (pickup ?? delivery)?.roastsOn
  if (!roastedOn) return hasLeft ? (awaitsBags ? 'not recorded' : 'done') : 'not yet'
  return (
    <>
      {formatDate(roastedOn, 'shortWeekday')}
      {promised && roastedOn !== promised ? (
        <strong>, {roastedOn > promised ? 'late' : 'earlier'}</strong>
      ) : null}
    </>
  )
}

/** The day of an event, and whether it was later than promised. */
function Happened({ at, by }: { at: string | null; by: string }) {
  if (!at) return 'not yet'
  const day = dayOf(new Date(at))
  return (
    <>
      {formatDate(day, 'shortWeekday')}
      {day > by ? <strong>, late</strong> : null}
    </>
  )
}
