/** Standing orders, as buyers and staff see them. */
import type { StandingDate, StandingOrder, StandingPlace, ShownLine } from '#shared/wholesale/api/standing.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { addDays, WEEKDAYS } from '#shared/kernel/days.ts'
import { labelOf } from '#shared/kernel/sizes.ts'
import { weekdaysOf } from '#shared/wholesale/delivery-days.ts'
import type {
  CompanyRow,
  Db,
  LocationRow,
  StandingDateRow,
  StandingLineRow,
  StandingOrderRow,
} from '#server/kernel/db/schema.ts'
import { notFound } from '#server/kernel/errors.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { buyerFor, companiesOf } from '../accounts/buyers.ts'
import { nameOf } from '../orders/form.ts'

/** How long a date that is over is still shown, in days. */
const SHOWN_AFTER = 28
const NEXT = 3

type Listed = { orders: StandingOrder[]; places: StandingPlace[] }

/** The standing orders of the accounts for which a person may order. */
export async function listMine(shop: Shop, user: SignedIn): Promise<Listed> {
  const accounts = await companiesOf(shop, user)
  return listOf(
    shop,
    accounts.flatMap(({ company, buyer }) => (buyer.may_order === 1 ? [company] : [])),
  )
}

/** The standing orders of an account, for staff. Throws 404. */
export async function listOfAccount(shop: Shop, id: string): Promise<Listed> {
  const company = await shop.db.selectFrom('companies').selectAll().where('id', '=', id).executeTakeFirst()
  if (!company) throw notFound('Account')
  return listOf(shop, [company])
}

async function listOf(shop: Shop, companies: CompanyRow[]): Promise<Listed> {
  if (companies.length === 0) return { orders: [], places: [] }
  const ids = companies.map(({ id }) => id)
  const [locations, orders] = await Promise.all([
    shop.db.selectFrom('locations').selectAll().where('company_id', 'in', ids).orderBy('name').execute(),
    shop.db
      .selectFrom('standing_orders')
      .selectAll()
      .where('company_id', 'in', ids)
      .where('ended_at', 'is', null)
      .orderBy('id')
      .execute(),
  ])
  const named = new Map(companies.map((company) => [company.id, nameOf(company)]))
  const open = new Set(companies.filter(({ status }) => status !== 'closed').map(({ id }) => id))
  return {
    orders: await toReplies(shop, orders, { companies, locations }),
    places: locations
      .filter(({ is_active: isActive, company_id: id }) => isActive === 1 && open.has(id))
      .map((row) => ({
        company: { _id: row.company_id, name: named.get(row.company_id) ?? '' },
        _id: row.id,
        name: row.name,
        weekdays: weekdaysOf(row.weekdays).map((day) => WEEKDAYS.indexOf(day) + 1),
      })),
  }
}

export type Found = { order: StandingOrderRow; location: LocationRow; company: CompanyRow }

/** A standing order that a buyer of its account, or staff, may change. Throws 404, and 403 without the right to order. */
export async function findStanding(shop: Shop, user: SignedIn, id: string): Promise<Found> {
  const found = await readStanding(shop.db, id)
  if (!found || found.order.ended_at !== null) throw notFound('Standing order')
  if (!user.isAdmin) await buyerFor(shop, user, found.company.id, 'order')
  return found
}

/** The rows of a standing order; undefined if there is none. */
export async function readStanding(db: Db, id: string): Promise<Found | undefined> {
  const order = await db.selectFrom('standing_orders').selectAll().where('id', '=', id).executeTakeFirst()
  if (!order) return undefined
  const [location, company] = await Promise.all([
    db.selectFrom('locations').selectAll().where('id', '=', order.location_id).executeTakeFirst(),
    db.selectFrom('companies').selectAll().where('id', '=', order.company_id).executeTakeFirst(),
  ])
  return location && company ? { order, location, company } : undefined
}

/** One standing order as it is now. */
export async function replyOf(shop: Shop, id: string): Promise<StandingOrder> {
  const { order, location, company } = (await readStanding(shop.db, id))!
  return (await toReplies(shop, [order], { companies: [company], locations: [location] }))[0]!
}

async function toReplies(
  shop: Shop,
  orders: StandingOrderRow[],
  { companies, locations }: { companies: CompanyRow[]; locations: LocationRow[] },
): Promise<StandingOrder[]> {
  if (orders.length === 0) return []
  const ids = orders.map(({ id }) => id)
  const [dates, lines] = await Promise.all([
    shop.db
      .selectFrom('standing_dates')
      .selectAll()
      .where('standing_order_id', 'in', ids)
      .where('planned_on', '>=', addDays(nowAt(shop.clock).day, -SHOWN_AFTER))
      .orderBy('planned_on')
      .execute(),
    readLines(shop.db, ids),
  ])
  return orders.map((row) => {
    const own = lines.filter(({ standing_order_id: id }) => id === row.id)
    const location = locations.find(({ id }) => id === row.location_id)
    return {
      _id: row.id,
      company: { _id: row.company_id, name: nameOf(companies.find(({ id }) => id === row.company_id)!) },
      location: { _id: row.location_id, name: location?.name ?? '' },
      everyWeeks: row.every_weeks,
      weekday: row.weekday,
      startsOn: row.starts_on,
      heldUntil: row.held_until,
      poNumber: row.po_number,
      note: row.note,
      lines: own.filter(({ date_id: date }) => date === null).map(toLine),
      dates: shownDates(
        shop,
        dates.filter(({ standing_order_id: id }) => id === row.id),
        own,
      ),
      version: row.version,
    }
  })
}

/** The last dates with their orders, and the next three. */
function shownDates(shop: Shop, rows: StandingDateRow[], lines: NamedLine[]): StandingDate[] {
  const isOver = ({ state, order_by: by, planned_on: on }: StandingDateRow) =>
    state === 'written' ||
    state === 'missed' ||
    (by === null ? on < nowAt(shop.clock).day : by <= isoNow(shop.clock))
  const next = rows.filter((row) => !isOver(row)).slice(0, NEXT)
  return [...rows.filter(isOver), ...next].map((row) => ({
    _id: row.id,
    plannedOn: row.planned_on,
    deliversOn: row.delivers_on,
    roastsOn: row.roasts_on,
    orderBy: row.order_by,
    state: row.state,
    problem: row.problem,
    lines: row.has_own_lines ? lines.filter(({ date_id: id }) => id === row.id).map(toLine) : null,
    order: row.order_id,
  }))
}

/** The day of a date, such as 'Thu, Dec 3': that of its delivery, or without one that of the pattern. */
export const dayText = ({ delivers_on: delivers, planned_on: planned }: StandingDateRow) =>
  formatDate(delivers ?? planned, 'shortWeekday')

export type NamedLine = StandingLineRow & {
  name: string | null
  label: string | null
  grams: number | null
  category: string | null
  price_cents: number | null
  isSold: boolean
  ends_on: string | null
}

/** The lines of standing orders, with the names of their goods, in their order. */
export async function readLines(db: Db, orderIds: readonly string[]): Promise<NamedLine[]> {
  const rows = await db
    .selectFrom('standing_lines as line')
    .leftJoin('products', 'products.id', 'line.product_id')
    .leftJoin('product_sizes as size', 'size.id', 'line.size_id')
    .leftJoin('coffee_endings as ending', 'ending.product_id', 'line.product_id')
    .selectAll('line')
    .select(['products.name', 'category', 'size.label', 'size.grams', 'size.price_cents'])
    .select(['ends_on', 'deleted_at', 'removed_at'])
    .where('line.standing_order_id', 'in', orderIds)
    .orderBy('position')
    .orderBy('line.id')
    .execute()
  return rows.map(({ deleted_at: deleted, removed_at: removed, ...row }) => ({
    ...row,
    isSold: row.name !== null && row.label !== null && deleted === null && removed === null,
  }))
}

function toLine(row: NamedLine): ShownLine {
  return {
    product: row.product_id,
    size: row.size_id,
    grind: row.grind,
    qty: row.qty,
    name: row.name ?? 'A coffee that we no longer have',
    sizeLabel: row.label === null ? '' : labelOf({ label: row.label, grams: row.grams }),
    isOnSale: row.isSold,
    endsOn: row.ends_on,
  }
}
