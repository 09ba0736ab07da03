/** The terms of an order on a day: prices, exemption from tax, and the rule of the tax. */
import type { Terms } from '#shared/wholesale/order-sums.ts'
import type { Exemption } from '#shared/wholesale/tax.ts'
import { taxRuleOf } from '#shared/platform/settings/selling.ts'
import type { CompanyRow, Db, LocationRow } from '#server/kernel/db/schema.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { sellingOf } from '#server/platform/settings/current.ts'
import type { Shop } from '#server/platform/shop.ts'
import { addressOfBar } from '#server/checkout/orders/place/delivery-method.ts'
import { certificateOn, coveredBy } from '../accounts/certificates.ts'
import { pricesFor, type AccountPrices } from '../prices/price.ts'

export type OrderTerms = Terms & {
  prices: AccountPrices
  exemption: Exemption
  /** The kind of the account, such as cafe or office. */
  kind: string
  day: string
}

/** The terms of today. Goods that are picked up are taxed where the shop is. */
export async function termsOf(
  shop: Shop,
  company: CompanyRow,
  location: Pick<LocationRow, 'state' | 'handover'>,
): Promise<OrderTerms> {
  const { day } = nowAt(shop.clock)
  const state = location.handover === 'pickup' ? (await addressOfBar(shop)).state : location.state
  return {
    day,
    kind: company.kind,
    state,
    tax: taxRuleOf(await sellingOf(shop)),
    ...(await changing(shop.db, company, day)),
  }
}

/**
 * Whether prices and exemption are still those of `terms`. Call it in the transaction of the order, with the account as that
 * transaction reads it.
 */
export async function areStill(db: Db, company: CompanyRow, terms: OrderTerms): Promise<boolean> {
  const { prices, exemption } = await changing(db, company, terms.day)
  const before = { prices: terms.prices, exemption: terms.exemption, kind: terms.kind }
  return JSON.stringify(before) === JSON.stringify({ prices, exemption, kind: company.kind })
}

async function changing(db: Db, company: CompanyRow, day: string) {
  const certificate = await certificateOn(db, company.id, day)
  return {
    prices: await pricesFor(db, company),
    exemption: certificate && { covers: coveredBy(certificate) },
  }
}
