/** Which open tasks Today and the navigation show to which role. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StaffRole } from '#shared/kernel/roles.ts'
import { tasksOf } from '#shared/platform/tasks.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { addDays } from '#shared/kernel/days.ts'
import { createFailedMail, sendContactMessage } from '#test/messages.ts'
import { pay, placed } from '#test/purchase.ts'
import { addLot, newRoast } from '#test/roastery/by-admin.ts'
import { plannedBatch } from '#test/roastery/batches.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import { insert } from '#test/table-rows.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
  await addTasks()
})
afterAll(() => shop.close())

/** A task of each kind that a few steps make: the other kinds have tests of their own. */
async function addTasks(): Promise<void> {
  const admin = await signedIn(shop, { isAdmin: true })
  const buyer = await signedIn(shop, { name: 'Ada Byron' })
  const ids = await Promise.all(
    [0, 1, 2].map(async () => placed(buyer, [{ _id: await shop.sell(), qty: 1 }])),
  )
  const [toShip, toHandOver, returned] = ids as [string, string, string]
  for (const id of ids) await pay(shop, buyer, id)
  await shop.db.updateTable('orders').set({ is_pickup: 1 }).where('id', '=', toHandOver).execute()
  await admin.post('/api/shippo', { orderId: returned, ship: true })
  await shop.db.updateTable('labels').set({ parcel: 'returned' }).where('order_id', '=', returned).execute()
  const { id: payment } = await shop.db
    .selectFrom('payments')
    .select('id')
    .where('order_id', '=', toShip)
    .executeTakeFirstOrThrow()
  const at = isoNow(shop.clock)
  const dispute = { id: 'D-1', payment_id: payment, state: 'open' as const, reason: '', amount_cents: 100 }
  await insert(shop.db, 'disputes', { ...dispute, respond_by: null, opened_at: at, updated_at: at })
  await sendContactMessage(shop)
  await createFailedMail(shop, '550 no such mailbox')
  await shop.sell({ name: 'Last bags', stock: 1 })
  await addLot(admin, { boughtGrams: 1000, reorderGrams: 60_000 })
  await plannedBatch(shop, { roast: await newRoast(shop), day: addDays(nowAt(shop.clock).day, -1) })
}

const OF_ADMINS = [
  'failedMail',
  'greenToReorder',
  'lowStock',
  'roastDays',
  'toHandOver',
  'toShip',
  'unanswered',
  'undelivered',
]
const OPEN: Record<StaffRole, string[]> = {
  owner: [...OF_ADMINS, 'disputes'],
  manager: OF_ADMINS,
  packer: ['roastDays', 'toHandOver', 'toShip', 'undelivered'],
  barista: ['toHandOver', 'unanswered'],
}

test.each(Object.entries(OPEN) as [StaffRole, string[]][])(
  'Today of the role %s has the tasks whose pages it may open, and the navigation has their numbers',
  async (role, kinds) => {
    const person = await signedIn(shop, { role })
    const { todo } = (await person.get('/api/desk/work')).body
    const open = Object.entries(todo as Record<string, { count: number }>).filter(
      ([, { count }]) => count > 0,
    )
    expect(open.map(([kind]) => kind).toSorted()).toEqual(kinds.toSorted())
    const { tasks } = (await person.get('/api/desk/waiting')).body
    expect(tasks).toEqual(Object.fromEntries(open.map(([kind, { count }]) => [kind, count])))
    // The most urgent kinds come first.
    const order = tasksOf(role).filter((kind) => kinds.includes(kind))
    expect(Object.keys(todo).filter((kind) => kinds.includes(kind))).toEqual(order)
    const hasPrices = JSON.stringify(todo).includes('"total"')
    expect(hasPrices).toBe(role === 'owner' || role === 'manager')
  },
)

test('a roast day with open work names its day, its batches and its orders, until they are roasted', async () => {
  const packer = await signedIn(shop, { role: 'packer' })
  const yesterday = addDays(nowAt(shop.clock).day, -1)
  const open = async () => (await packer.get('/api/desk/work')).body.todo.roastDays
  expect(await open()).toEqual({ count: 1, first: [{ day: yesterday, batches: 1, orders: 0 }] })
  await plannedBatch(shop, { roast: await newRoast(shop), day: addDays(yesterday, 5) })
  expect((await open()).count).toBe(1)
})

test('the frame of the desk says what is not real', async () => {
  const packer = await signedIn(shop, { role: 'packer' })
  const marks = async () => {
    const { isDemo, daysAhead } = (await packer.get('/api/desk/waiting')).body
    return { isDemo, daysAhead }
  }
  expect(await marks()).toEqual({ isDemo: false, daysAhead: 0 })
  await insert(shop.db, 'demo_rows', { kind: 'orders', id: 'invented' })
  expect(await marks()).toEqual({ isDemo: true, daysAhead: 0 })
})

test('the services are for admins', async () => {
  const packer = await signedIn(shop, { role: 'packer' })
  expect((await packer.get('/api/desk/services')).status).toBe(403)
  const manager = await signedIn(shop, { role: 'manager' })
  const { body } = await manager.get('/api/desk/services')
  expect(body.map(({ service }: { service: string }) => service)).toContain('payments')
})
