/** The number of labels, and of packing slips, of some orders: one for each parcel. */
export function labelsOf(orders: readonly { parcels: number }[]): number {
  return orders.reduce((sum, { parcels }) => sum + parcels, 0)
}
