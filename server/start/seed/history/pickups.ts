/** Invents orders for pickup at the bar: one to get ready, some that wait at the bar, and one that was handed over. */
import { brand } from '#shared/kernel/brand.ts'
import { dayOf } from '#shared/kernel/dates.ts'
import { keptUntil, pickupOf } from '#shared/platform/pickup.ts'
import { calendarOf, SHIPPING_DEFAULTS } from '#shared/platform/settings/shipping.ts'
import { pickupColumns } from '#server/checkout/orders/place/delivery-method.ts'
import { DAY, HOUR } from '#server/kernel/time/clock.ts'
import { nowAt, utcOf } from '#server/kernel/time/shop-days.ts'
import { inventOrder } from './order.ts'
import { type NewOrder, note } from './rows.ts'
import { bagOf, orderOf, type Setting } from './setting.ts'

type Pickup = {
  name: string
  /** When it was placed. */
  hoursAgo: number
  goods: readonly (readonly [no: number, qty: number])[]
  /** Whether it waits at the bar, or was handed over; neither if it has to be packed. */
  is?: 'ready' | 'handed over'
}

const PICKUPS: readonly Pickup[] = [
  { name: 'Ada Whitlock', hoursAgo: 250, goods: [[1, 1]], is: 'ready' },
  { name: 'Ben Castellano', hoursAgo: 120, goods: [[2, 2]], is: 'handed over' },
  { name: 'Carla Nyström', hoursAgo: 98, goods: [[13, 1]], is: 'ready' },
  {
    name: 'Dev Raman',
    hoursAgo: 26,
    goods: [
      [6, 1],
      [15, 2],
    ],
  },
  { name: 'Farid Haddad', hoursAgo: 3, goods: [[8, 1]] },
]

/** Adds the orders for pickup to `rows`. */
export function inventPickups(setting: Setting): void {
  for (const pickup of PICKUPS) inventPickup(setting, pickup)
}

function inventPickup(setting: Setting, { name, hoursAgo, goods, is }: Pickup): void {
  const at = new Date(setting.now.getTime() - hoursAgo * HOUR)
  const bought = goods.map(([no, qty]) => bagOf(setting, no, qty))
  const columns = { ...atBar(at), ...progress(at, setting.now, is) }
  const inventing = orderOf(setting, name, at, { bought, course: 'open', columns })
  // Sales tax is that of the bar.
  const order = inventOrder({ ...inventing, person: { ...inventing.person, state: brand.place.state } })
  if (order.ready_at) note(inventing, order, 'Frame Roasters', 'Ready for pickup', order.ready_at)
  if (order.delivered_at)
    note(inventing, order, 'Frame Roasters', 'Handed over at the bar', order.delivered_at)
}

/** The columns that differ from those of a parcel, with the day on which it was promised. */
function atBar(at: Date): Partial<NewOrder> {
  const { street, city, state, postalCode } = brand.place
  const promise = pickupOf({
    calendar: calendarOf(SHIPPING_DEFAULTS),
    readyFrom: SHIPPING_DEFAULTS.readyFrom,
    now: nowAt({ now: () => at }),
    hasCoffee: true,
  })
  if ('problem' in promise) throw new Error('The calendar of a new shop has no day for pickup')
  return {
    ...pickupColumns({ pickup: promise }),
    address: street,
    city,
    ship_state: state,
    postal_code: postalCode,
  }
}

function progress(at: Date, now: Date, is: Pickup['is']): Partial<NewOrder> {
  if (is === undefined) return {}
  const { ships_on: day, pickup_from: time } = atBar(at)
  const promised = Date.parse(utcOf({ day: day!, time: time! }))
  const latest = now.getTime() - (is === 'ready' ? 2 * HOUR : DAY)
  const ready = new Date(Math.min(promised, latest))
  const kept = keptUntil(dayOf(ready), SHIPPING_DEFAULTS.keepDays, calendarOf(SHIPPING_DEFAULTS))
  const waiting = { ready_at: ready.toISOString(), kept_until: kept }
  if (is === 'ready') return waiting
  return { ...waiting, state: 'delivered', delivered_at: new Date(now.getTime() - 2 * HOUR).toISOString() }
}
