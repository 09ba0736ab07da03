/** Orders with given times of payment and refunds, and their export, for tests of sales. */
import { expect } from 'vitest'
import { type CartLines, VIENNA, pay, placed } from '#test/purchase.ts'
import type { TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'

/** @param admin makes the refunds and reads the export */
export function salesOf(shop: TestShop, admin: SignedInVisitor) {
  /** A paid order with the given time of payment. */
  async function sold(
    lines: CartLines,
    at: string,
    { name = 'Ann Buyer', address = VIENNA }: { name?: string; address?: typeof VIENNA } = {},
  ): Promise<string> {
    const buyer = await signedIn(shop, { name })
    const id = await placed(buyer, lines, address)
    expect((await pay(shop, buyer, id)).status).toBe(200)
    await shop.db.updateTable('orders').set({ created_at: at, paid_at: at }).where('id', '=', id).execute()
    return id
  }

  async function refund(id: string, at: string): Promise<void> {
    await refundItems(id, {}, at)
    await shop.db.updateTable('orders').set({ closed_at: at }).where('id', '=', id).execute()
  }

  async function refundItems(id: string, request: object, at: string): Promise<void> {
    const { status, body } = await admin.post(`/api/orders/${id}/refund`, request)
    expect(status).toBe(200)
    await shop.db
      .updateTable('refunds')
      .set({ completed_at: at })
      .where('id', '=', body.refunds.at(-1)._id)
      .execute()
  }

  async function read(
    query: string,
  ): Promise<{ rows: Record<string, string>[]; sums: Record<string, string>[] }> {
    const { status, text, headers } = await admin.get(`/api/orders/export?${query}`)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(text.startsWith('\ufeffDate,Order,')).toBe(true)
    const [head, ...lines] = parse(text.slice(1))
    const all = lines.map((cells) =>
      Object.fromEntries(head!.map((name, index) => [name, cells[index] ?? ''])),
    )
    const end = all.findIndex((row) => row['Date'] === '')
    return { rows: all.slice(0, end), sums: all.slice(end + 1) }
  }
  return { sold, refund, refundItems, read }
}

/** Parses CSV (RFC 4180), independently of the code under test. */
function parse(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)!.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'))
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}

export const cents = (dollars: unknown) => Math.round(Number(dollars) * 100)
