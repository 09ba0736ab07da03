import type { OrderForm } from '#shared/wholesale/api/account-orders.ts'
import { toCents, toDollars } from '#shared/kernel/pricing.ts'
import { gramsOf, missingTo } from '#shared/wholesale/order-sums.ts'
import { poundsOf, priceInOrder } from '#shared/wholesale/prices.ts'
import { taxOfLines } from '#shared/wholesale/tax.ts'
import type { Line } from '../lines/lines.tsx'

export type Sums = ReturnType<typeof sumsOf>

/** The sums of the lines, in dollars; `total` is null if the price of shipping is not known before it is ordered. */
export function sumsOf(form: OrderForm, lines: readonly Line[]) {
  const ordered = lines.flatMap(({ sizeId, qty }) => {
    const row = form.rows.find((each) => each.sizeId === sizeId)
    return row && qty > 0 ? [{ ...row, qty, ownCents: toCents(row.price) }] : []
  })
  const grams = gramsOf(ordered)
  const floorCents = form.floor === null ? null : toCents(form.floor)
  const prices = { percentOff: null, floorCents, breaks: form.breaks, prices: [] }
  const priced = ordered.map((line) => ({
    ...line,
    priceCents: priceInOrder(prices, { ...line, id: line.sizeId, cents: line.ownCents }, grams),
  }))
  const itemsCents = priced.reduce((sum, { priceCents, qty }) => sum + priceCents * qty, 0)
  const taxCents = taxOfLines(priced, HERE, { state: HERE, thousandths: form.taxThousandths })
  return {
    pieces: ordered.reduce((sum, { qty }) => sum + qty, 0),
    grams,
    itemsCents,
    pounds: poundsOf(grams),
    items: toDollars(itemsCents),
    tax: toDollars(taxCents),
    total: form.location.handover === 'parcel' ? null : toDollars(itemsCents + taxCents),
  }
}

/** The form says the tax of its location already. */
const HERE = 'VA'

/** What an order lacks to the minimum, in words; empty if it is enough. */
export function missingText({ minimum }: OrderForm, sums: Pick<Sums, 'grams' | 'itemsCents'>): string {
  const missing = missingTo(minimum, sums)
  if (missing === 0) return ''
  return minimum.kind === 'grams'
    ? `${poundsOf(missing)} lb are missing`
    : `$${toDollars(missing)} are missing`
}
