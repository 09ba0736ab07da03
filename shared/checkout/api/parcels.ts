/** The parcels of an order that has several: the goods of each, and its tracking. */
import * as z from 'zod/mini'
import { instant } from '#shared/kernel/fields.ts'
import { PARCEL_STATES } from '#shared/kernel/order-states.ts'
import { MOST_PARCELS } from '#shared/platform/parcel.ts'

/** The tracking number and its URL; one of them may be empty. */
export const tracking = z.object({ number: z.string(), url: z.string() })

/** The last event of a parcel whose label was bought here: state, the carrier's text, and time. */
export const parcelStatus = z.object({
  state: z.enum(PARCEL_STATES),
  words: z.string(),
  at: z.nullable(instant),
})

/** Pieces of lines of the order. */
export const parcelGoods = z.array(z.object({ line: z.int(), qty: z.int() }))
export type ParcelGoods = z.infer<typeof parcelGoods>

export const orderParcel = z.object({
  number: z.int(),
  goods: parcelGoods,
  tracking: z.nullable(tracking),
  status: z.nullable(parcelStatus),
  /** When it left the shop; null until then. */
  leftAt: z.nullable(instant),
})
export type OrderParcel = z.infer<typeof orderParcel>

/** The number of a parcel in a request. */
export const parcelNumber = z
  .int('Choose a parcel')
  .check(z.minimum(1, 'Choose a parcel'), z.maximum(MOST_PARCELS, 'Choose a parcel'))
