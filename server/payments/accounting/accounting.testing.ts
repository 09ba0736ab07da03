/** The admin's requests to the bookkeeping, and sales to book, for tests. */
import { expect } from 'vitest'
import type { AccountingMonth, Booking } from '#shared/payments/api/accounting.ts'
import { approve, placed, VIENNA } from '#test/purchase.ts'
import type { TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import { settle } from '../capture/settle.ts'

/** A year that has not begun, so that tests can choose the days of their sales. */
export const YEAR = new Date().getFullYear() + 1

export type Sale = { id: string; paypalId: string }

export function cents(dollars: number): number {
  return Math.round(dollars * 100)
}

export function sumOf<T>(all: readonly T[], dollars: (one: T) => number): number {
  return all.reduce((sum, one) => sum + cents(dollars(one)), 0)
}

/** @param at returns the shop of the current test */
export function bookkeeper(at: () => TestShop) {
  /** Sessions expire when a test advances the clock. */
  const owner = () => signedIn(at(), { name: 'Olive Owner', isAdmin: true })

  function goTo(time: string): void {
    at().clock.advance(Date.parse(time) - at().clock.now().getTime())
  }

  async function read(month: string): Promise<AccountingMonth> {
    const { status, body } = await (await owner()).get(`/api/accounting/months/${month}`)
    expect([status, body.message]).toEqual([200, undefined])
    return body
  }

  async function bookingsOf(month: AccountingMonth): Promise<Booking[]> {
    const admin = await owner()
    const days = await Promise.all(
      month.days.map(({ day }) => admin.get(`/api/accounting/months/${month.month}/days/${day}`)),
    )
    return days.flatMap(({ body }) => body.bookings)
  }

  async function close(month: string): Promise<AccountingMonth> {
    const { stamp } = await read(month)
    const { status, body } = await (await owner()).post(`/api/accounting/months/${month}/close`, { stamp })
    expect([status, body.message]).toEqual([200, undefined])
    return body
  }

  async function fileOf(month: string, file: string): Promise<string> {
    const { status, text } = await (await owner()).get(`/api/accounting/months/${month}/files/${file}`)
    expect(status).toBe(200)
    return text
  }

  async function sale(qty = 1, address = VIENNA) {
    const buyer = await signedIn(at())
    const priceCents = 1000 + Math.floor(Math.random() * 3000)
    const id = await placed(buyer, [{ _id: await at().sell({ priceCents, stock: 50 }), qty }], address)
    const paypalId = await approve(at(), buyer, id)
    expect((await buyer.put(`/api/orders/${id}/pay`, { id: paypalId })).status).toBe(200)
    return { id, paypalId }
  }

  async function refund(id: string, request: object): Promise<string> {
    const { status, body } = await (await owner()).post(`/api/orders/${id}/refund`, request)
    expect([status, body.message]).toEqual([200, undefined])
    return body.refunds.at(-1)._id
  }

  /** Reads the payment from PayPal and records its state, as after a webhook. */
  async function settleAgain({ id, paypalId }: { id: string; paypalId: string }): Promise<void> {
    const row = await at()
      .db.selectFrom('payments')
      .selectAll()
      .where('order_id', '=', id)
      .executeTakeFirstOrThrow()
    await settle(at().shop, row, (await at().shop.providers.payments.getPayment(paypalId))!)
  }

  return { owner, goTo, read, bookingsOf, close, fileOf, sale, refund, settleAgain }
}
