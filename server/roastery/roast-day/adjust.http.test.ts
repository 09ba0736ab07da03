/** Corrections of stock by hand, and the lots of green coffee that staff choose from. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plannedBatch } from '#test/roastery/batches.ts'
import { greenLot, makeToOrder, roastOf } from '#test/roastery/green.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import { countOf, type Visitor } from '#test/visitor.ts'

const DAY = '2026-11-27'

let shop: TestShop
let ben: Visitor
let places: Record<'green' | 'batch' | 'lot' | 'bags', string>

beforeAll(async () => {
  shop = await openShop()
  ben = await signedIn(shop, { name: 'Ben', role: 'packer' })
  places = await madePlaces()
})
afterAll(() => shop.close())

/** 48 kg of green coffee, 6.8 kg in a batch, 2.04 kg in a lot and 4 bags. */
async function madePlaces() {
  const green = await greenLot(shop, { code: 'ETH-1' })
  const roast = await roastOf(shop, [{ lot: green, percent: 100 }])
  const product = await shop.sell()
  await makeToOrder(shop, product, [{ roast, percent: 100 }])
  const batch = await plannedBatch(shop, { roast, day: DAY })
  const at = `/api/roastery/batches/${batch}`
  await ben.post(`${at}/weigh`, { greens: [{ lotId: green, grams: 12_000 }] })
  await ben.post(`${at}/roast`, { roastedGrams: 10_200 })
  const batches = [{ batchId: batch, grams: 3_400 }]
  const lot = await ben.post('/api/roastery/lots', { productId: product, day: DAY, batches })
  const of = { productId: product, sizeId: product, grind: 'Whole bean', day: DAY }
  const bags = await ben.post('/api/roastery/bags', { ...of, qty: 4, lotId: null, packagedBefore: 0 })
  return { green, batch, lot: lot.body._id, bags: bags.body._id }
}

const adjust = (of: keyof typeof places, change: number, reason: string, key?: string) =>
  ben.post(
    '/api/roastery/adjustments',
    { of, id: places[of], change, reason, note: 'On the floor' },
    key ? { 'idempotency-key': key } : {},
  )

test('a correction changes what is left of each place, and the change log says why', async () => {
  expect((await adjust('green', -500, 'sample')).body.message).toMatch(
    /^Lot ETH-1: 104\.72\slb \(47\.5\skg\)/,
  )
  expect((await adjust('batch', -200, 'waste')).body.message).toMatch(/14\.55\slb \(6\.6\skg\) left$/)
  expect((await adjust('lot', -40, 'bar')).body.message).toMatch(/4\.41\slb \(2\skg\) left$/)
  expect((await adjust('bags', -1, 'sold')).body.message).toMatch(/3 bags left$/)
  const admin = await shop.admin()
  const { body } = await admin.get(`/api/record?subject=green&subjectId=${places.green}`)
  expect(body.lines[0]).toMatchObject({
    by: 'Ben',
    action: expect.stringContaining('Sample: −17.6\u00a0oz (500'),
  })
})

test('a place never has less than 0, and never more than it received', async () => {
  expect((await adjust('bags', -4, 'waste')).body.message).toMatch(
    /^Bags of lot \S+ has 3 bags left\. 4 bags is more than that$/,
  )
  expect((await adjust('bags', 2, 'count')).status).toBe(409)
  expect((await adjust('bags', 1, 'count')).status).toBe(201)
  expect((await adjust('lot', 5_000, 'count')).status).toBe(409)
  expect((await adjust('batch', 5_000, 'count')).status).toBe(409)
  expect((await adjust('green', -60_000, 'waste')).status).toBe(409)
})

test('a count is refused if something was taken since the page was shown', async () => {
  const count = { of: 'lot', id: places.lot, change: -100, reason: 'count' }
  const { grams_left: left } = await shop.db
    .selectFrom('coffee_lots')
    .select('grams_left')
    .where('id', '=', places.lot)
    .executeTakeFirstOrThrow()
  const late = await ben.post('/api/roastery/adjustments', { ...count, expected: left + 340 })
  expect(late).toMatchObject({ status: 409, body: { message: expect.stringContaining('Count again') } })
  expect((await ben.post('/api/roastery/adjustments', { ...count, expected: left })).status).toBe(201)
})

test('the reason must fit the change', async () => {
  expect((await adjust('green', 100, 'sample')).body.fields).toHaveProperty('change')
  expect((await adjust('green', -100, 'arrival')).body.fields).toHaveProperty('change')
  expect((await adjust('lot', 100, 'arrival')).body.fields).toHaveProperty('reason')
  expect((await adjust('green', 0, 'count')).status).toBe(400)
  const unknown = { of: 'green', id: 'nothere', change: 5, reason: 'count' }
  expect((await ben.post('/api/roastery/adjustments', unknown)).status).toBe(404)
})

test('a lot that has not arrived or is archived, and a batch that is not roasted, have nothing to correct', async () => {
  const before = places
  const roast = await roastOf(shop, [{ lot: before.green, percent: 100 }])
  const batch = await plannedBatch(shop, { roast, day: DAY })
  places = { ...before, green: await greenLot(shop, { arrived_on: null }), batch }
  expect((await adjust('green', 100, 'count')).body.message).toContain('has not arrived yet')
  expect((await adjust('batch', 100, 'count')).body.message).toContain('is not roasted yet')
  const archived = await greenLot(shop)
  await shop.db
    .updateTable('green_lots')
    .set({ grams_left: 0, archived_at: '2026-11-01T10:00:00.000Z' })
    .where('id', '=', archived)
    .execute()
  places = { ...before, green: archived }
  expect((await adjust('green', 100, 'count')).body.message).toContain('is archived. Restore it first')
  places = before
})

test('twenty corrections at once each count, and with one key only the first', async () => {
  const { grams_left: before } = await greenRow()
  const all = await Promise.all(Array.from({ length: 20 }, () => adjust('green', -10, 'sample')))
  expect(countOf(all)).toEqual({ 201: 20 })
  const same = await Promise.all(Array.from({ length: 20 }, () => adjust('green', -10, 'sample', 'once')))
  expect(countOf(same)).toEqual({ 201: 20 })
  expect((await greenRow()).grams_left).toBe(before - 210)
})

const greenRow = () =>
  shop.db.selectFrom('green_lots').selectAll().where('id', '=', places.green).executeTakeFirstOrThrow()

test('a corrected batch, lot and bags cannot be undone', async () => {
  const undone = [
    await ben.delete(`/api/roastery/bags/${places.bags}`),
    await ben.delete(`/api/roastery/lots/${places.lot}`),
    await ben.post(`/api/roastery/batches/${places.batch}/undo`, { state: 'roasted' }),
  ]
  expect(undone.map(({ status }) => status)).toEqual([409, 409, 409])
})

test('a packer sees the lots that have coffee left, and may weigh one that is not in the recipe', async () => {
  const other = await greenLot(shop, { code: 'ETH-2' })
  const { body } = await ben.get('/api/roastery/greens')
  const left = new Map(body.lots.map((lot: { code: string; gramsLeft: number }) => [lot.code, lot.gramsLeft]))
  expect(left.get('ETH-2')).toBe(60_000)
  expect(left.get('ETH-1')).toBe((await greenRow()).grams_left)
  expect(left.size).toBe(2)
  const roast = await roastOf(shop, [{ lot: places.green, percent: 100 }])
  const batch = await plannedBatch(shop, { roast, day: DAY })
  const greens = [{ lotId: other, grams: 12_000 }]
  expect((await ben.post(`/api/roastery/batches/${batch}/weigh`, { greens })).status).toBe(200)
  const { body: after } = await ben.get('/api/roastery/greens')
  expect(after.lots).toContainEqual(expect.objectContaining({ code: 'ETH-2', gramsLeft: 48_000 }))
})
