/** Accounts with locations and accepted orders for the van, for tests. The rows are written directly. */
import { WEEKDAYS, weekdayOf } from '#shared/kernel/days.ts'
import { isoNow, newId, type Clock } from '#server/kernel/time/clock.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { placed, pay, type CartLines } from '#test/purchase.ts'
import type { TestShop } from '#test/shop.ts'
import { sendUntilAccepted } from '#test/send-until-accepted.ts'
import { signedIn } from '#test/signed-in.ts'
import type { Visitor } from '#test/visitor.ts'

const PLACE = { address: '5 Mill Road', city: 'Vienna', state: 'VA', postal_code: '22180', country: 'US' }

/** An approved account with a location for the van. */
export async function newLocation(
  { db, clock }: { db: Db; clock: Clock },
  name: string,
  more: { handover?: 'van' | 'pickup'; doorNote?: string } = {},
): Promise<{ company: string; location: string }> {
  const now = isoNow(clock)
  const [company, location] = [newId(clock), newId(clock)]
  const stamps = { created_at: now, updated_at: now }
  await db
    .insertInto('companies')
    .values({
      id: company,
      legal_name: `${name} LLC`,
      trade_name: name,
      kind: 'cafe',
      billing_email: 'books@example.com',
      status: 'approved',
      search_text: name.toLowerCase(),
      ...PLACE,
      ...stamps,
    })
    .execute()
  await db
    .insertInto('locations')
    .values({
      id: location,
      company_id: company,
      name: 'Bar',
      recipient: name,
      receives_from: '07:00',
      receives_to: '10:00',
      door_note: more.doorNote ?? '',
      handover: more.handover ?? 'van',
      ...PLACE,
      ...stamps,
    })
    .execute()
  return { company, location }
}

/** A paid order of an account, which is delivered on a day; today if left out. */
export async function accepted(
  shop: TestShop,
  { company, location }: { company: string; location: string },
  items: CartLines,
  { day = nowAt(shop.clock).day, handover = 'van' }: { day?: string; handover?: 'van' | 'pickup' } = {},
): Promise<string> {
  const buyer = await signedIn(shop, { name: 'Kim Barista' })
  const id = await placed(buyer, items)
  await pay(shop, buyer, id)
  await shop.db
    .updateTable('orders')
    .set({ company_id: company, location_id: location, handover, delivers_on: day })
    .where('id', '=', id)
    .execute()
  return id
}

/** A paid order that the van delivers today. */
export async function orderForVan(shop: TestShop): Promise<string> {
  const cafe = await newLocation(shop, 'Northside')
  return accepted(shop, cafe, [{ _id: await shop.sell({ stock: 10 }), qty: 2 }])
}

/** A route with a changed order of its stops, and a stop at which a piece was short. */
export async function addDeliveries(shop: TestShop, admin: Visitor): Promise<void> {
  const { company, location } = await newLocation(shop, 'Northside')
  const order = await accepted(shop, { company, location }, [{ _id: await shop.sell({ stock: 10 }), qty: 2 }])
  const { day } = nowAt(shop.clock)
  const weekday = WEEKDAYS.indexOf(weekdayOf(day)) + 1
  const route = await sendUntilAccepted(() =>
    admin.post('/api/van-routes', { name: 'North', weekday, stops: [location] }),
  )
  await sendUntilAccepted(() => admin.put(`/api/runs/${day}/${route.body._id}/stops`, { stops: [location] }))
  const { body } = await admin.get(`/api/orders/${order}`)
  const shorts = [{ order, line: body.orderItems[0].line, qty: 1, why: 'damaged' }]
  await sendUntilAccepted(() =>
    admin.post('/api/deliveries/handed-over', { day, orders: [order], receivedBy: 'Kim', shorts }),
  )
}
