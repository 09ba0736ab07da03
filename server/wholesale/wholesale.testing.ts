/** Test helpers of wholesale: accounts with a location and a buyer, written as rows. */
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import type { BuyerRow, CompanyRow, LocationRow } from '#server/kernel/db/schema.ts'
import type { TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import { insert } from '#test/table-rows.ts'
import { cafeOf } from '#test/wholesale/cafe.ts'

type Account = { company: string; location: string; buyer: SignedInVisitor; buyerId: string }

/** An approved cafe on account, with the van on all working days, and a signed-in buyer with every right. */
export async function account(
  shop: TestShop,
  {
    company = {},
    location = {},
    buyer = {},
  }: { company?: Partial<CompanyRow>; location?: Partial<LocationRow>; buyer?: Partial<BuyerRow> } = {},
): Promise<Account> {
  const visitor = await signedIn(shop, { name: 'Casey Cafe' })
  const ids = await cafeOf(shop, visitor, {
    company: {
      legal_name: 'Corner Cafe LLC',
      trade_name: 'Corner Cafe',
      net_days: 30,
      percent_off: 30,
      ...company,
    },
    location: { weekdays: '1,2,3,4,5', cutoff_days: 1, ...location },
    buyer,
  })
  return { ...ids, buyerId: ids.buyer, buyer: visitor }
}

/** A certificate of resale that counts from today on. */
export async function certificate(shop: TestShop, company: string, covers: string[] = []): Promise<string> {
  const id = newId(shop.clock)
  const now = isoNow(shop.clock)
  await insert(shop.db, 'certificates', {
    id,
    company_id: company,
    form: 'ST-10',
    covers: JSON.stringify(covers),
    state: 'valid',
    received_at: now,
    checked_at: now,
    version: 1,
    created_at: now,
    updated_at: now,
  })
  return id
}

type Line = { product: string; sizeId?: string; grind?: string; qty: number }

/** The form of a buyer, and the body of an order with it for the next delivery. */
export async function orderOf(of: Omit<Account, 'buyerId'>, lines: Line[], more: object = {}) {
  const { body: form } = await of.buyer.get(`/api/account-orders/form?company=${of.company}`)
  return {
    company: of.company,
    location: of.location,
    lines: lines.map((line) => ({ sizeId: line.product, ...line })),
    deliversOn: form.deliveries[0].deliversOn as string,
    payBy: 'account',
    ...more,
  }
}

/** Orders, and returns the answer. */
export async function order(of: Account, lines: Line[], more: object = {}) {
  return of.buyer.post('/api/account-orders', await orderOf(of, lines, more))
}
