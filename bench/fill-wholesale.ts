/** Fills in accounts of wholesale with years of orders for the van, invoices, payments and credit notes. */
import { sql } from 'kysely'
import { addDays } from '#shared/kernel/days.ts'
import { fold } from '#server/kernel/db/search.ts'
import type { Rows } from './insert.ts'
import { evenlySpacedTimes, randomNumbers } from './years.ts'

export type WholesaleSizes = { accounts: number; invoices: number }

const PLACE = {
  address: '120 Church Street NE',
  address2: '',
  city: 'Vienna',
  state: 'VA',
  postal_code: '22180',
  country: 'US',
}

export async function addWholesale(rows: Rows, { accounts, invoices }: WholesaleSizes): Promise<void> {
  const companies = await addAccounts(rows, accounts)
  await addInvoices(rows, companies, invoices)
  await rows.flush()
  await markOrders(rows, companies)
}

/** Each account has a location with its own id. */
async function addAccounts(rows: Rows, count: number): Promise<string[]> {
  const ids: string[] = []
  for (const { at, id } of evenlySpacedTimes(count)) {
    const name = `Cafe ${ids.length} LLC`
    const times = { created_at: at, updated_at: at }
    await rows.add('companies', {
      ...PLACE,
      ...times,
      id,
      legal_name: name,
      trade_name: `Cafe ${ids.length}`,
      kind: 'cafe',
      billing_email: `bills${ids.length}@example.com`,
      status: 'approved',
      terms: 'net',
      net_days: 30,
      percent_off: 30,
      search_text: fold(name),
    })
    await rows.add('locations', {
      ...PLACE,
      ...times,
      id,
      company_id: id,
      name: 'Church Street',
      recipient: name,
      weekdays: '2,4',
    })
    ids.push(id)
  }
  return ids
}

/** Invoices are due after a month. Most are paid then, some late, some in two parts, and one in 25 has a credit note. */
async function addInvoices(rows: Rows, companies: string[], count: number): Promise<void> {
  const random = randomNumbers(12)
  const today = new Date().toISOString().slice(0, 10)
  let index = 0
  for (const { at, id } of evenlySpacedTimes(count)) {
    const company_id = companies[(index * 7) % companies.length]!
    const day = at.slice(0, 10)
    const total = 5000 + random(60_000)
    const paidOn = addDays(day, 5 + random(random(20) === 0 ? 300 : 50))
    const credited = index % 25 === 0 ? Math.floor(total / 10) : 0
    const isPaid = paidOn < today
    const number = `W-${day.slice(0, 4)}-${String(++index).padStart(5, '0')}`
    await rows.add(
      'invoices',
      invoice({ id, at, company_id, number, total, settled: isPaid ? total : credited }),
    )
    await rows.add('invoice_lines', line(id, day, total))
    const of = { id, company_id }
    if (credited > 0) await addCredit(rows, { ...of, at, number: number.replace('W', 'C'), cents: credited })
    const paid = { ...of, at: `${paidOn}T15:00:00.000Z`, cents: total - credited }
    if (isPaid) await addReceipt(rows, paid)
    if (credited > 0)
      await allocate(rows, { ...of, at, cents: credited }, { receipt_id: null, credit_id: id })
    if (isPaid) await allocate(rows, paid, { receipt_id: id, credit_id: null })
  }
}

type Paper = { id: string; at: string; company_id: string; number: string }

function invoice({ id, at, company_id, number, total, settled }: Paper & { total: number; settled: number }) {
  const day = at.slice(0, 10)
  return {
    id,
    company_id,
    location_id: company_id,
    number,
    data: JSON.stringify({
      seller: { name: 'FRAME', lines: [], email: '', phone: '' },
      buyer: { name: '', lines: [] },
    }),
    delivered_on: day,
    issued_at: at,
    issued_on: day,
    due_on: addDays(day, 30),
    items_cents: total,
    shipping_cents: 0,
    tax_cents: 0,
    total_cents: total,
    settled_cents: settled,
    search_text: fold(number),
  }
}

function line(invoice_id: string, left_on: string, cents: number) {
  const of = {
    order_id: null,
    order_position: 0,
    product_id: null,
    name: 'House Blend',
    qty: 1,
    tax_cents: 0,
  }
  return { invoice_id, position: 0, ...of, price_cents: cents, cents, left_on }
}

async function addCredit(
  rows: Rows,
  { id, at, company_id, number, cents }: Paper & { cents: number },
): Promise<void> {
  const day = at.slice(0, 10)
  await rows.add('credit_notes', {
    id,
    company_id,
    invoice_id: id,
    number,
    data: '{}',
    issued_at: at,
    issued_on: day,
    items_cents: cents,
    shipping_cents: 0,
    tax_cents: 0,
    total_cents: cents,
    left_cents: 0,
    goods_back: 0,
    reason: 'Stale',
    actor: 'Ann O’Neil',
  })
}

type Paid = { id: string; at: string; company_id: string; cents: number }

async function addReceipt(rows: Rows, { id, at, company_id, cents }: Paid): Promise<void> {
  const day = at.slice(0, 10)
  await rows.add('receipts', {
    id,
    company_id,
    kind: 'check',
    cents,
    left_cents: 0,
    day,
    received_on: day,
    reference: id,
    actor: 'Ann O’Neil',
    at,
  })
}

type Source = { receipt_id: string | null; credit_id: string | null }

function allocate(rows: Rows, { id, at, company_id, cents }: Paid, source: Source): Promise<void> {
  const of = { company_id, invoice_id: id, cents, day: at.slice(0, 10), at }
  return rows.add('allocations', { id: source.credit_id ? `${id}c` : id, ...source, ...of })
}

/** Every second order is of an account, and was taken to it by the van. Some of the last days are still to be delivered. */
async function markOrders({ db }: Rows, companies: string[]): Promise<void> {
  const { rows: orders } = await sql<{ id: string }>`
    select id from orders where state in ('delivered', 'paid') order by id`.execute(db)
  const some = orders.filter((_, index) => index % 2 === 0)
  for (const [index, company] of companies.entries()) {
    const own = some.filter((_, at) => at % companies.length === index).map(({ id }) => id)
    await db
      .updateTable('orders')
      .set((eb) => ({
        company_id: company,
        location_id: company,
        handover: 'van',
        delivers_on: sql<string>`substr(${eb.ref('created_at')}, 1, 10)`,
      }))
      .where('id', 'in', own)
      .execute()
  }
}
