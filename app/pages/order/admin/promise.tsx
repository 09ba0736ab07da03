import type { Order } from '#shared/api/orders.ts'
import { dayOf, formatDate } from '#shared/dates.ts'
import { rangeText } from '#shared/delivery.ts'
import styles from './admin.module.css'

/** What the buyer was promised, beside what happened, in the shop's time zone. */
export function Promise({ order: { delivery, shippedAt, deliveredAt } }: { order: Order }) {
  if (!delivery) return null
  const { roastsOn, shipsOn, arrivesFrom, arrivesTo } = delivery
  return (
    <table className={styles.promise}>
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
            <td>{shippedAt ? 'done' : 'not yet'}</td>
          </tr>
        ) : null}
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
      </tbody>
    </table>
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
