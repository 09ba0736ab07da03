import { addDays } from '#shared/kernel/days.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { batchOf } from '#test/roastery/batches.ts'
import { greenLot, roastOf } from '#test/roastery/green.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import type { Visitor } from '#test/visitor.ts'

let shop: TestShop
let packer: Visitor
let today: string
beforeAll(async () => {
  shop = await openShop()
  packer = await shop.staff('packer')
  today = nowAt(shop.clock).day
})
afterAll(() => shop.close())

const head = () => ({ cuppedOn: today, cupper: 'Olive', notes: 'Orange, honey' })
const short = () => ({
  form: 'Short form',
  ...head(),
  aroma: 7,
  acidity: 8,
  sweetness: 7,
  body: 6,
  finish: 8,
  overall: 8,
})
const sca = (changes: object = {}) => ({
  form: 'SCA form',
  ...head(),
  fragrance: 8,
  flavor: 8.25,
  aftertaste: 7.75,
  scaAcidity: 8.5,
  scaBody: 7.75,
  balance: 8,
  scaOverall: 8.25,
  uniformCups: 5,
  cleanCups: 5,
  sweetCups: 4,
  taintCups: 0,
  faultCups: 0,
  ...changes,
})
const add = (batch: string, body: object, key?: string) =>
  packer.post(`/api/roastery/batches/${batch}/cuppings`, body, key ? { 'idempotency-key': key } : {})

test('the server computes the total of the SCA form: seven scores, two points per good cup, less the defects', async () => {
  const { id: batch } = await batchOf(shop)
  const { status, body, text } = await add(batch, { ...sca(), total: 99 })
  expect(status, text).toBe(201)
  // 8 + 8.25 + 7.75 + 8.5 + 7.75 + 8 + 8.25 = 56.5, and 2 * (5 + 5 + 4) = 28.
  expect(body).toMatchObject({ total: 84.5, scaAcidity: 8.5, sweetCups: 4, aroma: null, version: 1 })
  // One cup with a taint and two with a fault: 2 + 8 points.
  const defects = await add(batch, sca({ taintCups: 1, faultCups: 2 }))
  expect(defects.body.total).toBe(74.5)
  const row = await shop.db
    .selectFrom('cuppings')
    .where('id', '=', defects.body._id)
    .selectAll()
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ form: 'sca', total_hundredths: 7450 })
  expect(Object.keys(JSON.parse(row.scores))).not.toContain('aroma')
})

test('a cupping is added once, even if the request is sent again with the same key', async () => {
  const { id: batch } = await batchOf(shop)
  const first = await add(batch, short(), 'one cupping')
  const again = await add(batch, short(), 'one cupping')
  expect([again.status, again.body]).toEqual([201, first.body])
  const { cuppings } = (await packer.get(`/api/roastery/batches/${batch}/cuppings`)).body
  expect(cuppings).toEqual([first.body])
})

test('the short form has no total, and scores of the other form are not stored', async () => {
  const { id: batch } = await batchOf(shop)
  const { status, body, text } = await add(batch, { ...short(), flavor: 9 })
  expect(status, text).toBe(201)
  expect(body).toMatchObject({ form: 'Short form', total: null, overall: 8, flavor: null, uniformCups: 5 })
})

test.each<[string, object, string, string]>([
  ['a missing score', { flavor: null }, 'flavor', 'Choose a score for flavor'],
  ['a score below 6', { flavor: 5.75 }, 'flavor', 'quarter points'],
  ['a score above 10', { flavor: 10.25 }, 'flavor', 'quarter points'],
  ['a third of a point', { balance: 7.33 }, 'balance', 'quarter points'],
  ['six cups', { cleanCups: 6 }, 'cleanCups', '0 to 5'],
  ['defects in six cups', { taintCups: 3, faultCups: 3 }, 'faultCups', 'only 5 cups'],
  ['a day before the roast', { cuppedOn: '2020-01-01' }, 'cuppedOn', 'roasted later'],
  ['a day in the future', { cuppedOn: '2999-01-01' }, 'cuppedOn', 'in the future'],
  ['a day that does not exist', { cuppedOn: '2026-02-30' }, 'cuppedOn', 'must be a day'],
  ['no cupper', { cupper: ' ' }, 'cupper', 'required'],
])('%s is refused at its field, and nothing is stored', async (_, changes, field, problem) => {
  const { id: batch } = await batchOf(shop)
  const { status, body } = await add(batch, sca(changes))
  expect(status).toBe(400)
  expect(body.fields[field]).toContain(problem)
  expect((await packer.get(`/api/roastery/batches/${batch}/cuppings`)).body.cuppings).toEqual([])
})

test('a batch that is not roasted cannot be cupped', async () => {
  const { status, body } = await add((await batchOf(shop, { state: 'weighed' })).id, short())
  expect([status, body.message]).toEqual([409, expect.stringContaining('is not roasted yet')])
  expect((await add('0000000000000000000000', short())).status).toBe(404)
})

test('a cupping is changed and deleted, and of two changes of a version one is refused', async () => {
  const { id: batch } = await batchOf(shop)
  const { _id: id, version } = (await add(batch, short())).body
  const change = (overall: number) =>
    packer.put(`/api/roastery/cuppings/${id}`, { ...short(), overall, version })
  const answers = await Promise.all([9, 10].map(change))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const { cuppings } = (await packer.get(`/api/roastery/batches/${batch}/cuppings`)).body
  expect(cuppings).toMatchObject([{ _id: id, version: 2 }])
  expect([9, 10]).toContain(cuppings[0].overall)

  const asSca = await packer.put(`/api/roastery/cuppings/${id}`, { ...sca(), version: 2 })
  expect(asSca.body).toMatchObject({ form: 'SCA form', total: 84.5, aroma: null })
  const { lines } = (await (await shop.admin()).get(`/api/record?subject=batch&subjectId=${batch}`)).body
  expect(lines[0].changes).toContainEqual({ field: 'Form', before: 'Short form', after: 'SCA form' })

  expect((await packer.delete(`/api/roastery/cuppings/${id}`)).status).toBe(200)
  expect((await packer.delete(`/api/roastery/cuppings/${id}`)).status).toBe(404)
  expect((await packer.put(`/api/roastery/cuppings/${id}`, short())).status).toBe(404)
})

test('the cuppings of a roast are listed over time, newest first', async () => {
  const lot = await greenLot(shop)
  const roast = await roastOf(shop, [{ lot, percent: 100 }])
  const greens = [{ lot, grams: 5000 }]
  const { id: one } = await batchOf(shop, { roast, greens })
  const { id: other } = await batchOf(shop, { roast, greens })
  const tomorrow = addDays(today, 1)
  await add(one, { ...short(), notes: 'first' })
  shop.clock.advance(DAY)
  // The session of yesterday has ended.
  packer = await shop.staff('packer')
  await add(one, { ...short(), cuppedOn: tomorrow, notes: 'second' })
  await add(other, { ...sca(), notes: 'third' })
  const { cuppings, others } = (await packer.get(`/api/roastery/batches/${one}/cuppings`)).body
  expect(cuppings.map(({ notes }: { notes: string }) => notes)).toEqual(['second', 'first'])
  expect(others).toMatchObject([{ notes: 'third', batch: { _id: other } }])
})
