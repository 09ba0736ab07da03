/** Open invoices and credit of a former system: what the ledger and the books make of them. */
import { expect, test } from 'vitest'
import type { Change } from '#shared/platform/api/change-log.ts'
import type { ImportItem } from '#shared/backoffice/api/imports.ts'
import { DAY } from '#server/kernel/time/clock.ts'
import { utcOf } from '#server/kernel/time/shop-days.ts'
import { buyerOf, invoiced } from '#server/wholesale/invoices/ledger.testing.ts'
import { signInvoiceLink } from '#server/wholesale/invoices/links.ts'
import { remindOfInvoices } from '#server/wholesale/ledger/reminders.ts'
import { pay } from '#test/purchase.ts'
import { csv, KIND, ledgerShop } from './open-invoices.testing.ts'

const {
  opened,
  account,
  accounting,
  carryOut,
  dayBefore,
  invoiceWith,
  items,
  ledgerOf,
  one,
  preview,
  receive,
  signIn,
  start,
  today,
  work,
} = ledgerShop()

test('open invoices are owed from today on, age by their due date, and are no sales of this shop', async () => {
  const { id, name } = await account({ net_days: 30 })
  const before = await accounting()
  const rows = [
    [name, '1001', dayBefore(100), dayBefore(70), '$1,240.00', '$840.00', 'PO-7'],
    [name.toUpperCase(), '1002', dayBefore(20), '', '', '310', ''],
  ]
  const run = await preview(KIND, csv(rows))
  expect(run).toMatchObject({ kind: KIND, counts: { create: 2, change: 0, same: 0, broken: 0 } })
  const [first, second] = (await items(run._id, 'create')) as ImportItem[]
  const values = Object.fromEntries(first!.changes.map(({ field, after }: Change) => [field, after]))
  expect(values).toMatchObject({ Account: name, Open: '$840.00', Total: '$1,240.00', PO: 'PO-7' })
  expect(second!.notes).toEqual(['The file has no due date, so it follows from the terms of the account'])
  expect((await ledgerOf(id)).ages.balance).toBe(0)
  expect(await start(run._id)).toMatchObject({ state: 'done', done: 2, skipped: 0 })

  expect((await ledgerOf(id)).ages).toMatchObject({ to90: 840, current: 310, balance: 1150, credit: 0 })
  expect(await invoiceWith('1001')).toMatchObject({
    formerTotal: 1240,
    total: 840,
    open: 840,
    state: 'overdue',
    issuedOn: dayBefore(100),
    dueOn: dayBefore(70),
    orders: [{ number: '', po: 'PO-7' }],
    lines: [],
  })
  const listed = (await opened.owner.get(`/api/invoices?account=${id}`)).body.invoices
  expect(
    listed.map(({ number, issuedOn }: ImportItem & { number: string; issuedOn: string }) => [
      number,
      issuedOn,
    ]),
  ).toEqual([
    ['1002', dayBefore(20)],
    ['1001', dayBefore(100)],
  ])
  const yesterday = (await opened.owner.get(`/api/ageing?day=${dayBefore(1)}`)).body
  expect(yesterday.accounts.filter(({ _id }: ImportItem) => _id === id)).toEqual([])
  const span = `from=${dayBefore(30)}&until=${today()}`
  const statement = (await opened.owner.get(`/api/ledgers/${id}/statement?${span}`)).body
  expect(statement).toMatchObject({ opening: 0, closing: 1150 })
  expect(statement.moves[0]).toMatchObject({
    text: 'Invoice 1001 of our former system',
    amount: 840,
    day: today(),
  })
  expect(await accounting()).toEqual(before)
  const sales = await opened.owner.get(`/api/orders/sales?from=${today()}&to=${today()}`)
  expect(sales.body.wholesale).toMatchObject({ invoices: 0, totalPrice: 0 })
  const file = await opened.owner.get(`/api/ledgers/${id}/statement/file?${span}`)
  expect(file.headers['content-type']).toBe('application/pdf')
  const log = (await opened.owner.get('/api/record')).body
  expect(JSON.stringify(log)).toContain('Created by an import')
})

test('an opening invoice is paid by check, by transfer in parts and by its link, and only its payments are booked', async () => {
  const { id, name } = await account()
  await carryOut(KIND, csv([[name, 'A-1', dayBefore(40), dayBefore(10), '', '100', '']]))
  const before = await accounting()
  expect((await receive(id, 30)).status).toBe(201)
  expect((await receive(id, 20, { kind: 'transfer' })).status).toBe(201)
  const invoice = await invoiceWith('A-1')
  expect(invoice).toMatchObject({ open: 50, settled: 50, state: 'overdue' })
  const link = { invoice: invoice._id, link: await signInvoiceLink(opened.shop.shop, invoice._id) }
  const guest = opened.shop.visitor()
  expect((await guest.post('/api/invoice-links/open', link)).body).toMatchObject({
    formerTotal: 100,
    open: 50,
  })
  const file = await guest.post('/api/invoice-links/file', link)
  expect([file.status, file.headers['content-type']]).toEqual([200, 'application/pdf'])
  const buyer = await buyerOf(opened.shop, id)
  const placed = await buyer.post(`/api/account-invoices/${id}/payments`, {
    invoices: [invoice._id],
    amount: 50,
  })
  expect((await pay(opened.shop, buyer, placed.body._id)).status).toBe(200)
  expect(await invoiceWith('A-1')).toMatchObject({ open: 0, state: 'paid' })
  const after = await accounting()
  expect([after.goods - before.goods, after.tax - before.tax, after.invoiced - before.invoiced]).toEqual([
    0, 0, 0,
  ])
  expect(after.invoicesPaid - before.invoicesPaid).toBe(100)
})

test('the same file twice adds nothing, and an open amount that has changed is taken until something is paid', async () => {
  const { id, name } = await account()
  const [issued, due] = [dayBefore(40), dayBefore(10)]
  const file = (open: string) => csv([[name, 'B-1', issued, due, '500', open, 'P1']])
  await carryOut(KIND, file('400'))
  expect((await preview(KIND, file('400'))).counts).toMatchObject({ create: 0, change: 0, same: 1 })
  const changed = await preview(KIND, file('350'))
  expect(changed.counts).toMatchObject({ change: 1 })
  const [item] = await items(changed._id, 'change')
  expect(item.changes).toEqual([{ field: 'Open', before: '$400.00', after: '$350.00' }])
  opened.shop.clock.advance(DAY)
  await signIn()
  await start(changed._id)
  expect((await ledgerOf(id)).ages.balance).toBe(350)
  // What the shop said about the day before stays so.
  const { accounts } = (await opened.owner.get(`/api/ageing?day=${dayBefore(1)}`)).body
  expect(accounts.find(({ _id }: ImportItem) => _id === id)).toMatchObject({ balance: 400 })
  expect(await invoiceWith('B-1 (replaced)')).toMatchObject({ state: 'void' })

  await receive(id, 10)
  const later = await preview(KIND, file('300'))
  expect(later.counts).toMatchObject({ change: 0, same: 1 })
  const [kept] = await items(later._id, 'same')
  expect(kept.notes[0]).toBe(
    'The file has something else (Open: $300.00 instead of $350.00). Something of it is paid or credited here, so it stays as it is',
  )
  const short = csv([[name, 'B-1', due, '350']], ['Customer', 'Num', 'Due Date', 'Open Balance'])
  expect((await preview(KIND, short)).counts).toMatchObject({ same: 1, change: 0, create: 0 })
  expect(await invoiceWith('B-1')).toMatchObject({ formerTotal: 500, orders: [{ po: 'P1' }], open: 340 })
})

test('two imports of the same file at once take every row over once', async () => {
  const { id, name } = await account()
  const rows = Array.from({ length: 60 }, (_, index) => [name, `K-${index}`, dayBefore(9), '', '', '2', ''])
  const file = csv([...rows, [name, 'K-C', '', '', '', '-5', '']])
  const runs = [await preview(KIND, file), await preview(KIND, file)]
  expect(runs.map(({ counts }) => counts.create)).toEqual([61, 61])
  for (const { _id } of runs) await opened.owner.post(`/api/imports/${_id}/start`)
  await Promise.all([work(), work()])
  const ended = await Promise.all(runs.map(({ _id }) => one(_id)))
  expect(ended.map(({ state }) => state)).toEqual(['done', 'done'])
  expect(ended[0].done + ended[1].done).toBe(61)
  expect(ended[0].skipped + ended[1].skipped).toBe(61)
  expect((await ledgerOf(id)).ages).toMatchObject({ current: 120, credit: 5, balance: 115 })
})

test('an invoice that is paid between the preview and the import is left out', async () => {
  const { id, name } = await account()
  const file = (open: string) => csv([[name, 'C-1', dayBefore(40), dayBefore(10), '', open, '']])
  await carryOut(KIND, file('80'))
  const run = await preview(KIND, file('70'))
  await receive(id, 5)
  expect(await start(run._id)).toMatchObject({ state: 'done', done: 0, skipped: 1 })
  expect(await invoiceWith('C-1')).toMatchObject({ total: 80, open: 75 })
})

test('credit is unapplied, pays what the owner chooses, and is replaced only while nothing of it is used', async () => {
  const { id, name } = await account()
  const file = (credit: string) =>
    csv([
      [name, 'CM-1', '', '', '', credit, ''],
      [name, 'D-1', dayBefore(5), '', '', '90', ''],
    ])
  await carryOut(KIND, file('(50.00)'))
  expect((await ledgerOf(id)).ages).toMatchObject({ credit: 50, balance: 40 })
  expect((await preview(KIND, file('-50'))).counts).toMatchObject({ same: 2, create: 0 })
  await carryOut(KIND, file('40.00-'))
  expect((await ledgerOf(id)).ages).toMatchObject({ credit: 40, balance: 50 })
  const before = await accounting()
  expect((await opened.owner.post(`/api/ledgers/${id}/credit`)).status).toBe(200)
  expect(await invoiceWith('D-1')).toMatchObject({
    open: 50,
    settlements: [{ text: 'Credit of our former system CM-1', amount: 40 }],
  })
  const used = await preview(KIND, file('(30.00)'))
  expect(used.counts).toMatchObject({ same: 2, change: 0 })
  expect((await items(used._id, 'same'))[0].notes[0]).toContain('Something of it is used here')
  expect(await accounting()).toEqual(before)
  const receipt = (await ledgerOf(id)).receipts.find(({ amount }: { amount: number }) => amount === 40)
  await opened.owner.post(`/api/receipts/${receipt._id}/undo`, { reason: 'Not ours' })
  expect((await ledgerOf(id)).ages).toMatchObject({ credit: 0, balance: 90 })
  const again = await preview(KIND, file('(30.00)'))
  expect((await items(again._id, 'same'))[0].notes[0]).toContain('It was taken back here')
  expect(await accounting()).toEqual(before)
})

test('taken over invoices are credited in part and voided without a booking of sales, and remind only at their next step', async () => {
  const { id, name } = await account({ billing_email: 'bills@cafe-of-reminders.test' })
  await carryOut(
    KIND,
    csv([
      [name, 'I-1', dayBefore(60), dayBefore(20), '', '100', ''],
      [name, 'I-2', dayBefore(60), dayBefore(20), '', '60', ''],
    ]),
  )
  const before = await accounting()
  const first = await invoiceWith('I-1')
  const credit = (body: object) =>
    opened.owner.post(`/api/invoices/${first._id}/credits`, { lines: [], reason: 'Agreed', ...body })
  expect((await credit({ amount: 100.01 })).status).toBe(409)
  expect((await credit({})).status).toBe(409)
  expect((await credit({ amount: 40 })).status).toBe(201)
  expect((await credit({ amount: 61 })).status).toBe(409)
  expect(await invoiceWith('I-1')).toMatchObject({ open: 60, credits: [{ total: 40 }] })
  const second = await invoiceWith('I-2')
  expect((await opened.owner.post(`/api/invoices/${second._id}/void`)).status).toBe(200)
  const after = await accounting()
  expect([after.goods, after.tax, after.invoiced]).toEqual([before.goods, before.tax, before.invoiced])
  expect(after.goodwill - before.goodwill).toBe(40)
  const back = await preview(KIND, csv([[name, 'I-2', dayBefore(60), dayBefore(20), '', '70', '']]))
  expect((await items(back._id, 'same'))[0].notes[0]).toContain('It was voided here')
  const own = (await opened.owner.get(`/api/invoices/${await invoiced(opened.shop, id)}`)).body
  expect(
    (await opened.owner.post(`/api/invoices/${own._id}/credits`, { lines: [], amount: 5, reason: 'No' }))
      .status,
  ).toBe(409)

  const reminders = async () =>
    (
      await opened.shop.db
        .selectFrom('outbox')
        .select('id')
        .where('kind', '=', 'invoice-reminder')
        .where('recipient', '=', 'bills@cafe-of-reminders.test')
        .execute()
    ).length
  // No reminder goes out before eight in the morning.
  const toMorning = (day: string) =>
    opened.shop.clock.advance(Date.parse(utcOf({ day, time: '10:00' })) - opened.shop.clock.now().getTime())
  toMorning(dayBefore(-1))
  await remindOfInvoices(opened.shop.shop)
  expect(await reminders()).toBe(0)
  toMorning(dayBefore(-10))
  await remindOfInvoices(opened.shop.shop)
  expect(await reminders()).toBe(1)
  await signIn()
})
