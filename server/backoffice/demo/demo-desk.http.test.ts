/** The desk of a demo shop: no list is empty, its jobs leave invented people alone, and a removal leaves nothing. */
import { expect, test, vi } from 'vitest'
import { startJobs } from '#server/start/jobs/jobs.ts'
import type { Schema } from '#server/kernel/db/schema.ts'
import { violations } from '#test/invariants.ts'
import { imbalances } from '#test/roastery-balance.ts'
import { openDemoShop } from './demo.testing.ts'

/** The names of the calls of outside services. */
const calls: string[] = []

const recorded = <T extends object>(service: T): T =>
  new Proxy(service, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...args: unknown[]): unknown => {
        calls.push(String(name))
        return Reflect.apply(value, target, args)
      }
    },
  })

const { shop, owner, get } = await openDemoShop({
  providers: (real) => ({
    ...real,
    payments: recorded(real.payments),
    shipping: recorded(real.shipping),
    mail: recorded(real.mail),
  }),
})

test('a new demo shop offers subscriptions at once', async () => {
  expect(await get('/api/subscriptions/offer')).toMatchObject({ isOffered: true })
})

/** Lists of the desk: the address, and where the rows are in the answer. */
const LISTS: [path: string, rows: (body: any) => unknown[]][] = [
  ['/api/orders', ({ orders }) => orders],
  ['/api/orders?state=pending', ({ orders }) => orders],
  ['/api/orders?state=refunded', ({ orders }) => orders],
  ['/api/shippo/queue', ({ orders }) => orders],
  ['/api/pickup', ({ orders }) => orders],
  ['/api/pickup', ({ orders }) => orders.filter((each: { readyAt: string | null }) => each.readyAt)],
  ['/api/pickup', ({ orders }) => orders.filter((each: { readyAt: string | null }) => !each.readyAt)],
  ['/api/pickup', ({ handedOver }) => handedOver],
  ['/api/roastery/affected', ({ orders }) => orders],
  ['/api/subscriptions', ({ subscriptions }) => subscriptions],
  ...['active', 'paused', 'failed', 'canceled', 'gift'].map((status): [string, (body: any) => unknown[]] => [
    `/api/subscriptions?status=${status}`,
    ({ subscriptions }) => subscriptions,
  ]),
  ['/api/subscriptions/charges', ({ days }) => days],
  ['/api/subscriptions/due', ({ days }) => days],
  ['/api/subscriptions/troubles', ({ troubles }) => troubles],
  ['/api/subscriptions/figures', ({ reasons }) => reasons],
  ['/api/subscriptions/endings', ({ endings }) => endings],
  ['/api/subscriptions/endings', ({ endings }) => endings[0].affected],
  ['/api/subscriptions/rotation', ({ tastes }) => tastes],
  ['/api/products/desk', ({ products }) => products],
  ['/api/reviews', ({ reviews }) => reviews],
  ['/api/reviews?show=hidden', ({ reviews }) => reviews],
  ['/api/giftcards', ({ cards }) => cards],
  ['/api/giftcards', ({ cards }) => cards.filter(({ state }: { state: string }) => state === 'frozen')],
  ['/api/giftcards', ({ cards }) => cards.filter(({ state }: { state: string }) => state === 'disabled')],
  ['/api/discounts', (codes) => codes.filter(({ used }: { used: number }) => used > 0)],
  ['/api/users/search', ({ users }) => users],
  ['/api/messages', ({ messages }) => messages],
  ['/api/messages?status=new', ({ messages }) => messages],
  ['/api/newsletters', ({ newsletters }) => newsletters],
  ['/api/pages', (pages) => pages],
  ['/api/events/all', ({ events }) => events],
  ['/api/upload/menu', ({ pages }) => pages],
  ['/api/works/all', (works) => works],
  ['/api/works/statements', (statements) => statements.filter(({ sold }: { sold: number }) => sold > 0)],
  [
    '/api/works/statements',
    (statements) => statements.filter((each: { paidOut: number }) => each.paidOut > 0),
  ],
  ['/api/roastery/plan', ({ days }) => days],
  ['/api/green', ({ lots }) => lots],
  ['/api/roasts', (roasts) => roasts],
  ['/api/recipes', (recipes) => recipes],
  ['/api/roastery/costs', ({ coffees }) => coffees],
  ['/api/roastery/lot-costs', ({ lots }) => lots],
  ['/api/roastery/inventory', ({ lines }) => lines],
  ['/api/accounting/months', ({ months }) => months],
  ['/api/money', ({ findings }) => findings],
  ['/api/mail', ({ mail }) => mail],
  ['/api/mail?state=failed', ({ mail }) => mail],
  ['/api/record', ({ lines }) => lines],
]

test('no list of the desk is empty', async () => {
  const empty = []
  for (const [path, rows] of LISTS)
    if (rows(await get(path)).length === 0) empty.push(`${path} ${String(rows)}`)
  expect(empty).toEqual([])
})

/** The parts of Today. There is no invented payment in an unclear state: the shop would ask PayPal about it. */
const PARTS = [
  'disputes',
  'roastDays',
  'toShip',
  'toHandOver',
  'movedOrders',
  'subscriptions',
  'unanswered',
  'failedMail',
  'lowStock',
  'greenToReorder',
]

test('Today has tasks of all parts of the shop', async () => {
  const { todo } = await get('/api/desk')
  expect(PARTS.filter((part) => !(todo[part]?.count > 0))).toEqual([])
  expect(todo.movedOrders.count).toBe(1)
  expect(todo.subscriptions.first.map(({ problem }: { problem: string }) => problem)).toEqual([
    'declined',
    'paused',
  ])
})

test('all books and counts add up', async () => {
  expect(await violations(shop.db)).toEqual([])
  expect(await imbalances(shop.db)).toEqual([])
  const { subscribers } = await get('/api/newsletters')
  for (const state of ['active', 'pending', 'left']) expect(subscribers[state]).toBeGreaterThan(0)
  const gift = await shop.db
    .selectFrom('gift_subscriptions')
    .innerJoin('gift_cards', 'gift_cards.id', 'card_id')
    .where('subscription_id', 'is not', null)
    .select(['deliveries', 'share_cents', 'balance_cents'])
    .executeTakeFirstOrThrow()
  expect(gift.balance_cents).toBeLessThan(gift.deliveries * gift.share_cents)
  expect(gift.balance_cents % gift.share_cents).toBe(0)
})

test('within three days, no job charges or mails an invented person, or asks a service about an invented row', async () => {
  const before = await stateOfPeople()
  const errors = vi.spyOn(shop.shop.log, 'error')
  const warnings = vi.spyOn(shop.shop.log, 'warn')
  calls.length = 0
  const stop = await startJobs(shop)
  for (const from of [0, 1, 2]) {
    const { status, text } = await owner.post('/api/rehearsal/moves', { days: 1, from })
    expect(status, text).toBe(200)
  }
  await stop()
  expect(errors.mock.calls).toEqual([])
  expect(warnings.mock.calls).toEqual([])
  // The payments check reads PayPal's lists, whatever is in the shop.
  expect([...new Set(calls)].toSorted()).toEqual(['listDisputes', 'listMovements'])
  expect(await stateOfPeople()).toEqual(before)
  const { findings, comparison } = await get('/api/money')
  expect(findings.map(({ kind }: { kind: string }) => kind)).toEqual(['disputed'])
  expect(comparison).toMatchObject({ problem: '', read: 0 })
  expect(await violations(shop.db)).toEqual([])
})

/** What jobs could change for invented people, without the days of deliveries, which move on. */
async function stateOfPeople() {
  const mails = await shop.db.selectFrom('outbox').select(['id', 'state']).orderBy('id').execute()
  const subscriptions = await shop.db
    .selectFrom('subscriptions')
    .select(['id', 'status', 'next_number', 'charge_after', 'reminded_at'])
    .orderBy('id')
    .execute()
  const deliveries = await shop.db
    .selectFrom('subscription_deliveries')
    .select(['id', 'state', 'attempts', 'next_at'])
    .orderBy('id')
    .execute()
  const orders = await shop.db.selectFrom('orders').select(['id', 'state']).orderBy('id').execute()
  const gifts = await shop.db
    .selectFrom('gift_subscriptions')
    .select(['id', 'sent_at', 'told_at'])
    .orderBy('id')
    .execute()
  return { mails, subscriptions, deliveries, orders, gifts }
}

test('mail about what the owner does with an invented order is kept, and not sent', async () => {
  const { orders } = await get('/api/pickup')
  const ready = orders.find(({ readyAt }: { readyAt: string | null }) => readyAt === null)
  calls.length = 0
  const { sendWaiting } = await import('#server/mail/sending/send.ts')
  expect((await owner.put(`/api/orders/${ready._id}/ready`, {})).status).toBe(200)
  await sendWaiting(shop.shop)
  const mail = await shop.db
    .selectFrom('outbox')
    .selectAll()
    .where('dedupe_key', '=', `order-ready:${ready._id}`)
    .executeTakeFirstOrThrow()
  expect(mail).toMatchObject({ state: 'sent', is_kept: 1, problem: expect.stringContaining('invented') })
  expect(mail.body_text).toContain('Your order is packed')
  expect(calls).toEqual([])
})

test('a failed charge of an invented subscription is not tried again', async () => {
  const { troubles } = await get('/api/subscriptions/troubles')
  const { status, body } = await owner.post(`/api/subscriptions/${troubles[0]._id}/retry`, { attempts: 1 })
  expect([status, body.message]).toEqual([409, expect.stringContaining('invented for the demo')])
})

/** Tables that the demo fills, and whose rows a removal does not delete: what admins did, and settings of a new shop. */
const STAYING = new Set<keyof Schema>([
  'users',
  'products',
  'product_sizes',
  'stock_moves',
  'departments',
  'brew_guides',
  'shop_facts',
  'settings',
  'record_lines',
  'uploads',
  'demo_rows',
  'accounting_months',
  'packaging_costs',
])

/** Closes the books of the months before this one. */
async function closeMonths() {
  const { months } = await get('/api/accounting/months')
  for (const { month, state } of months.toReversed()) {
    if (state !== 'open') continue
    const { stamp } = await get(`/api/accounting/months/${month}`)
    const { status, text } = await owner.post(`/api/accounting/months/${month}/close`, { stamp })
    expect(status, text).toBe(200)
  }
}

test('a removal leaves nothing of it, not even in the books of closed months', async () => {
  await closeMonths()
  const { kept, originalPages: _, artistsWithoutWorks: __, ...counts } = await get('/api/demo')
  expect(kept).toMatchObject({ events: 0, artists: 0, codes: 0, newsletters: 0 })
  const { status, body, text } = await owner.post('/api/demo/remove', { products: true, content: true })
  expect(status, text).toBe(200)
  expect(body).toEqual(counts)
  const { KEPT_TABLES } = await import('#server/kernel/db/schema.ts')
  const left = []
  for (const table of KEPT_TABLES.filter((each) => !STAYING.has(each))) {
    const { rows } = await shop.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    if (rows > 0) left.push(`${table}: ${rows}`)
  }
  expect(left).toEqual([])
  const people = await shop.db
    .selectFrom('users')
    .select('email')
    .where('email', 'like', '%.example')
    .execute()
  expect(people.filter(({ email }) => email.endsWith('@demo.example'))).toEqual([])
  const lines = await shop.db.selectFrom('record_lines').select('actor').execute()
  expect(lines.filter(({ actor }) => actor === 'Frame Roasters')).toEqual([])
  expect(await violations(shop.db)).toEqual([])
})

test('afterwards its months have no bookings', async () => {
  const { months } = await get('/api/accounting/months')
  for (const { month } of months) {
    const { total, days, corrections } = await get(`/api/accounting/months/${month}`)
    expect(Object.values(total).filter((sum) => sum !== 0)).toEqual([])
    expect([days, corrections]).toEqual([[], []])
  }
})
