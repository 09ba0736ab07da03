// On SQLite only: plans, which the same code computes on both databases.
/** Changes of a plan by hand, and by several people at the same time. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addDays } from '#shared/kernel/days.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { toMorning } from '#server/subscriptions/subscriptions.testing.ts'
import { codeOf, orderOf, ordered, planned, planOn, work, setCapacity } from './roast-plan.testing.ts'

let shop: TestShop
let admin: SignedInVisitor
let packer: SignedInVisitor

beforeAll(async () => {
  shop = await openShop()
  toMorning(shop)
  admin = await signedIn(shop, { name: 'Olive Owner', isAdmin: true })
  packer = await signedIn(shop, { name: 'Pat Packer', role: 'packer' })
})
// Each test begins without orders and batches.
afterEach(async () => {
  await shop.db.updateTable('orders').set({ state: 'shipped' }).where('state', '=', 'paid').execute()
  await shop.db.deleteFrom('batches').execute()
  await shop.db.deleteFrom('roast_days').execute()
})
afterAll(() => shop.close())

test('numbers of batches are not used again', async () => {
  const { roast, day } = await orderOf(shop, 1)
  const add = () => packer.post('/api/roastery/batches', { day, roastId: roast, greenGrams: 4000 })
  const first = (await add()).body
  await packer.delete(`/api/roastery/batches/${first._id}`)
  const codes = (await Promise.all(Array.from({ length: 8 }, add))).map(({ body }) => body.code)
  expect(new Set([first.code, ...codes]).size).toBe(9)
})

test('a batch is added once, even if the request is sent again with the same key, and also at the same time', async () => {
  const { roast, day } = await orderOf(shop, 1)
  const add = (key: string, greenGrams = 4000) =>
    packer.post('/api/roastery/batches', { day, roastId: roast, greenGrams }, { 'idempotency-key': key })
  const answers = await Promise.all([add('one batch'), add('one batch'), add('one batch')])
  const later = await add('one batch')
  const [{ body: first }] = answers
  for (const { status, body } of [...answers, later]) expect([status, body]).toEqual([201, first])
  expect((await planOn(packer, day)).batches).toHaveLength(1)
  expect((await add('one batch', 5000)).status).toBe(422)
  expect((await add('another batch')).body.code).not.toBe(first.code)
  expect((await planOn(packer, day)).batches).toHaveLength(2)
})

test('two people who plan a day at the same time get the same batches once', async () => {
  const { coffee, day } = await orderOf(shop, 15)
  await ordered(shop, [{ _id: coffee, qty: 15 }])
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => packer.post(`/api/roastery/plan/${day}/automatic`)),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const plan = await planOn(packer, day)
  expect(plan.batches).toHaveLength(4)
  expect(plan.roasts[0]!.missingGrams).toBe(0)
  for (const { body } of answers) expect(body.batches).toEqual(plan.batches)
})

test('a batch that was just weighed cannot be changed or removed', async () => {
  const { day } = await orderOf(shop, 4)
  const [batch] = (await planned(packer, day)).batches
  await work(shop, batch!._id)
  const body = { greenGrams: 6000, day, position: 0, version: batch!.version }
  const changed = await packer.put(`/api/roastery/batches/${batch!._id}`, body)
  expect([changed.status, changed.body.message]).toEqual([
    409,
    expect.stringMatching(/^Batch \d{6}-\d\d can no longer be changed: Ben weighed it at /),
  ])
  expect((await packer.delete(`/api/roastery/batches/${batch!._id}`)).status).toBe(409)
  expect((await planOn(packer, day)).batches[0]).toMatchObject({ greenGrams: batch!.greenGrams })
})

test('of two changes of the same batch, one is refused', async () => {
  const { day } = await orderOf(shop, 4)
  const [batch] = (await planned(packer, day)).batches
  const change = (greenGrams: number) =>
    packer.put(`/api/roastery/batches/${batch!._id}`, {
      greenGrams,
      day,
      position: 0,
      version: batch!.version,
    })
  const answers = await Promise.all([change(6000), change(7000), change(8000)])
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409])
  expect(answers.find(({ status }) => status === 409)!.body.message).toContain(
    'Someone else has just changed batch',
  )
})

test('a batch outside the limits of the machine is refused with the limits in both units', async () => {
  const { roast, day } = await orderOf(shop, 1)
  const add = (of: object) =>
    packer.post('/api/roastery/batches', { day, roastId: roast, greenGrams: 4000, ...of })
  const answer = await add({ greenGrams: 25_000 })
  expect(answer.status).toBe(400)
  expect(answer.body.fields.greenGrams.replaceAll('\u00a0', ' ')).toBe(
    'A batch of Guji has 6.61 lb (3 kg) to 26.46 lb (12 kg) of green coffee. This is 55.12 lb (25 kg)',
  )
  expect((await add({ greenGrams: 2000 })).status).toBe(400)
  expect((await add({ day: addDays(nowAt(shop.clock).day, -1) })).status).toBe(400)
  expect((await add({ roastId: 'unknown' })).status).toBe(404)
})

test('a batch moves to another day and gets a code of that day', async () => {
  const { day } = await orderOf(shop, 4)
  const [batch] = (await planned(packer, day)).batches
  const other = addDays(day, 1)
  const body = { greenGrams: batch!.greenGrams, day: other, position: 0, version: batch!.version }
  const moved = (await packer.put(`/api/roastery/batches/${batch!._id}`, body)).body
  expect(moved.code).toBe(`${codeOf(other)}-01`)
  expect(await planOn(packer, day)).toMatchObject({ batches: [], roasts: [{ missingGrams: 4000 }] })
})

test('the order of batches can be changed', async () => {
  const { coffee, day } = await orderOf(shop, 15)
  await ordered(shop, [{ _id: coffee, qty: 15 }])
  const { batches } = await planned(packer, day)
  const last = batches.at(-1)!
  const body = { greenGrams: last.greenGrams, day, position: 0, version: last.version }
  expect((await packer.put(`/api/roastery/batches/${last._id}`, body)).body).toMatchObject({
    isByHand: false,
  })
  const codes = (await planOn(packer, day)).batches.map(({ code }) => code)
  expect(codes).toEqual([last.code, ...batches.slice(0, -1).map(({ code }) => code)])
})

const capacity = (capacityGrams: number) => ({
  capacityGrams,
  note: '',
  before: { capacityGrams: null, note: '' },
})

test('only admins set the capacity, and of two changes at the same time one is refused', async () => {
  const day = addDays(nowAt(shop.clock).day, 5)
  expect((await packer.put(`/api/roastery/plan/${day}`, capacity(5000))).status).toBe(403)
  const answers = await Promise.all(
    [1000, 2000, 3000].map((grams) => admin.put(`/api/roastery/plan/${day}`, capacity(grams))),
  )
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409])
})

test('days that are over or without roasting are not planned, and a day without roasting can be planned once it has a capacity', async () => {
  const today = nowAt(shop.clock).day
  const past = await packer.post(`/api/roastery/plan/${addDays(today, -7)}/automatic`)
  expect([past.status, past.body.message]).toEqual([409, 'This day is over. Plan a day from today on'])
  const { days } = (await packer.get('/api/roastery/plan')).body
  const listed = new Set(days.map((each: { day: string }) => each.day))
  let free = addDays(today, 1)
  while (listed.has(free)) free = addDays(free, 1)
  expect((await packer.post(`/api/roastery/plan/${free}/automatic`)).status).toBe(409)
  expect(await planOn(packer, free)).toMatchObject({ isRoastDay: false, capacityGrams: 0 })
  expect((await setCapacity(admin, free, 20_000)).status).toBe(200)
  expect((await packer.post(`/api/roastery/plan/${free}/automatic`)).status).toBe(200)
})
