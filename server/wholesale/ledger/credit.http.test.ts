/** Orders on credit: limits, holds that begin and end by themselves, reminders and statements by email. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { DAY, HOUR } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { account, buyerOf, invoiced, ledgerViolations, left, ordered } from '../invoices/ledger.testing.ts'
import { requireCredit } from './credit.ts'
import { remindOfInvoices, tellHolds } from './reminders.ts'
import { mailStatements } from './statements.ts'

let shop: TestShop
let owner: SignedInVisitor
beforeAll(async () => {
  shop = await openShop()
})
beforeEach(() => begin('2031-03-03T15:00:00Z'))
afterEach(async () => expect(await ledgerViolations(shop.db)).toEqual([]))
afterAll(() => shop.close())

/** Each test has days of its own, later than those of the tests before. */
let year = 2031
async function begin(time: string) {
  shop.clock.advance(Date.parse(time.replace('2031', String(year++))) - shop.clock.now().getTime())
  owner = await signedIn(shop, { name: 'Olive Owner', role: 'owner' })
}
const later = async (days: number) => {
  shop.clock.advance(days * DAY)
  owner = await signedIn(shop, { name: 'Olive Owner', role: 'owner' })
}
const receive = (company: string, amount: number) =>
  owner.post(`/api/ledgers/${company}/receipts`, { kind: 'cash', amount, receivedOn: nowAt(shop.clock).day })

/** Whether the account may order for this amount on credit: 'yes', or the code of the refusal. */
const asks = (id: string, cents: number, byStaff = false) =>
  transact(shop.db, async (tx) => {
    const company = await tx
      .selectFrom('companies')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await requireCredit(tx, shop.shop, company, cents, { byStaff })
    return 'yes'
  }).catch((error: unknown) => `${String(error)} ${JSON.stringify(error)}`)

const mailsOf = (kind: string, company: string) =>
  shop.db
    .selectFrom('outbox')
    .select(['recipient', 'about', 'subject'])
    .where('kind', '=', kind as 'invoice')
    .where('about', 'like', `%${company}%`)
    .orderBy('created_at')
    .execute()

test('open invoices and accepted orders that are not billed count against the limit', async () => {
  const company = await account(shop, { credit: 'amount', credit_cents: 30_000, over_credit: 'prepaid' })
  await invoiced(shop, company)
  const order = await ordered(shop, company)
  expect(await asks(company, 10_000)).toBe('yes')
  expect(await asks(company, 10_001)).toContain('prepaid')
  await left(shop, order, new Map([[0, 4]]))
  expect(await asks(company, 10_000)).toBe('yes')
  expect(await asks(company, 10_001)).toContain('its limit is $300.00')
  await receive(company, 50)
  expect(await asks(company, 15_000)).toBe('yes')
  expect(await asks(company, 90_000, true)).toBe('yes')
})

test.each([
  ['warn', 'yes'],
  ['prepaid', 'prepaid'],
  ['block', 'hold'],
] as const)('an order above the limit: %s', async (over_credit, answer) => {
  const company = await account(shop, { credit: 'amount', credit_cents: 100, over_credit })
  expect(await asks(company, 101)).toContain(answer)
})

test('prepaid accounts, and those without credit, order nothing on credit', async () => {
  expect(await asks(await account(shop, { terms: 'prepaid' }), 1)).toContain('prepaid')
  expect(await asks(await account(shop, { credit: 'none' }), 1)).toContain('prepaid')
  expect(await asks(await account(shop, { status: 'hold', hold_reason: 'New owner' }), 1)).toContain(
    'New owner',
  )
  expect(await asks(await account(shop, { status: 'closed' }), 1)).toContain('hold')
})

test('an account that is late for too long is on hold by itself, both sides are told once, and a payment ends it', async () => {
  const company = await account(shop, { net_days: 10, hold_after_days: 5 })
  const buyer = await buyerOf(shop, company)
  await invoiced(shop, company)
  await later(15)
  await tellHolds(shop.shop)
  expect(await asks(company, 1)).toBe('yes')
  await later(1)
  await Promise.all([tellHolds(shop.shop), tellHolds(shop.shop)])
  await tellHolds(shop.shop)
  expect(await asks(company, 1)).toContain('is not paid')
  expect((await owner.get(`/api/ledgers/${company}`)).body.hold).toContain('on hold')
  const told = await mailsOf('account-held', company)
  expect(told.map(({ recipient }) => recipient)).toContain(buyer.email)
  expect(told).toHaveLength(2)
  await receive(company, 100)
  expect(await asks(company, 1)).toBe('yes')
  await tellHolds(shop.shop)
  expect((await mailsOf('account-held', company)).map(({ subject }) => subject).at(-1)).toContain(
    'no longer on hold',
  )
})

test('a person can exempt an account until a day, and a dispute or a promise does not count as late', async () => {
  const company = await account(shop, { net_days: 0, terms: 'receipt', hold_after_days: 5 })
  const id = await invoiced(shop, company)
  await later(10)
  expect(await asks(company, 1)).toContain('on hold')
  const { day } = nowAt(shop.clock)
  await shop.db.updateTable('companies').set({ exempt_until: day }).where('id', '=', company).execute()
  expect(await asks(company, 1)).toBe('yes')
  await later(1)
  expect(await asks(company, 1)).toContain('on hold')
  const note = (dispute: string, promisedOn: string | null) =>
    owner.put(`/api/invoices/${id}/note`, { dispute, promisedOn })
  await note('Wrong coffee', null)
  expect(await asks(company, 1)).toBe('yes')
  await note('', nowAt(shop.clock).day)
  expect(await asks(company, 1)).toBe('yes')
})

test('two orders at once do not both use the last credit', async () => {
  const company = await account(shop, { credit: 'amount', credit_cents: 10_000, over_credit: 'prepaid' })
  const take = () =>
    transact(shop.db, async (tx) => {
      const row = await tx
        .selectFrom('companies')
        .selectAll()
        .where('id', '=', company)
        .executeTakeFirstOrThrow()
      await requireCredit(tx, shop.shop, row, 6000)
      // What an order takes.
      await tx
        .insertInto('departures')
        .values({
          id: `d${Math.random()}`,
          order_id: order,
          company_id: company,
          location_id: null,
          left_on: nowAt(shop.clock).day,
          shipping_cents: 6000,
          is_prepaid: 0,
          invoice_id: null,
          created_at: '',
        })
        .execute()
    }).then(
      () => 'taken',
      () => 'refused',
    )
  const order = await ordered(shop, await account(shop), { lines: [{ priceCents: 1, qty: 1 }] })
  await shop.db
    .updateTable('orders')
    .set({ state: 'delivered', delivered_at: '2031-01-01T00:00:00.000Z' })
    .where('id', '=', order)
    .execute()
  expect((await Promise.all([take(), take(), take()])).toSorted()).toEqual(['refused', 'refused', 'taken'])
  await shop.db.deleteFrom('departures').where('company_id', '=', company).execute()
})

test('reminders come 3 days before, and 1, 7, 14 and 30 days late: one mail for an account and day', async () => {
  const company = await account(shop, { net_days: 10 })
  await buyerOf(shop, company)
  await invoiced(shop, company)
  await later(1)
  await invoiced(shop, company)
  const days: number[] = []
  for (let day = 1; day <= 48; day++) {
    const before = (await mailsOf('invoice-reminder', company)).length
    await Promise.all([remindOfInvoices(shop.shop), remindOfInvoices(shop.shop)])
    await remindOfInvoices(shop.shop)
    const sent = (await mailsOf('invoice-reminder', company)).length - before
    expect(sent).toBeLessThanOrEqual(1)
    if (sent) days.push(day)
    await later(1)
  }
  // The first invoice is due on day 10, the second one on day 11.
  expect(days).toEqual([7, 8, 11, 12, 17, 18, 24, 25, 40, 41])
})

test('no reminder comes before eight, while reminders are off, for disputed invoices, and after a payment', async () => {
  const company = await account(shop, { terms: 'receipt' })
  const id = await invoiced(shop, company)
  await later(1)
  shop.clock.advance(-9 * HOUR)
  await remindOfInvoices(shop.shop)
  shop.clock.advance(9 * HOUR)
  const { body } = await owner.get('/api/settings/invoicing')
  const save = async (sendsReminders: boolean) => {
    const { version } = (await owner.get('/api/settings/invoicing')).body
    const values = { ...body, _id: undefined, fixed: undefined }
    await owner.put('/api/settings/invoicing', { ...values, sendsReminders, version })
  }
  await save(false)
  await remindOfInvoices(shop.shop)
  await save(true)
  await owner.put(`/api/invoices/${id}/note`, { dispute: 'Torn', promisedOn: null })
  await remindOfInvoices(shop.shop)
  expect(await mailsOf('invoice-reminder', company)).toEqual([])
  await owner.put(`/api/invoices/${id}/note`, { dispute: '', promisedOn: null })
  await receive(company, 100)
  await remindOfInvoices(shop.shop)
  expect(await mailsOf('invoice-reminder', company)).toEqual([])
})

test('statements of a month are mailed once to those who want them, if something moved or is open', async () => {
  const company = await account(shop)
  const buyer = await buyerOf(shop, company)
  const quiet = await account(shop)
  await invoiced(shop, company)
  await later(31)
  await Promise.all([mailStatements(shop.shop), mailStatements(shop.shop)])
  await mailStatements(shop.shop)
  expect((await mailsOf('statement', company)).map(({ recipient }) => recipient)).toEqual([buyer.email])
  expect(await mailsOf('statement', quiet)).toEqual([])
})
