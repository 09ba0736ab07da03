/** What an order of an account must fulfil, checked again in its transaction: prices, minimum, cut-off, buyer, credit. */
import { formatCents } from '#shared/kernel/pricing.ts'
import { gramsOf, minimumOf, missingTo } from '#shared/wholesale/order-sums.ts'
import { poundsOf } from '#shared/wholesale/prices.ts'
import { isBefore } from '#shared/wholesale/delivery-days.ts'
import { isPrepaid } from '#shared/wholesale/resources/company.ts'
import type { CompanyRow, Tx } from '#server/kernel/db/schema.ts'
import { conflict, notFound } from '#server/kernel/errors.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { Priced } from '#server/checkout/orders/place/price-order.ts'
import { creditUse, holdOf, requireCredit } from '../ledger/credit.ts'
import { requireNothingLeft } from './change.ts'
import { areStill } from './terms.ts'
import type { PlannedOrder, Wanted } from './planned-order.ts'
import { isFreeOf, locationIn, requireOpen } from './who.ts'

/**
 * Throws 404 for a buyer who was removed, and 409 with a code if the order is no longer possible as it was computed. Orders of
 * one account take turns. What staff enter with a reason may be below the minimum and after the cut-off.
 */
export async function requireStillAllowed(
  tx: Tx,
  shop: Shop,
  { orderer, location, wanted, terms, delivery, changed }: PlannedOrder,
  priced: Priced,
): Promise<void> {
  const company = await lockCompany(tx, orderer.company.id)
  requireOpen(company)
  if (!(await areStill(tx, company, terms)))
    throw conflict('Prices have changed. Please check the new total', { code: 'prices' })
  const now = await locationIn(tx, company.id, location.id)
  if (now.version !== location.version)
    throw conflict('The delivery of this location has changed. Please check the order again', { code: 'day' })
  if (!orderer.staff) {
    if (orderer.buyer) await requireBuyer(tx, orderer.buyer.id)
    requireMinimum(minimumOf(now, company), priced)
    if (!isFreeOf(orderer) && !isBefore(nowAt(shop.clock), delivery.orderBy))
      throw conflict('The orders for this delivery have just closed', { code: 'day', next: null })
  }
  const byStaff = orderer.staff !== null
  await requireTerms(tx, shop, company, { wanted, cents: priced.totals.totalCents, byStaff })
  if (changed) await requireNothingLeft(tx, changed.id)
}

/** An account that pays when it orders has no credit; one that is blocked does not order at all, unless staff enter it. */
async function requireTerms(
  tx: Tx,
  shop: Shop,
  company: CompanyRow,
  of: { wanted: Wanted; cents: number; byStaff: boolean },
): Promise<void> {
  const { wanted, cents, byStaff } = of
  if (wanted.payBy === 'account') {
    if (isPrepaid(company)) throw conflict('This account pays when it orders', { code: 'prepaid' })
    return requireCredit(tx, shop, company, cents, { byStaff })
  }
  const { day } = nowAt(shop.clock)
  const hold = holdOf(company, await creditUse(tx, company, day), day)
  if (hold?.isBlocked && !byStaff) throw conflict(hold.message, { code: 'hold' })
}

async function lockCompany(tx: Tx, id: string): Promise<CompanyRow> {
  const row = await tx
    .updateTable('companies')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw notFound('Account')
  return row
}

async function requireBuyer(tx: Tx, id: string): Promise<void> {
  const buyer = await tx
    .selectFrom('buyers')
    .select('id')
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .where('may_order', '=', 1)
    .executeTakeFirst()
  if (!buyer) throw notFound('Account')
}

function requireMinimum(minimum: ReturnType<typeof minimumOf>, { lines, totals }: Priced): void {
  const goods = lines.map(({ category, sizeGrams, qty }) => ({ category, grams: sizeGrams, qty }))
  const missing = missingTo(minimum, { grams: gramsOf(goods), itemsCents: totals.itemsCents })
  if (missing === 0) return
  const isWeight = minimum.kind === 'grams'
  const text = (value: number) => (isWeight ? `${poundsOf(value)} lb of coffee` : formatCents(value))
  throw conflict(`An order here has at least ${text(minimum.value)}: add ${text(missing)}`, {
    code: 'minimum',
    missing,
  })
}

/** Throws 409 with the code `po` if another order of the account has the same PO number, unless the buyer knows. */
export async function warnOfSamePo(
  { db }: Shop,
  companyId: string,
  { poNumber, repeatsPo, changes }: Wanted,
): Promise<void> {
  const number = poNumber?.trim() ?? ''
  if (number === '' || repeatsPo) return
  const other = await db
    .selectFrom('orders')
    .select('number')
    .where('company_id', '=', companyId)
    .where((eb) => eb(eb.fn('lower', ['po_number']), '=', number.toLowerCase()))
    .where('state', 'not in', ['cancelled', 'expired'])
    .where('id', '<>', changes ?? '')
    .executeTakeFirst()
  if (other)
    throw conflict(
      `Order ${other.number} has the PO number ${number} already. Send it again if that is right`,
      {
        code: 'po',
      },
    )
}
