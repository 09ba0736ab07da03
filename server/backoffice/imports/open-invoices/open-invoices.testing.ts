/** Test helpers: a shop with an owner who imports open invoices, and checks of its ledger and its books after each test. */
import { afterEach, beforeEach, expect } from 'vitest'
import type { ImportItem } from '#shared/backoffice/api/imports.ts'
import { DAY } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { account as accountWith, ledgerViolations } from '#server/wholesale/invoices/ledger.testing.ts'
import { signedIn } from '#test/signed-in.ts'
import { importingShop } from '../import.testing.ts'

export const KIND = 'open-invoices'

const HEAD = ['Account', 'Invoice number', 'Invoice date', 'Due date', 'Total', 'Open amount', 'PO']
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`

/** The rows of a file below its column names. */
export const csv = (rows: string[][], head = HEAD) =>
  [head, ...rows].map((row) => row.map(quoted).join(',')).join('\r\n')

/** The same with a last column for the email. */
export const csvWithEmail = (rows: string[][]) => csv(rows, [...HEAD, 'Billing email'])

export function ledgerShop() {
  const importing = importingShop()
  const { opened, items } = importing
  const signIn = async () => {
    opened.owner = await signedIn(opened.shop, { role: 'owner', name: 'Olive Owner' })
  }
  beforeEach(signIn)
  afterEach(async () => {
    expect(await ledgerViolations(opened.shop.db)).toEqual([])
    const { total } = (await opened.owner.get('/api/ageing')).body
    const books = await opened.owner.get(`/api/accounting/months/${today().slice(0, 7)}`)
    expect(books.body.receivables).toBe(total.balance)
  })

  let count = 0
  /** An account with a name of its own. */
  const account = async (columns: object = {}): Promise<{ id: string; name: string }> => {
    const name = `Cafe ${++count} LLC`
    return { name, id: await accountWith(opened.shop, { legal_name: name, trade_name: '', ...columns }) }
  }
  const dayBefore = (days: number) =>
    nowAt({ now: () => new Date(opened.shop.clock.now().getTime() - days * DAY) }).day
  const today = () => dayBefore(0)
  const ledgerOf = async (id: string) => (await opened.owner.get(`/api/ledgers/${id}`)).body
  const invoiceWith = async (number: string) => {
    const row = await opened.shop.db
      .selectFrom('invoices')
      .select('id')
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
    return (await opened.owner.get(`/api/invoices/${row.id}`)).body
  }
  /** The sums of the books of this month. */
  const accounting = async () =>
    (await opened.owner.get(`/api/accounting/months/${today().slice(0, 7)}`)).body.total
  /** Records money of an account; a check if not said otherwise. */
  const receive = (id: string, amount: number, more: object = {}) =>
    opened.owner.post(`/api/ledgers/${id}/receipts`, {
      kind: 'check',
      amount,
      receivedOn: today(),
      reference: `${amount}-${++count}`,
      ...more,
    })
  /** Row, column and text of each problem of a preview. */
  const problems = async (id: string): Promise<[number, string, string][]> =>
    (await items(id, 'broken')).flatMap(({ problems: all }: ImportItem) =>
      all.map(({ row, column, problem }) => [row, column, problem]),
    )
  return {
    ...importing,
    signIn,
    account,
    dayBefore,
    today,
    ledgerOf,
    invoiceWith,
    accounting,
    receive,
    problems,
  }
}
