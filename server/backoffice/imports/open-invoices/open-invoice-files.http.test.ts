/** Files of open invoices: how accounts, numbers, days and columns are understood. */
import { expect, test } from 'vitest'
import type { ImportItem } from '#shared/backoffice/api/imports.ts'
import { account as accountWith, invoiced } from '#server/wholesale/invoices/ledger.testing.ts'
import { csv, csvWithEmail, KIND, ledgerShop } from './open-invoices.testing.ts'

const { opened, account, carryOut, dayBefore, items, ledgerOf, preview, problems, start, today } =
  ledgerShop()

const daysOf = async (id: string) =>
  ((await items(id, 'create')) as ImportItem[]).map(
    ({ changes }) => changes.find(({ field }) => field === 'Invoice date')!.after,
  )

test('numbers that are taken are refused, and the own series stays without gap', async () => {
  const { id, name } = await account()
  const other = await account()
  const own = (await opened.owner.get(`/api/invoices/${await invoiced(opened.shop, id)}`)).body.number
  await opened.shop.db.updateTable('invoices').set({ number: 'X-1' }).where('number', '=', own).execute()
  await carryOut(KIND, csv([[other.name, 'E-1', dayBefore(5), '', '', '10', '']]))
  const run = await preview(
    KIND,
    csv([
      [name, own, dayBefore(5), '', '', '10', ''],
      [name, 'X-1', dayBefore(5), '', '', '10', ''],
      [name, 'E-1', dayBefore(5), '', '', '10', ''],
      [other.name, 'E-1', dayBefore(5), '', '', '-10', ''],
      [name, 'E-2', dayBefore(5), '', '', '10', ''],
    ]),
  )
  expect(run.counts).toMatchObject({ create: 1, broken: 4 })
  expect(await problems(run._id)).toEqual([
    [2, 'Invoice number', 'This shop gives such numbers itself. Put something before it, such as OLD-'],
    [3, 'Invoice number', 'This shop has issued an invoice with this number'],
    [4, 'Invoice number', `${other.name} has this number already`],
    [5, 'Invoice number', 'Row 4 has this number, too. Each invoice needs a number of its own'],
  ])
  await start(run._id)
  const numbers = (await opened.owner.get('/api/invoice-numbers')).body
  const next = (await opened.owner.get(`/api/invoices/${await invoiced(opened.shop, id)}`)).body.number
  expect(next).toBe(`W-${today().slice(0, 4)}-${String(numbers.invoice).padStart(4, '0')}`)
})

test('accounts are found by name, billing email and number, and rows that are not understood are named', async () => {
  const twin = await account({ billing_email: 'one@twins.example' })
  await accountWith(opened.shop, { legal_name: twin.name, billing_email: 'two@twins.example' })
  const row = (name: string, number: string, email = '', more: Record<number, string> = {}) =>
    [name, number, dayBefore(5), '', '', '10', '', email].map((cell, index) => more[index] ?? cell)
  const run = await preview(
    KIND,
    csvWithEmail([
      row(twin.name, 'F-1', 'ONE@twins.example'),
      row('', 'F-2', 'two@twins.example'),
      row(twin.id, 'F-3'),
      row('one@twins.example', 'F-4'),
      row(twin.name, 'F-5'),
      row('Nobody Inc', 'F-6'),
      row('', 'F-7'),
      row(twin.id, ''),
      row(twin.id, 'F-8', '', { 5: 'ten' }),
      row(twin.id, 'F-9', '', { 5: '' }),
      row(twin.id, 'F-10', '', { 2: '31/31/2026' }),
      row(twin.id, 'F-11', '', { 2: '2999-01-01' }),
      row(twin.id, 'F-12', '', { 2: '' }),
      row(twin.id, 'F-13', '', { 3: dayBefore(9) }),
      row(twin.id, 'F-14', '', { 4: '9.99' }),
      row(twin.id, 'F-15', '', { 5: '10.005' }),
      row(twin.id, 'F'.repeat(41)),
      row(twin.id, 'F-17', '', { 5: '0' }),
      row(twin.id, 'F-18', '', { 5: '1e9' }),
      row(twin.id, 'F-19', '', { 5: '1234567' }),
    ]),
  )
  expect(run.counts).toMatchObject({ create: 4, same: 1 })
  const all = await problems(run._id)
  expect(all.map(([at, column]) => [at, column])).toEqual([
    [6, 'Account'],
    [7, 'Account'],
    [8, 'Account'],
    [9, 'Invoice number'],
    [10, 'Open amount'],
    [11, 'Open amount'],
    [12, 'Invoice date'],
    [13, 'Invoice date'],
    [14, 'Invoice date'],
    [15, 'Due date'],
    [16, 'Total'],
    [17, 'Open amount'],
    [18, 'Invoice number'],
    [20, 'Open amount'],
    [21, 'Open amount'],
  ])
  expect(all[0]![2]).toBe('Several accounts fit. Write the billing email of one, or its number')
  expect(all[1]![2]).toBe('There is no such account. Import the accounts first')
  expect(await start(run._id)).toMatchObject({ done: 4, skipped: 0 })
  expect((await ledgerOf(twin.id)).ages.balance).toBe(30)
})

test('days are read as in the US, and the preview says which could be read in another way', async () => {
  const { name } = await account()
  const dates = (cells: string[]) =>
    csv(cells.map((cell, index) => [name, `G-${index}`, cell, '', '', '1', '']))
  const us = await preview(
    KIND,
    dates(['3/4/2026', '03/15/26', 'Mar 4, 2026', '2026-03-04 00:00:00', '4-Mar-2026']),
  )
  expect(us.remarks[0]).toContain('The month is read first: 3/4/2026 is March 4, 2026.')
  expect(await daysOf(us._id)).toEqual([
    'Mar 4, 2026',
    'Mar 15, 2026',
    'Mar 4, 2026',
    'Mar 4, 2026',
    'Mar 4, 2026',
  ])
  const elsewhere = await preview(KIND, dates(['3/4/2026', '15/3/2026']))
  expect(elsewhere.remarks[0]).toContain('The day is read first: 3/4/2026 is April 3, 2026.')
  const both = await preview(KIND, dates(['3/4/2026', '15/3/2026', '3/15/2026']))
  expect(both.counts).toMatchObject({ create: 2, broken: 1 })
  expect((await problems(both._id))[0]![2]).toContain('Write this one as 2026-12-31')
})

test('a report with titles and totals is read, and a file without the columns is refused', async () => {
  const { name } = await account()
  const report = [
    'Frame Roasters',
    'Open Invoices',
    'Date,Transaction type,Num,Customer,Due date,Amount,Open balance',
    `${dayBefore(9)},Invoice,H-1,"${name}",${dayBefore(2)},50,25`,
    ',,,,,,',
    `"Total for ${name}",,,,,50,25`,
  ].join('\n')
  const run = await preview(KIND, report)
  expect(run.counts).toMatchObject({ create: 1, broken: 1 })
  expect(run.remarks).toEqual(['Columns that are not used: Transaction type.'])
  const refused = await preview(KIND, 'Name,Email\nAnn,ann@example.com')
  expect(refused).toMatchObject({ state: 'failed' })
  expect(refused.problem).toContain('Account, Invoice number and Open amount')
})

test('the sample can be imported when the accounts are there', async () => {
  await accountWith(opened.shop, { legal_name: 'Mosaic Coffee LLC' })
  await accountWith(opened.shop, { legal_name: 'Harbor Market Inc' })
  const sample = await opened.owner.get('/api/imports/sample?kind=open-invoices')
  const run = await preview(KIND, sample.text)
  expect(run).toMatchObject({ state: 'ready', remarks: [], counts: { create: 3, broken: 0 } })
})
