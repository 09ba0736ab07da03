/**
 * Invents the history of a shop: customers, orders, reviews and messages of the last 60 days. A pure function: the same
 * moment and goods give the same rows.
 */
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { dayOf } from '#shared/kernel/dates.ts'
import { addDays } from '#shared/kernel/days.ts'
import { DAY, MINUTE } from '#server/kernel/time/clock.ts'
import { startOf } from '#server/kernel/time/shop-days.ts'
import { inventChanges } from './changes.ts'
import { inventCodes } from './codes.ts'
import { inventTroubles } from './disputes.ts'
import { inventGiftCards } from './gift-cards.ts'
import { inventGifts } from './gifts.ts'
import { inventMessages, inventReviews } from './messages.ts'
import { inventNewsletters } from './newsletters.ts'
import { inventOffices } from './offices.ts'
import { inventOrder } from './order.ts'
import { PEOPLE } from './people.ts'
import { inventPickups } from './pickups.ts'
import { type Bought, type Goods, idAt, noRows, type Random, randomFrom, type Rows } from './rows.ts'
import { inventSubscriptions } from './subscriptions.ts'
import { accountOf, correctAccounts, type Setting } from './setting.ts'

const HISTORY_DAYS = 60
/** The average number of orders per day. The last weeks have more than the first. */
const PER_DAY = 5
/** The share of orders of each weekday, Monday first; 1 is the average. */
const WEEK = [1.25, 0.9, 0.85, 0.9, 1, 1.05, 1.35]
/** The hours at which people order, in the shop's time zone, with weights. */
const HOURS = [7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22].map(
  (hour) => [hour, [8, 9, 20, 21].includes(hour) ? 3 : hour > 21 ? 1 : 2] as const,
)
const SEED = 20_261_121

/**
 * @param now no row is later
 * @param goods the products on sale with their sizes, the most popular first
 * @param grinds the grinds that the shop offers besides whole bean
 */
export function inventHistory(now: Date, goods: readonly Goods[], grinds: readonly string[]): Rows {
  const random = randomFrom(SEED)
  const rows = noRows()
  const setting: Setting = { rows, random, now, goods, accounts: new Map() }
  const coffees = goods.filter(({ product }) => product.category === COFFEE_BEANS)
  const codes = inventCodes(setting)
  for (const at of timesOfOrders(now, random)) {
    const person = random.weighted(PEOPLE.map((each) => [each, each.weight] as const))
    const account = accountOf(setting, person, at)
    const bought = choose({ goods, coffees, grinds, random })
    const code = codes.choose(person.email, at, bought)
    const saving = code ? { saving: code.saving } : {}
    const order = inventOrder({ rows, random, now, at, person, account, bought, ...saving })
    if (code) codes.use(code, order)
  }
  inventOffices({ rows, random, now, goods })
  inventPickups(setting)
  inventGiftCards(setting)
  inventTroubles(setting)
  inventSubscriptions(setting)
  inventGifts(setting)
  correctAccounts(setting)
  inventReviews({ rows, random, now, notes: firstNotes(coffees) })
  inventMessages({ rows, random, now })
  inventNewsletters(setting)
  inventChanges(setting)
  restock(rows, random, new Date(now.getTime() - (HISTORY_DAYS + 1) * DAY))
  return rows
}

/** The first cupping note of each coffee, by its id. */
function firstNotes(coffees: readonly Goods[]): Map<string, string> {
  return new Map(
    coffees.flatMap(({ product: { id, cupping_note: notes } }) => {
      const [first = ''] = notes.toLowerCase().split(',')
      return first ? [[id, first] as const] : []
    }),
  )
}

/** The times of the orders, from the first to the last. */
function timesOfOrders(now: Date, random: Random): Date[] {
  const today = dayOf(now)
  const times: Date[] = []
  for (let back = HISTORY_DAYS; back >= 0; back--) {
    const day = addDays(today, -back)
    const start = Date.parse(startOf(day))
    const growth = 1.15 - (0.3 * back) / HISTORY_DAYS
    const expected = PER_DAY * growth * WEEK[Temporal.PlainDate.from(day).dayOfWeek - 1]!
    const count = Math.max(1, Math.round(expected) + random.int(-1, 1))
    for (let number = 0; number < count; number++) {
      const minutes = random.weighted(HOURS) * 60 + random.int(0, 59)
      times.push(new Date(start + minutes * MINUTE + random.int(0, 59_999)))
    }
  }
  // The newest order is at least half an hour old, so that its hold and payment are over.
  const latest = now.getTime() - 45 * MINUTE
  const earliest = now.getTime() - HISTORY_DAYS * DAY
  return times
    .filter((time) => time.getTime() < latest && time.getTime() > earliest)
    .toSorted((one, other) => one.getTime() - other.getTime())
}

type Choosing = {
  goods: readonly Goods[]
  coffees: readonly Goods[]
  grinds: readonly string[]
  random: Random
}

/** Chooses one to three products: mostly coffee in its smallest size, and the first products more often. */
function choose({ goods, coffees, grinds, random }: Choosing): Bought[] {
  const count = random.weighted([
    [1, 55],
    [2, 33],
    [3, 12],
  ])
  const chosen = new Map<string, Bought>()
  for (let number = 0; number < count; number++) {
    const list = random.chance(0.82) ? coffees : goods
    const each = random.weighted(list.map((one, index) => [one, 1 / (index + 3)] as const))
    const isCoffee = each.product.category === COFFEE_BEANS
    const size = random.weighted(each.sizes.map((one, index) => [one, [80, 16, 4][index] ?? 1] as const))
    const isGround = isCoffee && !each.product.whole_bean_only && grinds.length > 0 && random.chance(0.4)
    const grind = isGround ? random.pick(grinds) : isCoffee ? 'Whole bean' : ''
    chosen.set(each.product.id, { ...each, size, grind, qty: isCoffee && random.chance(0.22) ? 2 : 1 })
  }
  return [...chosen.values()]
}

/** Adds what these orders took to the stock before the first order, so the counts in stock stay as they are. */
function restock(rows: Rows, random: Random, at: Date): void {
  const moved = new Map<string, number>()
  for (const { size_id: size, qty } of rows.stock_moves) moved.set(size, (moved.get(size) ?? 0) + qty)
  for (const [size_id, qty] of moved) {
    if (qty === 0) continue
    rows.stock_moves.push({
      id: idAt(at, random),
      size_id,
      order_id: null,
      qty: -qty,
      reason: 'edit',
      at: at.toISOString(),
    })
  }
}
