import type { Order } from '#shared/checkout/api/orders.ts'
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
