import type { Order, ParcelState } from '#shared/api/orders.ts'
import { useFormatDate } from './dates.ts'

/** The text for each state of a parcel. */
const PARCEL_TEXTS: Record<ParcelState, string> = {
  unknown: 'The carrier has no news of the parcel yet',
  announced: 'Packed; the carrier has not picked it up yet',
  transit: 'On its way',
  delivered: 'Delivered',
  returned: 'On its way back to us',
  failure: 'The carrier could not deliver it',
}

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
