/** Staff who sell at the counter of a shop that is killed, and record what it acknowledged. */
import { randomUUID } from 'node:crypto'
import type { CartLines } from '../purchase.ts'
import { Unexpected } from './buying.ts'
import { NoResponse, type Caller } from './caller.ts'

/** A sale in cash or with the card machine, of which a part may be given back. */
type Sale = {
  key: string
  body: object
  order: string | null
  total: number
  isRefunded: boolean
  /** Sold out. */
  isOver: boolean
}

export type Teller = { staff: Caller; sales: Sale[] }

function newSale(orderItems: CartLines): Sale {
  const kind = Math.random() < 0.5 ? 'cash' : 'machine'
  const payment = { by: 'tender', tender: { kind } }
  const body = { via: 'counter', person: {}, taken: true, orderItems, payment }
  return { key: randomUUID(), body, order: null, total: 0, isRefunded: false, isOver: false }
}

/** Finishes the interrupted sale, and sells until the shop is killed. Returns a sentence if the shop answered wrongly. */
export async function sellUntilKilled(
  { staff, sales }: Teller,
  origin: string,
  cart: () => CartLines,
): Promise<string[]> {
  staff.origin = origin
  try {
    const unfinished = sales.at(-1)
    if (unfinished) await finishSale(staff, unfinished)
    for (;;) {
      const sale = newSale(cart())
      sales.push(sale)
      await finishSale(staff, sale)
    }
  } catch (error) {
    return error instanceof NoResponse ? [] : [(error as Error).stack ?? String(error)]
  }
}

/** Sells, and gives a dollar back for some sales; a repeated call repeats neither. */
async function finishSale(staff: Caller, sale: Sale): Promise<void> {
  if (sale.isOver) return
  if (sale.order === null) {
    const answer = await staff.post('/api/counter/orders', sale.body, { 'idempotency-key': sale.key })
    if (answer.status === 409 && answer.body.code === 'stock') return void (sale.isOver = true)
    if (answer.status !== 201) throw new Unexpected('Selling at the counter', answer)
    sale.order = answer.body._id
    sale.total = answer.body.totalPrice
  }
  if (sale.isRefunded || Number.parseInt(sale.key[0]!, 16) > 3) return
  const refund = await staff.post(
    `/api/orders/${sale.order}/refund`,
    { amount: 1 },
    { 'idempotency-key': sale.key },
  )
  if (refund.status !== 200) throw new Unexpected('Giving back a dollar', refund)
  sale.isRefunded = true
}

/** Compares what the shop acknowledged with what it has. Finishes the interrupted sale first. */
export async function checkSales({ staff, sales }: Teller, origin: string): Promise<string[]> {
  staff.origin = origin
  const unfinished = sales.at(-1)
  if (unfinished) await finishSale(staff, unfinished)
  const wrong: string[] = []
  for (const { order, total, isRefunded } of sales) {
    if (order === null) continue
    const { status, body, text } = await staff.get(`/api/counter/orders/${order}`)
    const amounts = body.tenders?.map(({ amount }: { amount: number }) => amount)
    const expected = isRefunded ? [total, -1] : [total]
    if (status !== 200 || body.state !== 'delivered' || String(amounts) !== String(expected))
      wrong.push(`A sale at the counter of ${total} is now ${status} ${text}`)
  }
  return wrong
}
