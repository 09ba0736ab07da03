import type { Order } from '#shared/api/orders.ts'

/** The number of a parcel, leading to where it is followed. */
export function TrackingLink({ of: { number, url } }: { of: NonNullable<Order['tracking']> }) {
  if (!url) return <>{number}</>
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {number || 'Follow the parcel'}
    </a>
  )
}
