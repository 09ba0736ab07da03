/** The ledger: money by hand, credit notes, write-offs, statements and ageing, and what holds after any moves. */
import { addDays } from '#shared/kernel/days.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import { randomOfTest } from '#test/random-of-test.ts'
import { DAY } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { account, invoiced, ledgerViolations, left, ordered } from './ledger.testing.ts'

let shop: TestShop
let owner: SignedInVisitor
beforeAll(async () => {
  shop = await openShop()
})
beforeEach(async () => {
  owner = await signedIn(shop, { name: 'Olive Owner', role: 'owner' })
})
afterEach(async () => expect(await ledgerViolations(shop.db)).toEqual([]))
afterAll(() => shop.close())

/** Staff sign in again each day. */
const later = async (days: number) => {
  shop.clock.advance(days * DAY)
  owner = await signedIn(shop, { name: 'Olive Owner', role: 'owner' })
}
const today = () => nowAt(shop.clock).day
const read = async (id: string) => (await owner.get(`/api/invoices/${id}`)).body
const ledgerOf = async (company: string) => (await owner.get(`/api/ledgers/${company}`)).body
const receive = (company: string, amount: number, more: object = {}) =>
  owner.post(`/api/ledgers/${company}/receipts`, { kind: 'check', amount, receivedOn: today(), ...more })
const statementOf = async (company: string, from: string, until: string) =>
  (await owner.get(`/api/ledgers/${company}/statement?from=${from}&until=${until}`)).body

test('one check pays several invoices, the oldest first, and what is left is credit', async () => {
  const company = await account(shop)
  const first = await invoiced(shop, company, 10_000)
  await later(1)
  const second = await invoiced(shop, company, 5000)
  const { status, body } = await receive(company, 120, { reference: '1042' })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    ages: { current: 30, credit: 0, balance: 30 },
    open: [{ _id: second, open: 30 }],
  })
  expect(await read(first)).toMatchObject({
    state: 'paid',
    settlements: [{ text: 'Check 1042', amount: 100 }],
  })
  await receive(company, 50, { reference: '1043' })
  expect((await ledgerOf(company)).ages).toMatchObject({ current: 0, credit: 20, balance: -20 })
  const third = await invoiced(shop, company, 1500)
  expect(await read(third)).toMatchObject({ state: 'paid', open: 0 })
})

test('Today lists an invoice that is late, until it is paid, disputed or promised', async () => {
  const company = await account(shop)
  const id = await invoiced(shop, company, 10_000)
  const listed = async () => (await owner.get('/api/desk/work')).body.todo.lateInvoices
  const ids = async () => ((await listed())?.first ?? []).map(({ _id }: { _id: string }) => _id)
  expect(await ids()).not.toContain(id)
  await later(60)
  expect(await listed()).toMatchObject({
    first: expect.arrayContaining([expect.objectContaining({ _id: id, open: 100 })]),
  })
  await owner.put(`/api/invoices/${id}/note`, { dispute: 'Two bags were damaged', promisedOn: null })
  expect(await ids()).not.toContain(id)
  await owner.put(`/api/invoices/${id}/note`, { dispute: '', promisedOn: addDays(today(), 2) })
  expect(await ids()).not.toContain(id)
})

test('a check pays the invoices that staff choose, and no invoice more than is open', async () => {
  const company = await account(shop)
  const [first, second] = [await invoiced(shop, company), await invoiced(shop, company)]
  const tooMuch = await receive(company, 150, { invoices: [{ id: second, amount: 100.01 }] })
  expect([tooMuch.status, tooMuch.body.code]).toEqual([409, 'open'])
  const more = await receive(company, 50, { invoices: [{ id: second, amount: 60 }] })
  expect(more.body.code).toBe('amount')
  const stranger = await account(shop)
  const other = await receive(stranger, 50, { invoices: [{ id: second, amount: 50 }] })
  expect(other.body.code).toBe('open')
  await receive(company, 150, {
    invoices: [
      { id: second, amount: 100 },
      { id: first, amount: 20 },
    ],
  })
  expect((await ledgerOf(company)).ages).toMatchObject({ current: 80, credit: 30, balance: 50 })
  expect((await owner.post(`/api/ledgers/${company}/credit`)).body.ages).toMatchObject({
    current: 50,
    credit: 0,
  })
})

test('a check that is entered twice is noticed by number and amount, and recorded if staff are sure', async () => {
  const company = await account(shop)
  await invoiced(shop, company)
  await receive(company, 40, { reference: '77' })
  const again = await receive(company, 40, { reference: '77' })
  expect([again.status, again.body.code]).toEqual([409, 'twice'])
  expect(again.body.message).toContain('Check 77 over $40.00 is recorded already, by Olive Owner')
  expect((await receive(company, 41, { reference: '77' })).status).toBe(201)
  expect((await receive(company, 40, { reference: '77', isSure: true })).status).toBe(201)
})

test('a retried request records a check once', async () => {
  const company = await account(shop)
  await invoiced(shop, company)
  const send = () =>
    owner.post(
      `/api/ledgers/${company}/receipts`,
      { kind: 'cash', amount: 10, receivedOn: today() },
      { 'idempotency-key': company },
    )
  const answers = await Promise.all([send(), send(), send()])
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  expect((await ledgerOf(company)).ages.balance).toBe(90)
})

test('twenty payments at once never settle an invoice with more than its total', async () => {
  const company = await account(shop)
  const id = await invoiced(shop, company)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => receive(company, 9, { reference: String(at) })),
  )
  expect(answers.every(({ status }) => status === 201)).toBe(true)
  expect(await read(id)).toMatchObject({ state: 'paid', settled: 100 })
  expect((await ledgerOf(company)).ages).toMatchObject({ credit: 80, balance: -80 })
})

test('a payment that is taken back opens its invoices again, with a row of its own, once', async () => {
  const company = await account(shop)
  const id = await invoiced(shop, company)
  const { body } = await receive(company, 130, { reference: '5' })
  const undo = () => owner.post(`/api/receipts/${body.receipts[0]._id}/undo`, { reason: 'Bounced' })
  const answers = await Promise.all([undo(), undo()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await read(id)).toMatchObject({ state: 'open', open: 100 })
  expect((await ledgerOf(company)).ages).toMatchObject({ credit: 0, balance: 100 })
  const { moves } = await statementOf(company, today(), today())
  expect(moves.map(({ text, amount }: { text: string; amount: number }) => [text, amount])).toEqual([
    ['Invoice ' + (await read(id)).number, 100],
    ['Check', -130],
    ['Check taken back', 130],
  ])
})

test('a deposit pays no invoice that is open, and the next one by itself', async () => {
  const company = await account(shop)
  const open = await invoiced(shop, company, 5000)
  await receive(company, 80, { kind: 'transfer', isDeposit: true })
  expect(await read(open)).toMatchObject({ state: 'open' })
  const next = await invoiced(shop, company, 6000)
  expect(await read(next)).toMatchObject({ state: 'paid' })
  expect((await ledgerOf(company)).ages).toMatchObject({ current: 50, credit: 20 })
})

test('a credit note gives tax back in proportion, and no piece is credited twice', async () => {
  const company = await account(shop)
  const order = await ordered(shop, company, {
    lines: [{ priceCents: 333, qty: 3, isTaxed: true }],
    taxCents: 10,
    shippingCents: 500,
  })
  const id = (await left(shop, order))!
  const credit = (qty: number, more: object = {}) =>
    owner.post(`/api/invoices/${id}/credits`, { lines: [{ line: 0, qty }], reason: 'Torn', ...more })
  expect((await credit(1)).status).toBe(201)
  expect((await credit(3)).body.code).toBe('pieces')
  expect((await credit(2, { shipping: 5.01 })).body.code).toBe('shipping')
  expect((await credit(2, { shipping: 5 })).status).toBe(201)
  const after = await read(id)
  expect(after).toMatchObject({ state: 'paid', open: 0, total: 15.09 })
  expect(after.credits.map(({ total }: { total: number }) => total)).toEqual([3.36, 11.73])
  expect((await credit(0)).body.code).toBe('nothing')
  expect((await owner.get(`/api/credit-notes/${after.credits[0]._id}/file`)).status).toBe(200)
})

test('the credit note of a paid invoice becomes credit of the account', async () => {
  const company = await account(shop)
  const id = await invoiced(shop, company)
  await receive(company, 100)
  await owner.post(`/api/invoices/${id}/credits`, { lines: [{ line: 0, qty: 1 }], reason: 'Wrong coffee' })
  expect((await ledgerOf(company)).ages).toMatchObject({ credit: 100, balance: -100 })
})

test('a small rest is written off under the limit of the owner, and can be taken back', async () => {
  const company = await account(shop)
  const id = await invoiced(shop, company)
  const writeOff = () => owner.post(`/api/invoices/${id}/write-off`, { reason: 'Short by cents' })
  expect((await writeOff()).body.code).toBe('limit')
  await receive(company, 99.4)
  expect((await writeOff()).status).toBe(200)
  expect(await read(id)).toMatchObject({ state: 'writtenOff', open: 0 })
  expect((await writeOff()).body.code).toBe('paid')
  expect((await owner.delete(`/api/invoices/${id}/write-off`)).status).toBe(200)
  expect(await read(id)).toMatchObject({ state: 'partly', open: 0.6 })
})

test('a statement is the same when it is made again later', async () => {
  const company = await account(shop)
  await invoiced(shop, company)
  await receive(company, 30)
  const from = addDays(today(), -5)
  const until = today()
  const before = await statementOf(company, from, until)
  expect(before).toMatchObject({ opening: 0, closing: 70, ages: { balance: 70 } })
  await later(40)
  await receive(company, 70)
  await invoiced(shop, company)
  expect(await statementOf(company, from, until)).toEqual(before)
  expect(await statementOf(company, addDays(until, 1), today())).toMatchObject({
    opening: 70,
    closing: 100,
  })
  const file = await owner.get(`/api/ledgers/${company}/statement/file?from=${from}&until=${until}`)
  expect([file.status, file.headers['content-type']]).toEqual([200, 'application/pdf'])
  const wrong = await owner.get(`/api/ledgers/${company}/statement?from=${until}&until=${from}`)
  expect(wrong.status).toBe(400)
})

const sum = <T>(rows: T[], cents: (row: T) => number) => rows.reduce((all, row) => all + cents(row), 0)

/** What an account owes on a day, with arithmetic of its own. */
async function owedOn(company: string, day: string): Promise<number> {
  const { db } = shop
  const of = <T extends { company_id: string }>(rows: T[]) =>
    rows.filter(({ company_id: id }) => id === company)
  const [invoices, credits, receipts, offs] = await Promise.all([
    db.selectFrom('invoices').selectAll().execute(),
    db.selectFrom('credit_notes').selectAll().execute(),
    db.selectFrom('receipts').selectAll().execute(),
    db.selectFrom('write_offs').selectAll().execute(),
  ])
  return (
    sum(
      of(invoices).filter((row) => row.issued_on <= day),
      (row) => row.total_cents,
    ) -
    sum(
      of(invoices).filter((row) => row.voided_on !== null && row.voided_on <= day),
      (row) => row.total_cents,
    ) -
    sum(
      of(credits).filter((row) => row.issued_on <= day),
      (row) => row.total_cents,
    ) -
    sum(
      of(receipts).filter((row) => row.day <= day),
      (row) => row.cents,
    ) -
    sum(
      of(offs).filter((row) => row.day <= day),
      (row) => row.cents,
    )
  )
}

test('after random moves, the ledger is invoices less credits less payments on every day, and ageing adds up', async () => {
  const random = randomOfTest()
  const upTo = (most: number) => Math.floor(random() * most)
  const companies = await Promise.all([7, 15, 30].map((net_days) => account(shop, { net_days })))
  const start = today()
  for (let step = 0; step < 90; step++) {
    const company = companies[upTo(companies.length)]!
    const open = (await ledgerOf(company)).open as { _id: string; open: number }[]
    const one = open[upTo(open.length)]
    const move = upTo(7)
    if (move <= 1 || !one) await invoiced(shop, company, 100 + upTo(20_000))
    else if (move === 2) await receive(company, (100 + upTo(15_000)) / 100, { isDeposit: upTo(4) === 0 })
    else if (move === 3)
      await owner.post(`/api/invoices/${one._id}/credits`, { lines: [{ line: 0, qty: 1 }], reason: 'Random' })
    else if (move === 4) await owner.post(`/api/invoices/${one._id}/void`)
    else if (move === 5) {
      const [newest] = (await ledgerOf(company)).receipts as { _id: string; canUndo: boolean }[]
      if (newest?.canUndo) await owner.post(`/api/receipts/${newest._id}/undo`, { reason: 'Random' })
    } else if (one.open > 1)
      await receive(company, Math.round((one.open - 0.5) * 100) / 100, {
        invoices: [{ id: one._id, amount: Math.round((one.open - 0.5) * 100) / 100 }],
      })
    else await owner.post(`/api/invoices/${one._id}/write-off`, {})
    if (step % 3 === 0) await later(1)
  }
  for (let day = start; day <= today(); day = addDays(day, 1)) {
    const { accounts, total } = (await owner.get(`/api/ageing?day=${day}`)).body
    let all = 0
    for (const company of companies) {
      const ages = accounts.find(({ _id }: { _id: string }) => _id === company) ?? {
        balance: 0,
        current: 0,
        to30: 0,
        to60: 0,
        to90: 0,
        over90: 0,
        credit: 0,
      }
      const owed = await owedOn(company, day)
      expect([day, Math.round(ages.balance * 100)]).toEqual([day, owed])
      const { current, to30, to60, to90, over90, credit } = ages
      expect(Math.round((current + to30 + to60 + to90 + over90 - credit) * 100)).toBe(owed)
      expect(Math.round((await statementOf(company, start, day)).closing * 100)).toBe(owed)
      all += owed
    }
    const others = accounts.filter(({ _id }: { _id: string }) => !companies.includes(_id))
    const rest = others.reduce(
      (so: number, { balance }: { balance: number }) => so + Math.round(balance * 100),
      0,
    )
    expect(Math.round(total.balance * 100)).toBe(all + rest)
  }
})
