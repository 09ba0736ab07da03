import type { Order, ParcelState } from '#shared/api/orders.ts'
import { useFormatDate } from './dates.ts'

/** Where a parcel is, as one says it. */
const PARCEL_WORDS: Record<ParcelState, string> = {
  unknown: 'The carrier has no news of the parcel yet',
  announced: 'Packed; the carrier has yet to fetch it',
  transit: 'On its way',
  delivered: 'Delivered',
  returned: 'On its way back to us',
  failure: 'The carrier could not deliver it',
}

/** News of a parcel: ours in short, and what the carrier last said of it. */
export function ParcelNews({ of: { state, words, at } }: { of: NonNullable<Order['parcel']> }) {
  const formatDate = useFormatDate()
  return (
    <>
      {PARCEL_WORDS[state]}
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
