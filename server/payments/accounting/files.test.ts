import { expect, test } from 'vitest'
import { ACCOUNTING_DEFAULTS } from '#shared/platform/settings/accounting.ts'
import { csvRows } from '#server/kernel/text/csv.ts'
import type { Line } from './bookings.ts'
import { countParts, writeFile } from './files.ts'
import { journalsOf } from './journals.ts'

const PAYMENT: Line = {
  source: 'payment:1',
  kind: 'payment',
  order_id: 'order-1',
  order_number: '=1+1',
  happened_at: '2026-11-03T12:00:00.000Z',
  day: '2026-11-03',
  corrects: null,
  deliveries: '[]',
  goods_cents: 3700,
  shipping_cents: 595,
  tax_cents: 37,
  goodwill_cents: 0,
  other_cents: 0,
  fee_cents: 200,
  discount_cents: 150,
  gift_card_cents: 0,
  till_cents: 0,
  machine_cents: 0,
  rounding_cents: 0,
  over_short_cents: 0,
  cash_move_cents: 0,
  bank_cents: 0,
  receivable_cents: 0,
  paid_with: 'paypal',
  lacks_fee: 0,
}
const REFUND: Line = {
  ...PAYMENT,
  source: 'refund:1',
  kind: 'refund',
  goods_cents: -1850,
  shipping_cents: 0,
  tax_cents: -18,
  goodwill_cents: -100,
  fee_cents: -10,
}
/** Money that PayPal gave back after the month was closed. */
const CORRECTION: Line = {
  ...REFUND,
  corrects: '2026-10-30',
  goods_cents: 500,
  tax_cents: 5,
  goodwill_cents: 0,
}
const LINES = [PAYMENT, REFUND, CORRECTION]

/** The cells of the first part of a file. */
const rowsOf = (file: Parameters<typeof writeFile>[0], lines = LINES) =>
  csvRows(writeFile(file, 1, lines, ACCOUNTING_DEFAULTS)!)

test('every journal entry adds up to 0, also for corrections', () => {
  const journals = journalsOf(LINES)
  expect(journals.map(({ number }) => number)).toEqual(['FRAME-20261103', 'FRAME-20261103C'])
  for (const { postings } of journals) expect(postings.reduce((sum, { cents }) => sum + cents, 0)).toBe(0)
})

test('QuickBooks gets debits and credits of named accounts, with American dates', () => {
  const [head, ...rows] = rowsOf('quickbooks-journal')
  expect(head).toEqual(['Journal No', 'Journal Date', 'Account Name', 'Debits', 'Credits', 'Description'])
  expect(rows.slice(0, 3)).toEqual([
    ['FRAME-20261103', '11/03/2026', 'PayPal Clearing', '43.32', '', 'Payments received'],
    ['FRAME-20261103', '11/03/2026', 'Sales of Product Income', '', '37', 'Goods sold'],
    ['FRAME-20261103', '11/03/2026', 'Shipping Income', '', '5.95', 'Shipping charged'],
  ])
  const sum = (column: number) => rows.reduce((all, row) => all + Math.round(Number(row[column]) * 100), 0)
  expect(sum(3)).toBe(sum(4))
  expect(rowsOf('quickbooks-bank').slice(0, 3)).toEqual([
    ['Date', 'Description', 'Amount'],
    ['11/03/2026', 'Payment, order =1+1', '43.32'],
    ['11/03/2026', 'PayPal fee, order =1+1', '-2'],
  ])
})

test('Xero gets signed amounts of account codes, with dates that are the same in every region', () => {
  const [head, ...rows] = rowsOf('xero-journal')
  expect(head!.slice(0, 6)).toEqual([
    '*Narration',
    '*Date',
    'Description',
    '*AccountCode',
    '*TaxRate',
    '*Amount',
  ])
  expect(rows[1]!.slice(0, 6)).toEqual([
    'Shop sales of 2026-11-03',
    '03 Nov 2026',
    'Goods sold',
    '4000',
    'Tax Exempt (0%)',
    '-37',
  ])
  expect(rows.reduce((sum, row) => sum + Math.round(Number(row[5]) * 100), 0)).toBe(0)
  expect(rowsOf('xero-bank')[1]).toEqual([
    '03 Nov 2026',
    '43.32',
    'PayPal',
    'Payment, order =1+1',
    '=1+1',
    '',
  ])
})

test('the file of orders names the subscription and the number of the delivery', () => {
  const deliveries = JSON.stringify([
    { subscription: 'sub-1', number: 1 },
    { subscription: 'sub-2', number: 1 },
  ])
  const [head = [], first, second] = rowsOf('orders', [{ ...PAYMENT, deliveries }, REFUND])
  const at = head.indexOf('Subscription')
  expect(at).toBeGreaterThan(0)
  expect([first?.[at], second?.[at]]).toEqual(['sub-1, delivery 1; sub-2, delivery 1', ''])
})

test('the files name the method that paid, and statements of the account only other methods than PayPal', () => {
  const venmo = { ...PAYMENT, paid_with: 'venmo' }
  const lines = [PAYMENT, venmo, { ...REFUND, paid_with: 'google_pay' }, { ...PAYMENT, paid_with: '' }]
  const [head = [], ...rows] = rowsOf('orders', lines)
  const at = head.indexOf('Paid with')
  expect(at).toBeGreaterThan(0)
  expect(rows.map((row) => row[at])).toEqual(['PayPal', 'Venmo', 'Google Pay', ''])
  const [, ...movements] = rowsOf('quickbooks-bank', lines)
  expect(movements.map(([, text]) => text).filter((text) => !text!.startsWith('PayPal fee'))).toEqual([
    'Payment, order =1+1',
    'Payment (Venmo), order =1+1',
    'Refund (Google Pay), order =1+1',
    'Payment, order =1+1',
  ])
})

test('a spreadsheet does not run a text as a formula', () => {
  expect(writeFile('orders', 1, LINES, ACCOUNTING_DEFAULTS)).toContain(",'=1+1,")
  expect(writeFile('xero-bank', 1, LINES, ACCOUNTING_DEFAULTS)).toContain(",'=1+1,")
})

test('a large month is split into files that the software accepts, without cutting an entry', () => {
  const days = Array.from({ length: 30 }, (_, index) => `2026-11-${String(index + 1).padStart(2, '0')}`)
  const lines = days.flatMap((day) =>
    Array.from({ length: 50 }, () => [
      { ...PAYMENT, day, other_cents: 1 },
      { ...REFUND, day, other_cents: -1, shipping_cents: -5 },
    ]).flat(),
  )
  const parts = Object.fromEntries(countParts(lines).map((each) => [each.file, each.parts]))
  expect(parts).toMatchObject({ days: 1, orders: 1, 'xero-journal': 2, 'xero-bank': 6, 'quickbooks-bank': 6 })
  const texts = [1, 2].map((part) => writeFile('xero-journal', part, lines, ACCOUNTING_DEFAULTS)!)
  const rows = texts.map((text) => csvRows(text).slice(1))
  for (const part of rows) {
    expect(part.length).toBeLessThanOrEqual(300)
    expect(part.reduce((sum, row) => sum + Math.round(Number(row[5]) * 100), 0)).toBe(0)
  }
  expect(rows.flat()).toHaveLength(30 * 13)
  expect(writeFile('xero-journal', 3, lines, ACCOUNTING_DEFAULTS)).toBeNull()
})

test('a month without bookings has files with only their headers', () => {
  expect(rowsOf('xero-journal', [])).toHaveLength(1)
  expect(rowsOf('quickbooks-bank', [])).toHaveLength(1)
})
