/** Cafes with a location and a buyer, and their standing orders, written as rows. */
import { isoNow, newId, type Clock } from '#server/kernel/time/clock.ts'
import type { TestShop } from '../shop.ts'
import { sendUntilAccepted } from '../send-until-accepted.ts'
import { signedIn } from '../signed-in.ts'
import { insert } from '../table-rows.ts'
import type { Visitor } from '../visitor.ts'
import { applicationWithPaper } from './accounts.ts'

const VIENNA = {
  address: '120 Church Street NE',
  city: 'Vienna',
  state: 'VA',
  postal_code: '22180',
  country: 'US',
}

/** An account with a location that gets the van on Thursdays: order by Monday noon. Written as rows. */
export async function cafeOf(
  shop: Pick<TestShop, 'db'> & { clock: Clock },
  user: { id: string; email: string },
  { company: ofCompany = {}, location: ofLocation = {}, buyer: ofBuyer = {} }: Columns = {},
): Promise<{ company: string; location: string; buyer: string }> {
  const now = isoNow(shop.clock)
  const row = () => ({ id: newId(shop.clock), created_at: now, updated_at: now })
  const company = {
    ...row(),
    ...VIENNA,
    legal_name: 'Mosaic Coffee LLC',
    trade_name: 'Cafe Mosaic',
    kind: 'cafe' as const,
    billing_email: 'bills@mosaic.example',
    status: 'approved' as const,
    terms: 'net' as const,
    net_days: 15,
    percent_off: 30,
    search_text: 'mosaic',
    ...ofCompany,
  }
  const location = {
    ...row(),
    ...VIENNA,
    company_id: company.id,
    name: 'Church Street',
    recipient: 'Cafe Mosaic',
    weekdays: '4',
    ...ofLocation,
  }
  const buyer = {
    ...row(),
    company_id: company.id,
    user_id: user.id,
    email: user.email.toLowerCase(),
    name: 'Maria Mosaic',
    invited_at: now,
    ...ofBuyer,
  }
  await insert(shop.db, 'companies', company)
  await insert(shop.db, 'locations', location)
  await insert(shop.db, 'buyers', buyer)
  return { company: company.id, location: location.id, buyer: buyer.id }
}

export type Columns = { company?: object; location?: object; buyer?: object }

/** A standing order of a cafe for which the visitor acts, or another person if the visitor has no session. Returns its id. */
export async function standingOrderOf(shop: TestShop, visitor: Visitor): Promise<string> {
  const { status, body } = await visitor.get('/api/users/profile')
  const user = status === 200 ? { id: body._id, email: body.email } : await signedIn(shop)
  const { company, location } = await cafeOf(shop, user)
  const now = isoNow(shop.clock)
  const id = newId(shop.clock)
  await insert(shop.db, 'standing_orders', {
    id,
    company_id: company,
    location_id: location,
    every_weeks: 1,
    weekday: 4,
    starts_on: now.slice(0, 10),
    held_until: null,
    po_number: '',
    note: '',
    ended_at: null,
    created_at: now,
    updated_at: now,
  })
  return id
}

/** An order that staff have entered for an account of the visitor, or of another person if the visitor has no session. */
async function accountOrderOf(shop: TestShop, visitor: Visitor): Promise<string> {
  const { status, body } = await visitor.get('/api/users/profile')
  const user = status === 200 ? { id: body._id, email: body.email } : await signedIn(shop)
  const { company, location } = await cafeOf(shop, user, { company: { percent_off: 20 } })
  const admin = await signedIn(shop, { isAdmin: true })
  const product = await shop.sell()
  const form = (await admin.get(`/api/account-orders/desk/form?company=${company}`)).body
  const { deliversOn } = form.deliveries[0]
  const lines = [{ product, sizeId: product, qty: 1 }]
  const wanted = { company, location, deliversOn, payBy: 'account', lines, reason: 'Called' }
  return (await sendUntilAccepted(() => admin.post('/api/account-orders/desk', wanted))).body._id
}

/** A row for each path of standing orders and of orders of accounts. */
export const CAFE_ROWS: Record<string, (shop: TestShop, owner: Visitor) => Promise<string>> = {
  ...Object.fromEntries(
    ['', '/once', '/skip', '/hold', '/end'].map((end) => [`/api/standing-orders/:id${end}`, standingOrderOf]),
  ),
  '/api/applications/:id/file': applicationWithPaper,
  '/api/account-orders/:id': accountOrderOf,
  '/api/account-orders/:id/cancel': accountOrderOf,
  '/api/account-orders/desk/:id/cancel': accountOrderOf,
  '/api/quiet-accounts/:id': async (shop) => (await cafeOf(shop, await signedIn(shop))).company,
  '/api/standing-orders/of-account/:id': async (shop) => (await cafeOf(shop, await signedIn(shop))).company,
}
