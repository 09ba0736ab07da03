import type { Order } from '#shared/checkout/api/orders.ts'
import { lineTitle } from '#shared/kernel/sizes.ts'
import { PARCEL_TEXTS } from '#shared/platform/parcel.ts'
import { useFormatDate } from './dates.ts'

/** The state of a parcel, with the latest message of the carrier and its time. */
export function ParcelStatus({ of: { state, words, at } }: { of: NonNullable<Order['parcel']> }) {
  const formatDate = useFormatDate()
  return (
    <>
      {PARCEL_TEXTS[state]}
      {words && state !== 'announced' ? `. ${words}` : ''}
      {at && state !== 'announced' ? (
        <>
          {' '}
          <time dateTime={at}>{formatDate(at, 'dayAndTime')}</time>
        </>
      ) : null}
    </>
  )
}

/** The tracking number. It links to the carrier's tracking page if its URL is known. */
export function TrackingLink({ of: { number, url } }: { of: NonNullable<Order['tracking']> }) {
  if (!url) return <>{number}</>
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {number || 'Track the parcel'}
    </a>
  )
}

/** The parcels of an order that has several: the tracking, the goods and the status of each. */
export function Parcels({ of: { parcels, orderItems } }: { of: Pick<Order, 'parcels' | 'orderItems'> }) {
  const nameOf = (line: number) => {
    const item = orderItems.find((each) => each.line === line)
    return item ? lineTitle(item) : ''
  }
  return (
    <ol className="stack-1">
      {parcels.map(({ number, goods, tracking, status, leftAt }) => (
        <li key={number}>
          <p>
            Parcel {number} of {parcels.length}
            {tracking ? (
              <>
                : <TrackingLink of={tracking} />
              </>
            ) : null}
          </p>
          <p className="note">{goods.map(({ line, qty }) => `${qty} × ${nameOf(line)}`).join(', ')}</p>
          <p className="note">
            {status ? <ParcelStatus of={status} /> : leftAt === null ? 'Not shipped yet' : 'On its way'}
          </p>
        </li>
      ))}
    </ol>
  )
}
