/** Weighing, roasting and undoing batches. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plannedBatch } from '#test/roastery/batches.ts'
import { greenLot, roastOf } from '#test/roastery/green.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import { countOf, type Visitor } from '#test/visitor.ts'

const DAY = '2026-11-27'

let shop: TestShop
let ben: Visitor
beforeAll(async () => {
  shop = await openShop()
  ben = await signedIn(shop, { name: 'Ben', role: 'packer' })
})
afterAll(() => shop.close())

type Made = { batch: string; lots: string[]; roast: string }

/** A planned batch of 12 kg with one lot of 60 kg, or with several in percent. */
async function planned(percents = [100]): Promise<Made> {
  const lots = await Promise.all(percents.map(() => greenLot(shop)))
  const greens = lots.map((lot, index) => ({ lot, percent: percents[index]! }))
  const roast = await roastOf(shop, greens)
  return { batch: await plannedBatch(shop, { roast, day: DAY }), lots, roast }
}

/** @param greens the grams from each lot, by its id */
const weigh = (batch: string, greens: Record<string, number>, key?: string, who = ben) =>
  who.post(
    `/api/roastery/batches/${batch}/weigh`,
    { greens: Object.entries(greens).map(([lotId, grams]) => ({ lotId, grams })) },
    key ? { 'idempotency-key': key } : {},
  )

const roast = (batch: string, roastedGrams: number, more: object = {}) =>
  ben.post(`/api/roastery/batches/${batch}/roast`, { roastedGrams, ...more })

/** A batch that is weighed with 12 kg. */
async function weighed(): Promise<Made> {
  const made = await planned()
  await weigh(made.batch, { [made.lots[0]!]: 12_000 })
  return made
}

const undo = (batch: string, state: string) => ben.post(`/api/roastery/batches/${batch}/undo`, { state })

const leftOf = async (lot: string) => {
  const query = shop.db.selectFrom('green_lots').select('grams_left').where('id', '=', lot)
  return (await query.executeTakeFirstOrThrow()).grams_left
}

const rowOf = (id: string) =>
  shop.db.selectFrom('batches').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('Weighing', () => {
  test('takes the green coffee from its lots, and records the person', async () => {
    const { batch, lots } = await planned([60, 40])
    const answer = await weigh(batch, { [lots[0]!]: 7_300, [lots[1]!]: 4_900 })
    expect(answer.status).toBe(200)
    expect(answer.body.message).toMatch(/is weighed: 26\.9\slb \(12\.2\skg\)$/)
    expect(await Promise.all(lots.map(leftOf))).toEqual([52_700, 55_100])
    expect(await rowOf(batch)).toMatchObject({ state: 'weighed', green_grams: 12_200, weighed_by: 'Ben' })
    const admin = await shop.admin()
    const { body } = await admin.get(`/api/record?subject=batch&subjectId=${batch}`)
    expect(body.lines[0]).toMatchObject({
      by: 'Ben',
      action: expect.stringContaining('Weighed 16.09\u00a0lb (7.3'),
    })
  })

  test('of a batch that another person has weighed is refused with the name and the time', async () => {
    const { batch, lots } = await planned()
    await weigh(batch, { [lots[0]!]: 12_000 })
    const ann = await signedIn(shop, { name: 'Ann', role: 'packer' })
    const answer = await weigh(batch, { [lots[0]!]: 12_000 }, undefined, ann)
    expect(answer.status).toBe(409)
    expect(answer.body.message).toMatch(/^Ben weighed batch \S+ at \d+:\d\d [AP]M\. Nothing was changed$/)
    expect(await leftOf(lots[0]!)).toBe(48_000)
  })

  test('is refused if a lot has too little, has not arrived, or does not exist, and changes no lot', async () => {
    const { batch, lots } = await planned()
    const small = await greenLot(shop, { code: 'SMALL', bought_grams: 3_000 })
    const contract = await greenLot(shop, { code: 'SHIP', arrived_on: null })
    const few = await weigh(batch, { [lots[0]!]: 6_000, [small]: 3_001 })
    expect([few.status, few.body.message]).toEqual([
      409,
      expect.stringContaining('Lot SMALL has 6.61\u00a0lb (3'),
    ])
    const early = await weigh(batch, { [lots[0]!]: 6_000, [contract]: 100 })
    expect([early.status, early.body.message]).toEqual([
      409,
      expect.stringContaining('Lot SHIP has not arrived'),
    ])
    const unknown = await weigh(batch, { [lots[0]!]: 6_000, nothere: 100 })
    expect(unknown.status).toBe(400)
    const half = { lotId: lots[0]!, grams: 6_000 }
    const twice = await ben.post(`/api/roastery/batches/${batch}/weigh`, { greens: [half, half] })
    expect([twice.status, twice.body.message]).toEqual([400, 'Enter each lot once'])
    expect(await leftOf(lots[0]!)).toBe(60_000)
    expect((await rowOf(batch)).state).toBe('planned')
  })

  test('of more than twice the largest batch is refused with both weights in both units', async () => {
    const { batch, lots } = await planned()
    const answer = await weigh(batch, { [lots[0]!]: 40_000 })
    expect(answer.status).toBe(400)
    expect(answer.body.fields.greens.replaceAll('\u00a0', ' ')).toBe(
      'That is 88.18 lb (40 kg). The largest batch is 26.46 lb (12 kg)',
    )
    expect((await weigh(batch, { [lots[0]!]: 24_000 })).status).toBe(200)
  })

  test('of negative or absurd weights is refused', async () => {
    const { batch, lots } = await planned()
    for (const grams of [0, -5, 1.5, 2_000_000, Number.NaN])
      expect((await weigh(batch, { [lots[0]!]: grams })).status).toBe(400)
  })

  test('of a blend whose lots are mixed up is refused; replacing a lot of the recipe is accepted', async () => {
    const { batch, lots } = await planned([70, 30])
    const mixed = await weigh(batch, { [lots[0]!]: 3_600, [lots[1]!]: 8_400 })
    expect(mixed.status).toBe(400)
    expect(mixed.body.message).toMatch(/^This would be 30% \S+ and 70% \S+\. The recipe is 70% \S+ and 30%/)
    const other = await greenLot(shop)
    const replaced = await weigh(batch, { [other]: 3_600, [lots[1]!]: 8_400 })
    expect(replaced.status).toBe(200)
  })

  test('by twenty people at once takes the coffee once', async () => {
    const { batch, lots } = await planned()
    const answers = await Promise.all(Array.from({ length: 20 }, () => weigh(batch, { [lots[0]!]: 12_000 })))
    expect(countOf(answers)).toEqual({ 200: 1, 409: 19 })
    expect(await leftOf(lots[0]!)).toBe(48_000)
  })

  test('with the same key changes stock once and gets the same reply; another request with this key is refused', async () => {
    const { batch, lots } = await planned()
    const key = `weigh-${batch}`
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => weigh(batch, { [lots[0]!]: 12_000 }, key)),
    )
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]!.status).toBe(200)
    expect(await leftOf(lots[0]!)).toBe(48_000)
    expect((await weigh(batch, { [lots[0]!]: 11_000 }, key)).status).toBe(422)
  })

  test('of batches that use the same lots in a different order causes no deadlock', async () => {
    const { lots, roast: shared } = await planned([50, 50])
    const batches = await Promise.all(
      Array.from({ length: 8 }, () => plannedBatch(shop, { roast: shared, day: DAY, grams: 2_000 })),
    )
    const answers = await Promise.all(
      batches.map((batch, index) =>
        weigh(batch, Object.fromEntries((index % 2 ? lots : lots.toReversed()).map((lot) => [lot, 1_000]))),
      ),
    )
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(await Promise.all(lots.map(leftOf))).toEqual([52_000, 52_000])
  })
})

describe('Roasting', () => {
  test('stores weight, time, notes and profile, and returns the loss', async () => {
    const { batch } = await weighed()
    const answer = await roast(batch, 10_200, { roastSeconds: 640, notes: 'Stalled at 150' })
    expect(answer.body.message).toContain('15.0% loss')
    expect(await rowOf(batch)).toMatchObject({
      state: 'roasted',
      roasted_grams: 10_200,
      grams_left: 10_200,
      roast_seconds: 640,
      notes: 'Stalled at 150',
      profile: 'Filter 3',
      roasted_by: 'Ben',
    })
  })

  test('is refused at the field if more comes out than went in', async () => {
    const { batch } = await weighed()
    const answer = await roast(batch, 12_001)
    expect(answer.status).toBe(400)
    expect(answer.body.fields.roastedGrams.replaceAll('\u00a0', ' ')).toBe(
      'The roasted coffee weighs more than the 26.46 lb (12 kg) of green coffee',
    )
  })

  test('is refused for an impossible loss, with a hint that the units may be mixed up', async () => {
    const { batch } = await weighed()
    for (const grams of [11_800, 7_000, 4_627]) {
      const { status, body } = await roast(batch, grams)
      expect([status, body.fields.roastedGrams]).toEqual([
        400,
        expect.stringContaining('kilograms and pounds'),
      ])
    }
    expect((await rowOf(batch)).state).toBe('weighed')
  })

  test('of a batch that is not weighed, or roasted by another person, is refused', async () => {
    const { batch } = await planned()
    expect((await roast(batch, 10_000)).body.message).toContain('is not weighed')
    const done = await weighed()
    await roast(done.batch, 10_000)
    const again = await roast(done.batch, 10_100)
    expect(again.status).toBe(409)
    expect(again.body.message).toMatch(/^Ben finished batch \S+ at .*: 22\.05\slb \(10\skg\)/)
    expect((await roast('nothere', 10_000)).status).toBe(404)
  })

  test('by twenty people at once counts once', async () => {
    const { batch } = await weighed()
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => roast(batch, 10_000 + index)))
    expect(countOf(answers)).toEqual({ 200: 1, 409: 19 })
  })
})

describe('Undoing a batch', () => {
  test('undoes one step at a time, and returns the green coffee to its lots', async () => {
    const { batch, lots } = await planned([60, 40])
    const greens = { [lots[0]!]: 7_200, [lots[1]!]: 4_800 }
    await weigh(batch, greens)
    await roast(batch, 10_200)
    expect((await undo(batch, 'weighed')).body.message).toContain('Undo the roasting first')
    expect((await undo(batch, 'roasted')).status).toBe(200)
    expect(await rowOf(batch)).toMatchObject({ state: 'weighed', roasted_grams: null, grams_left: 0 })
    expect((await undo(batch, 'weighed')).status).toBe(200)
    expect(await rowOf(batch)).toMatchObject({ state: 'planned', weighed_by: null })
    expect(await Promise.all(lots.map(leftOf))).toEqual([60_000, 60_000])
    expect((await weigh(batch, greens)).status).toBe(200)
  })

  test('twice, or by twenty people at once, undoes one step', async () => {
    const { batch, lots } = await planned()
    await weigh(batch, { [lots[0]!]: 12_000 })
    await roast(batch, 10_200)
    const answers = await Promise.all(Array.from({ length: 20 }, () => undo(batch, 'roasted')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await rowOf(batch)).state).toBe('weighed')
    const more = await Promise.all(Array.from({ length: 20 }, () => undo(batch, 'weighed')))
    expect(more.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await leftOf(lots[0]!)).toBe(60_000)
  })

  test('is refused for a batch that does not exist or was never weighed', async () => {
    const { batch } = await planned()
    expect((await undo(batch, 'weighed')).status).toBe(409)
    expect((await undo('nothere', 'weighed')).status).toBe(404)
    expect((await undo(batch, 'planned')).status).toBe(400)
  })
})
