/**
 * Invents two open orders of offices: large bags of the coffees that are roasted to order, promised for the next roast
 * day. So the roast plan of the demo has batches to plan on every day of the week.
 */
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { dayOf } from '#shared/kernel/dates.ts'
import { SHIPPING_DEFAULTS } from '#shared/platform/settings/shipping.ts'
import { noticeOf } from '#server/roastery/delivery/delivery.ts'
import { HOUR } from '#server/kernel/time/clock.ts'
import { startOf } from '#server/kernel/time/shop-days.ts'
import type { Goods, Inventing, Random, Rows } from './rows.ts'
import { inventOrder } from './order.ts'
import { inventedPhone, type Person } from './people.ts'

const VIENNA = { city: 'Vienna', state: 'VA', hasAccount: false, weight: 0 }

const OFFICES: { person: Person; qty: number }[] = [
  {
    person: {
      ...VIENNA,
      name: 'Courthouse Dental',
      email: 'frontdesk.courthouse@demo.example',
      address: '8230 Old Courthouse Road',
      postalCode: '22182',
      phone: inventedPhone(703, 91),
    },
    qty: 1,
  },
  {
    person: {
      ...VIENNA,
      name: 'Maple & Branch Architects',
      email: 'studio.maple@demo.example',
      address: '155 Maple Avenue W',
      postalCode: '22180',
      phone: inventedPhone(703, 92),
    },
    qty: 2,
  },
]

/** An order of that time is packed and shipped before this hour of its shipping day. */
const SHIPPED_BY = 17 * HOUR
/** An order is promised for a day at most this many hours later: a weekend with a holiday. */
const MOST_HOURS = 7 * 24

type Offices = { rows: Rows; random: Random; now: Date; goods: readonly Goods[] }

/** Adds the two orders to `rows`. */
export function inventOffices({ rows, random, now, goods }: Offices): void {
  const toOrder = goods.filter(
    ({ product }) => product.category === COFFEE_BEANS && product.is_roasted_to_order === 1,
  )
  if (toOrder.length === 0) return
  OFFICES.forEach(({ person, qty }, index) => {
    const at = timeOfOrder(now, index)
    const bought = toOrder.map((coffee) => ({
      ...coffee,
      size: coffee.sizes.at(-1)!,
      grind: 'Whole bean',
      qty,
    }))
    const order: Inventing = { rows, random, now, at, person, account: null, bought, course: 'open' }
    inventOrder(order)
  })
}

/** The earliest time at which an order was promised for a roast day that is not over, an hour later for the next office. */
function timeOfOrder(now: Date, index: number): Date {
  for (let hours = MOST_HOURS; hours > 1; hours--) {
    const at = new Date(now.getTime() - hours * HOUR)
    const { dates } = noticeOf({ clock: { now: () => at } }, SHIPPING_DEFAULTS, { hasCoffee: true })
    if (!dates?.roastsOn || dates.roastsOn < dayOf(now)) continue
    if (Date.parse(startOf(dates.shipsOn)) + SHIPPED_BY < now.getTime()) continue
    return new Date(at.getTime() + Math.min(index, hours - 1) * HOUR)
  }
  return new Date(now.getTime() - HOUR)
}
