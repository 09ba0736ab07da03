/** Accounts that have gone quiet: 1.5 times their rhythm without an order. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY, isoNow, newId } from '#server/kernel/time/clock.ts'
import { placed } from '#test/purchase.ts'
import { signedIn } from '#test/signed-in.ts'
import { openCafe, weekly } from '../standing/standing.testing.ts'

let at: Awaited<ReturnType<typeof openCafe>>
beforeEach(async () => {
  at = await openCafe()
})
afterEach(() => at.shop.close())

/** A session ends before the clock has moved on by weeks. */
const admin = () => signedIn(at.shop, { isAdmin: true })
const quiet = async () => (await (await admin()).get('/api/quiet-accounts')).body.accounts
const passDays = (days: number) => at.shop.clock.advance(days * DAY)

/** An order of the account now. */
async function order(columns: object = {}) {
  const id = await placed(await signedIn(at.shop), [
    { _id: await at.shop.sell({ name: newId(at.shop.clock) }), qty: 1 },
  ])
  await at.shop.db
    .updateTable('orders')
    .set({ company_id: at.company, created_at: isoNow(at.shop.clock), ...columns })
    .where('id', '=', id)
    .execute()
}

/** Three orders, a week apart, the last one now: its rhythm is a week. */
async function orderWeekly() {
  for (let count = 0; count < 3; count++) {
    if (count > 0) passDays(7)
    await order()
  }
}

test('an account with a weekly rhythm is listed from the eleventh day without an order, until it orders', async () => {
  await orderWeekly()
  passDays(10)
  expect(await quiet()).toEqual([])
  passDays(1)
  expect(await quiet()).toEqual([
    {
      _id: at.company,
      name: 'Cafe Mosaic',
      phone: '',
      lastOn: '2026-12-09',
      everyDays: 7,
      quietFrom: '2026-12-20',
    },
  ])
  await order()
  expect(await quiet()).toEqual([])
})

test('two orders are no rhythm, and canceled and retail orders do not count', async () => {
  await order()
  passDays(7)
  await order()
  passDays(7)
  await order({ state: 'cancelled', closed_at: isoNow(at.shop.clock) })
  await order({ company_id: null })
  passDays(60)
  expect(await quiet()).toEqual([])
})

test('a closed account and one with a standing order are not quiet', async () => {
  await orderWeekly()
  passDays(30)
  expect(await quiet()).toHaveLength(1)
  await at.shop.db.updateTable('companies').set({ status: 'closed' }).execute()
  expect(await quiet()).toEqual([])
  await at.shop.db.updateTable('companies').set({ status: 'approved' }).execute()
  const started = await (
    await admin()
  ).post('/api/standing-orders', {
    ...weekly(at.location, at.line),
    startsOn: '2027-02-01',
  })
  expect(started.status).toBe(201)
  expect(await quiet()).toEqual([])
})

test('staff take an account off the list, and it is listed again when it has ordered and gone quiet again', async () => {
  await orderWeekly()
  passDays(30)
  const [{ lastOn }] = await quiet()
  const seen = await (await admin()).put(`/api/quiet-accounts/${at.company}`, { lastOn })
  expect(seen.body.accounts).toEqual([])
  expect(await quiet()).toEqual([])
  await order()
  passDays(60)
  expect(await quiet()).toHaveLength(1)
  expect((await (await admin()).put('/api/quiet-accounts/none', { lastOn })).status).toBe(404)
})

test('is a task on Today for admins', async () => {
  await orderWeekly()
  passDays(30)
  const { todo } = (await (await admin()).get('/api/desk/work')).body
  expect(todo.quietAccounts).toMatchObject({
    count: 1,
    first: [{ name: 'Cafe Mosaic', lastOn: '2026-12-09' }],
  })
})
