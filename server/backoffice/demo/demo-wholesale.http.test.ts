/** The wholesale of the demo, and its removal. Each test continues the previous one. */
import { expect, test } from 'vitest'
import type { Schema } from '#server/kernel/db/schema.ts'
import { addDays } from '#shared/kernel/days.ts'
import { dayOf } from '#shared/kernel/dates.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { standingDates } from '#server/wholesale/standing/write-dates.ts'
import { takeOverInvoice } from '#server/wholesale/opening/take-over.ts'
import { ledgerViolations } from '#server/wholesale/invoices/ledger.testing.ts'
import { violations } from '#test/invariants.ts'
import { signedIn } from '#test/signed-in.ts'
import { openDemoShop } from './demo.testing.ts'

const { shop, owner, get } = await openDemoShop()

const rows = async (table: keyof Schema) =>
  (
    await shop.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
  ).rows

test('the demo has five accounts with three months of orders, invoices and payments that add up', async () => {
  expect(await violations(shop.db)).toEqual([])
  expect(await ledgerViolations(shop.db)).toEqual([])
  const companies = await shop.db.selectFrom('companies').selectAll().orderBy('legal_name').execute()
  expect(companies.map(({ status }) => status).toSorted()).toEqual([
    'approved',
    'approved',
    'approved',
    'approved',
    'hold',
  ])
  const { day } = nowAt(shop.clock)
  const invoices = await shop.db.selectFrom('invoices').selectAll().orderBy('number').execute()
  expect(invoices.map(({ issued_at: at }) => at)).toEqual(invoices.map(({ issued_at: at }) => at).toSorted())
  expect(invoices[0]!.issued_on < addDays(day, -77)).toBe(true)
  expect(new Set(invoices.map(({ company_id: id }) => id)).size).toBe(5)
  const late = invoices.filter(
    ({ due_on: due, settled_cents: settled, total_cents: total }) => due < day && settled < total,
  )
  const nameOf = (id: string) => companies.find((company) => company.id === id)!.trade_name
  expect([...new Set(late.map(({ company_id: id }) => nameOf(id)))].toSorted()).toEqual([
    'Meridian Offices',
    'The Copper Table',
  ])
  expect(await rows('receipts')).toBeGreaterThan(8)
})

test('a standing order of the demo has written its orders, one was short, and its next dates are planned', async () => {
  const dates = await shop.db.selectFrom('standing_dates').selectAll().orderBy('planned_on').execute()
  expect(dates.filter(({ state }) => state === 'written').length).toBeGreaterThan(10)
  expect(dates.filter(({ state }) => state === 'planned').length).toBeGreaterThan(2)
  const credits = await shop.db.selectFrom('credit_notes').selectAll().execute()
  expect(credits.map(({ reason }) => reason)).toEqual(['Damaged at delivery'])
  expect(await rows('delivery_shorts')).toBe(1)
})

test('a standing date of the demo is passed over when its order is due, and is no longer in the roast plan', async () => {
  const first = () =>
    shop.db
      .selectFrom('standing_dates')
      .selectAll()
      .where('planned_on', '>=', nowAt(shop.clock).day)
      .orderBy('planned_on')
      .executeTakeFirstOrThrow()
  const { id, write_at: due } = await first()
  await shop.db.updateTable('standing_dates').set({ write_at: '2020-01-01' }).where('id', '=', id).execute()
  await standingDates(shop.shop)
  expect(await first()).toMatchObject({ id, state: 'skipped', order_id: null })
  await shop.db
    .updateTable('standing_dates')
    .set({ state: 'planned', write_at: due })
    .where('id', '=', id)
    .execute()
})

test('the wholesale data of the demo sends no email, and none of its orders has a date in the future', async () => {
  expect(await shop.db.selectFrom('outbox').select('id').where('state', '=', 'waiting').execute()).toEqual([])
  const orders = await shop.db
    .selectFrom('orders')
    .select('created_at')
    .where('company_id', 'is not', null)
    .execute()
  expect(orders.filter(({ created_at: at }) => dayOf(new Date(at)) > nowAt(shop.clock).day)).toEqual([])
})

test('a removal of the demo removes its accounts with what the owner tried with them, and keeps real ones', async () => {
  const demo = await shop.db.selectFrom('companies').selectAll().execute()
  const cafe = demo.find(({ trade_name: name }) => name === 'Harbor & Pine Cafe')!
  const form = await get(`/api/account-orders/desk/form?company=${cafe.id}`)
  const place = await shop.db
    .selectFrom('locations')
    .select('id')
    .where('company_id', '=', cafe.id)
    .executeTakeFirstOrThrow()
  const coffee = await shop.db
    .selectFrom('product_sizes')
    .innerJoin('products', 'products.id', 'product_id')
    .where('is_roasted_to_order', '=', 1)
    .select(['product_sizes.id', 'product_id'])
    .executeTakeFirstOrThrow()
  const tried = await owner.post('/api/account-orders/desk', {
    company: cafe.id,
    location: place.id,
    deliversOn: form.deliveries[0].deliversOn,
    payBy: 'account',
    lines: [{ product: coffee.product_id, sizeId: coffee.id, grind: 'Whole bean', qty: 1 }],
    reason: 'Tried',
  })
  expect(tried.status, tried.text).toBe(201)
  const now = shop.clock.now().toISOString()
  const { id: _, ...copied } = demo[0]!
  await shop.db
    .insertInto('companies')
    .values({ ...copied, id: 'real', legal_name: 'Real Cafe LLC', created_at: now })
    .execute()
  // An open invoice of a former system that has a number of its own.
  const { id: kept } = await transact(shop.db, async (tx) => ({
    id: await takeOverInvoice(
      tx,
      shop.shop,
      { ...demo[0]!, id: 'real' },
      {
        number: '1047',
        issuedOn: '2026-01-05',
        dueOn: '2026-02-04',
        totalCents: 500,
        openCents: 500,
        po: '',
      },
    ),
  }))
  expect(await get('/api/demo')).toMatchObject({ accounts: 5, replacements: 1 })
  expect((await (await signedIn(shop)).post('/api/demo/remove', { products: false })).status).toBe(403)
  const removed = await owner.post('/api/demo/remove', { products: false })
  expect(removed.status, removed.text).toBe(200)
  expect(removed.body.accounts).toBe(5)
  expect(await shop.db.selectFrom('companies').select('id').execute()).toEqual([{ id: 'real' }])
  for (const table of [
    'orders',
    'receipts',
    'allocations',
    'departures',
    'credit_notes',
    'deliveries',
    'standing_orders',
    'certificates',
    'van_routes',
    'paper_numbers',
  ] as const)
    expect([table, await rows(table)]).toEqual([table, 0])
  expect(await shop.db.selectFrom('invoices').select('id').execute()).toEqual([{ id: kept }])
  // Its price list stays, because the real account uses it.
  expect(await rows('price_lists')).toBe(1)
  expect(await violations(shop.db)).toEqual([])
})
