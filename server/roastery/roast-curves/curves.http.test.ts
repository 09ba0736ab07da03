// On SQLite only: files of roast curves, the same parser on both databases.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formOf } from '#test/form.ts'
import { alogOf, roastReadings } from '#test/artisan-log.ts'
import { batchOf, plannedBatch } from '#test/roastery/batches.ts'
import { greenLot, recipeOf, roastOf } from '#test/roastery/green.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import type { Visitor } from '#test/visitor.ts'

let shop: TestShop
let packer: Visitor
beforeAll(async () => {
  shop = await openShop()
  packer = await shop.staff('packer')
})
afterAll(() => shop.close())

const attach = (id: string, bytes: Buffer | string, name = 'roast.alog') => {
  const { payload, headers } = formOf('file', [{ name, type: 'application/octet-stream', bytes }])
  return packer.post(`/api/roastery/batches/${id}/curve`, payload, headers)
}
const stored = (id: string) =>
  shop.db.selectFrom('roast_curves').where('batch_id', '=', id).selectAll().execute()

test('a packer attaches a log, reads the curve, replaces it and removes it', async () => {
  const { id } = await batchOf(shop)
  expect((await packer.get(`/api/roastery/batches/${id}/curve`)).status).toBe(404)
  const { status, body, text } = await attach(id, alogOf())
  expect(status, text).toBe(200)
  expect(body).toMatchObject({ fileName: 'roast.alog', attachedBy: 'Sam Staff', batch: { _id: id } })
  expect(body.curve.events).toHaveLength(7)
  expect((await packer.get(`/api/roastery/batches/${id}/curve`)).body).toEqual(body)
  expect((await packer.get(`/api/roastery/batches/${id}`)).body.hasCurve).toBe(true)

  const json = JSON.stringify({ mode: 'C', title: 'Second', ...roastReadings() })
  expect((await attach(id, json, 'export.json')).body.curve.title).toBe('Second')
  expect(await stored(id)).toMatchObject([{ file_name: 'export.json' }])

  expect((await packer.delete(`/api/roastery/batches/${id}/curve`)).status).toBe(200)
  expect(await stored(id)).toEqual([])
  expect((await packer.delete(`/api/roastery/batches/${id}/curve`)).status).toBe(404)
  const { lines } = (await (await shop.admin()).get(`/api/record?subject=batch&subjectId=${id}`)).body
  expect(lines.map(({ action }: { action: string }) => action)).toEqual([
    'Removed the curve',
    'Attached a curve',
    'Attached a curve',
  ])
})

test('two people who attach a log at the same time leave one curve', async () => {
  const { id } = await batchOf(shop)
  const answers = await Promise.all([1, 2, 3].map(() => attach(id, alogOf())))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await stored(id)).toHaveLength(1)
})

test.each<[string, Buffer | string, number]>([
  ['HTML', '<html>', 400],
  ['binary data', Buffer.from([0, 255, 254, 80, 75, 3, 4]), 400],
  ['deep nesting', '['.repeat(100_000), 400],
  ['huge numbers', `{'timex': [${'9'.repeat(100_000)}]}`, 400],
  ['20,000 digits before a letter', `{'timex': [${'9'.repeat(20_000)}x]}`, 400],
  ['5 MB of digits', '9'.repeat(4_900_000), 400],
  ['a file above 5 MB', Buffer.alloc(10_000_000, ' '), 413],
  ['5 MB of brackets', '[]'.repeat(2_400_000), 400],
  ['an empty file', '', 400],
])('%s is refused, and the earlier curve stays', async (_, bytes, expected) => {
  const { id } = await batchOf(shop)
  await attach(id, alogOf())
  const before = await stored(id)
  const { status, body } = await attach(id, bytes)
  expect(status).toBe(expected)
  expect(body.message.length).toBeGreaterThan(10)
  expect(await stored(id)).toEqual(before)
})

test.each([
  ['day', { roastisodate: '2026-10-02' }, /^The log is of .*Oct 2.*, the batch of /],
  [
    'weight',
    { weight: [5, 4.25, 'Kg'] },
    /^The log has .* \(5\skg\) of green coffee, the batch .* \(10\skg\)/,
  ],
  [
    'weight of the roasted coffee',
    { weight: [10, 7, 'Kg'] },
    /^The log has .* \(7\skg\) of roasted coffee, the batch .* \(8.5\skg\)/,
  ],
  [
    'duration',
    { timeindex: [30, 270, 400, 0, 0, 0, 480, 0] },
    /^The roast took 7:30 minutes in the log, 10:40 /,
  ],
])('a log whose %s does not fit the batch is attached only on demand', async (_, fields, difference) => {
  const { id } = await batchOf(shop)
  const { status, body } = await attach(id, alogOf(fields))
  expect(status).toBe(409)
  expect(body.differences).toEqual(expect.arrayContaining([expect.stringMatching(difference)]))
  expect(body.message).toContain(body.differences[0])
  expect(await stored(id)).toEqual([])
  const { payload, headers } = formOf('file', [{ name: 'a.alog', type: '', bytes: alogOf(fields) }])
  const again = await packer.post(`/api/roastery/batches/${id}/curve?anyway=true`, payload, headers)
  expect(again.status).toBe(200)
  expect(await stored(id)).toHaveLength(1)
})

test('a log that fits, or does not say, is attached without a question', async () => {
  const { id } = await batchOf(shop, { at: '2026-11-28T03:30:00.000Z' })
  // In the time zone of the shop it was still the 27th.
  for (const roastisodate of ['2026-11-27', '', null])
    expect((await attach(id, alogOf({ roastisodate }))).status).toBe(200)
  expect((await attach(id, alogOf({ weight: [0, 0, 'g'] }))).status).toBe(200)
  expect((await attach(id, alogOf({ weight: [10.4, 8.3, 'Kg'] }))).status).toBe(200)
})

test('a curve that was attached by an earlier version is shown', async () => {
  const { id } = await batchOf(shop)
  const { curve } = (await attach(id, alogOf())).body
  const { notes: _, remarks: __, ...earlier } = curve
  await shop.db
    .updateTable('roast_curves')
    .set({ curve: JSON.stringify(earlier) })
    .where('batch_id', '=', id)
    .execute()
  expect((await packer.get(`/api/roastery/batches/${id}/curve`)).body.curve).toEqual({
    ...earlier,
    notes: '',
    remarks: [],
  })
})

test('a log cannot be attached to a batch that was not weighed, or that does not exist', async () => {
  const roast = await roastOf(shop, [{ lot: await greenLot(shop), percent: 100 }])
  const planned = await plannedBatch(shop, { roast, day: '2026-11-27' })
  const { status, body } = await attach(planned, alogOf())
  const problem = /^Batch 261127-T[\w-]+ was not weighed yet. Attach the log after the roast$/
  expect([status, body.message]).toEqual([409, expect.stringMatching(problem)])
  expect((await attach('0000000000000000000000', alogOf())).status).toBe(404)
})

test('the page of a batch has its lots, weights, loss, the labels of its coffees and batches to compare', async () => {
  const lots = [await greenLot(shop), await greenLot(shop)] as const
  const greens = [
    { lot: lots[0], grams: 7000 },
    { lot: lots[1], grams: 3000 },
  ]
  const roast = await roastOf(
    shop,
    greens.map(({ lot, grams }) => ({ lot, percent: grams / 100 })),
    { name: 'House' },
  )
  const product = await shop.sell({ name: 'House Blend' })
  await recipeOf(shop, product, [{ roast, percent: 100 }])
  const { id } = await batchOf(shop, { roast, greens, roastedGrams: 8437 })
  const { id: other } = await batchOf(shop, { roast, greens })
  await attach(other, alogOf())
  const { body } = await packer.get(`/api/roastery/batches/${id}`)
  expect(body).toMatchObject({
    state: 'roasted',
    roast: { _id: roast, name: 'House', expectedLoss: 150 },
    greenGrams: 10_000,
    roastedGrams: 8437,
    // 1563 of 10000 grams.
    loss: 156,
    roasted: { by: 'Ben Roaster' },
    hasCurve: false,
    coffees: [{ _id: product, name: 'House Blend' }],
    comparable: [{ _id: other }],
    inFahrenheit: false,
  })
  expect(body.greens.map(({ grams }: { grams: number }) => grams)).toEqual([7000, 3000])
  expect((await packer.get('/api/roastery/batches/0000000000000000000000')).status).toBe(404)
})

test.each(['2026-13-45', '2026-02-31', 'yesterday', 20261128])(
  'a log whose day is %s is attached, because that is no day',
  async (roastisodate) => {
    const { id } = await batchOf(shop)
    const { status, text } = await attach(id, alogOf({ roastisodate }))
    expect(status, text).toBe(200)
  },
)
