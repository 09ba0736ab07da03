/** Random days with orders from the website, by phone and at the counter: stock, money, books and reports agree. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { byPhone, takenAlong } from '#server/checkout/counter/counter.testing.ts'
import { soldCard } from '#server/checkout/gift-cards/gift-cards.testing.ts'
import { expireOrders } from '#server/checkout/orders/close.ts'
import { csvRows } from '#server/kernel/text/csv.ts'
import { signOrderLink } from '#server/platform/sessions/guests.ts'
import { guestOf } from '#test/guests.ts'
import { violations } from '#test/invariants.ts'
import { pay, placed } from '#test/purchase.ts'
import { randomOfTest } from '#test/random-of-test.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import { bookkeeper, cents, sumOf, YEAR } from './accounting.testing.ts'

let shop: TestShop
let admin: SignedInVisitor
let beans: string[]
let random: () => number
/** What the counts of all days found more than expected, in cents. */
let over = 0
/** What was paid into the drawer without a sale, less what was taken out, in cents. */
let moved = 0

beforeAll(async () => {
  shop = await openShop()
  const stocks = [40, 25, 6]
  beans = await Promise.all(
    stocks.map((stock, index) => shop.sell({ stock, priceCents: 1499 + 350 * index })),
  )
})
afterAll(() => shop.close())

const books = bookkeeper(() => shop)
const MONTH = `${YEAR}-04`
const DAYS = ['03', '04', '05', '06']

const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!
const goods = () => [{ _id: pick(beans), qty: 1 + Math.floor(random() * 2) }]
/** In one way, or with a part of two dollars with the card machine and the rest in cash. */
const tender = () => ({
  by: 'tender',
  tender: pick([{ kind: 'cash' }, { kind: 'machine' }, { kind: 'cash', part: { amount: 2 } }]),
})

/** Orders that are refused, because the last bags are sold, place nothing. */
async function place(body: object): Promise<string | null> {
  const answer = await admin.post('/api/counter/orders', body)
  expect([201, 409]).toContain(answer.status)
  return answer.status === 201 ? answer.body._id : null
}

const ACTIONS: Record<string, () => Promise<unknown>> = {
  web: async () => {
    const buyer = await signedIn(shop)
    const id = await placed(buyer, goods()).catch(() => null)
    if (id && random() < 0.8) await pay(shop, buyer, id)
  },
  counter: () => place(takenAlong(goods(), { payment: tender() })),
  'counter with a discount': () =>
    place(
      takenAlong(goods(), { payment: tender(), discount: { kind: 'percent', value: 7, reason: 'Test' } }),
    ),
  'counter with a gift card': async () => {
    const { code } = await soldCard(shop, 500 + Math.floor(random() * 4000))
    await place(takenAlong(goods(), { payment: tender(), giftCards: [code] }))
  },
  pickup: () => place({ ...takenAlong(goods(), { payment: tender() }), taken: false, pickup: {} }),
  phone: async () => {
    const body = await byPhone(admin, goods()).catch(() => null)
    const id = body && (await place(body))
    if (!id) return
    const buyer = guestOf(shop, { link: await signOrderLink(shop.shop, id) })
    const way = random()
    if (way < 0.4) await pay(shop, buyer, id)
    else if (way < 0.7) await admin.post(`/api/counter/orders/${id}/tenders`, { kind: 'cash', received: 200 })
  },
  'cash in or out': async () => {
    const amount = 1 + Math.floor(random() * 2000)
    const kind = pick(['in', 'out'])
    const move = { kind, amount: amount / 100, reason: 'Milk' }
    const { status } = await admin.post('/api/counter-day/moves', move)
    // No day is open before the first sale.
    expect([201, 409]).toContain(status)
    if (status === 201) moved += kind === 'in' ? amount : -amount
  },
  refund: async () => {
    const orders = await shop.db
      .selectFrom('orders')
      .select(['id', 'total_cents', 'refunded_cents'])
      .where('state', 'in', ['paid', 'delivered'])
      .execute()
    if (orders.length === 0) return
    const { id, total_cents, refunded_cents } = pick(orders)
    const left = total_cents - refunded_cents
    const amount = random() < 0.4 ? left : 1 + Math.floor(random() * left)
    await admin.post(`/api/orders/${id}/refund`, { amount: amount / 100 })
  },
}

async function passDay(day: string): Promise<void> {
  books.goTo(`${MONTH}-${day}T14:00:00Z`)
  admin = await signedIn(shop, { isAdmin: true })
  for (let hour = 0; hour < 6; hour++) {
    const names = Array.from({ length: 3 }, () => pick(Object.keys(ACTIONS)))
    await Promise.all(names.map((name) => ACTIONS[name]!()))
  }
  await expireOrders(shop.shop)
  over += await closeDay()
  expect(await violations(shop.db)).toEqual([])
}

/** Counts the drawer while goods are sold, until no sale comes between. Returns what was counted more than expected, in cents. */
async function closeDay(): Promise<number> {
  for (;;) {
    const { open } = (await admin.get('/api/counter-day')).body
    if (!open) return 0
    const counted = Math.floor(random() * 50_000) / 100
    const close = { _id: open._id, version: open.version, counted, taken: 0, note: '' }
    const [{ status, body }] = await Promise.all([
      admin.post('/api/counter-day/close', close),
      ...(random() < 0.5 ? [ACTIONS.counter!()] : []),
    ])
    expect([200, 409]).toContain(status)
    if (status === 409) continue
    const { cents: cash, rounding } = await tendersOf('cash', open._id)
    const { cents: machine } = await tendersOf('machine', open._id)
    const moves = sumOf(body.moves as { amount: number }[], (move) => move.amount)
    expect(cents(body.expected)).toBe(cents(body.start) + cash + rounding + moves)
    expect(cents(body.machine.sales) + cents(body.machine.refunds)).toBe(machine)
    return cents(counted) - cents(body.expected)
  }
}

/** What staff took, less what they gave back. @param day the counter day; all if left out */
async function tendersOf(
  kind: 'cash' | 'machine',
  day?: string,
): Promise<{ cents: number; rounding: number }> {
  const { sum, rounding } = await shop.db
    .selectFrom('tenders')
    .where('kind', '=', kind)
    .$if(day !== undefined, (query) => query.where('counter_day_id', '=', day!))
    .select((eb) => [
      eb.fn.sum<number | null>('cents').as('sum'),
      eb.fn.sum<number | null>('rounding_cents').as('rounding'),
    ])
    .executeTakeFirstOrThrow()
  return { cents: sum ?? 0, rounding: rounding ?? 0 }
}

async function cardsSold(): Promise<number> {
  const { sum } = await shop.db
    .selectFrom('gift_card_moves')
    .where('kind', '=', 'sold')
    .select((eb) => eb.fn.sum<number | null>('cents').as('sum'))
    .executeTakeFirstOrThrow()
  return sum ?? 0
}

async function keptBy(provider: string): Promise<number> {
  const { taken, back } = await shop.db
    .selectFrom('payments')
    .where('provider', '=', provider)
    .where('captured_at', 'is not', null)
    .select((eb) => [
      eb.fn.sum<number | null>('captured_cents').as('taken'),
      eb.fn.sum<number | null>('returned_cents').as('back'),
    ])
    .executeTakeFirstOrThrow()
  return (taken ?? 0) - (back ?? 0)
}

test('after random days, every dollar in the books is at PayPal, in the drawer or at the card machine, and reports agree', async () => {
  random = randomOfTest()
  books.goTo(`${MONTH}-02T14:00:00Z`)
  admin = await signedIn(shop, { isAdmin: true })
  const { body } = await admin.get('/api/settings/selling')
  await admin.put('/api/settings/selling', { ...body, fixed: undefined, roundsCash: true })
  for (const day of DAYS) await passDay(day)
  const { total } = await books.read(MONTH)
  const [cash, machine] = [await tendersOf('cash'), await tendersOf('machine')]
  expect(cents(total.till)).toBe(cash.cents + cash.rounding + (await cardsSold()) + over + moved)
  expect([cents(total.overShort), cents(total.cashMoves)]).toEqual([over, moved])
  expect(cents(total.rounding)).toBe(cash.rounding)
  expect(cents(total.machine)).toBe(machine.cents)
  expect(cents(total.received) - cents(total.refunded)).toBe(await keptBy('paypal'))
  const loose = shop.db.selectFrom('tenders').select('id').where('counter_day_id', 'is', null)
  expect(await loose.execute()).toEqual([])
  expect([await keptBy('cash'), await keptBy('machine')]).toEqual([cash.cents, machine.cents])

  const [, ...rows] = csvRows(await books.fileOf(MONTH, 'quickbooks-journal'))
  expect(sumOf(rows, (row) => Number(row[3]))).toBe(sumOf(rows, (row) => Number(row[4])))

  const { body: sales } = await admin.get(`/api/orders/sales?from=${MONTH}-01&to=${MONTH}-30`)
  expect(sales.vias.map(({ via }: { via: string }) => via)).toEqual(['web', 'phone', 'counter'])
  const kept = sumOf(sales.vias as { kept: number }[], (via) => via.kept)
  expect(kept).toBe(cents(sales.kept.totalPrice))
  expect(sumOf(sales.vias as { orders: number }[], (via) => via.orders / 100)).toBe(sales.paid.orders)
  const orders = await shop.db
    .selectFrom('orders')
    .select((eb) => eb.fn.sum<number>(eb('total_cents', '-', eb.ref('refunded_cents'))).as('kept'))
    .where('paid_at', 'is not', null)
    .executeTakeFirstOrThrow()
  expect(kept).toBe(orders.kept)
  const today = (await admin.get('/api/desk')).body.sales
  expect(sumOf(today.vias as { month: { total: number } }[], (via) => via.month.total)).toBe(kept)
})
