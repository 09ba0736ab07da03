import type { Order } from '#shared/api/orders.ts'

/** The tracking number, as a link to the carrier's tracking page if there is one. */
export function TrackingLink({ of: { number, url } }: { of: NonNullable<Order['tracking']> }) {
  if (!url) return <>{number}</>
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {number || 'Track the parcel'}
    </a>
  )
}
