import type { Order } from '#shared/checkout/api/orders.ts'

/** The tracking number. It links to the carrier's tracking page if its URL is known. */
export function TrackingLink({ of: { number, url } }: { of: NonNullable<Order['tracking']> }) {
  if (!url) return <>{number}</>
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {number || 'Track the parcel'}
    </a>
  )
}
