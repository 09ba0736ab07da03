/** Lots, made from roasted batches and undone, and bags that are packaged from them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatDate } from '#shared/kernel/dates.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { DAY, refusal, roastWork } from '#test/roastery/work.ts'
import { plannedBatch } from '#test/roastery/batches.ts'
import { countOf, type Visitor } from '#test/visitor.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'

let shop: TestShop
let ben: Visitor
let work: ReturnType<typeof roastWork>
let today: string
beforeAll(async () => {
  shop = await openShop()
  ben = await signedIn(shop, { name: 'Ben', role: 'packer' })
  work = roastWork(shop, ben)
  today = nowAt(shop.clock).day
})
afterAll(() => shop.close())

describe('A lot', () => {
  test('takes coffee from its batches, and has the oldest roast day', async () => {
    const { product, roast, batch } = await work.straight()
    const older = await work.roasted(roast, 2_000, '2026-11-25')
    const answer = await work.makeLot(product, { [batch]: 4_000, [older]: 2_000 })
    expect(answer.status).toBe(201)
    expect(await work.lotsOf(product)).toMatchObject([
      { grams: 6_000, grams_left: 6_000, roasted_on: '2026-11-25', made_on: DAY, made_by: 'Ben' },
    ])
    expect([await work.looseOf(batch), await work.looseOf(older)]).toEqual([6_200, 0])
  })

  test('of a blend must have the shares of its recipe', async () => {
    const { product, batches } = await work.blended()
    const wrong = await work.makeLot(product, { [batches[0]!]: 5_500, [batches[1]!]: 4_500 })
    expect(refusal(wrong)).toEqual([
      400,
      'This would be 55% Guji and 45% Huila. The recipe is 60% Guji and 40% Huila. Change the weights',
    ])
    expect(await work.looseOf(batches[0]!)).toBe(10_000)
    const right = await work.makeLot(product, { [batches[0]!]: 6_100, [batches[1]!]: 3_900 })
    expect(right.status).toBe(201)
  })

  test('is refused without a recipe, with a batch of another roast, and from a batch without enough coffee', async () => {
    const { product, batch } = await work.straight()
    const other = await work.straight()
    const plain = await shop.sell()
    expect(refusal(await work.makeLot(plain, { [batch]: 1_000 }))).toEqual([
      409,
      'This coffee has no recipe. Enter it under Roasts and blends first',
    ])
    expect((await work.makeLot(product, { [other.batch]: 1_000 })).status).toBe(400)
    expect((await work.makeLot(product, { nothere: 1_000 })).status).toBe(400)
    expect((await work.makeLot('nothere', { [batch]: 1_000 })).status).toBe(404)
    await work.makeLot(product, { [batch]: 10_000 })
    const empty = refusal(await work.makeLot(product, { [batch]: 300 }))
    expect(empty[0]).toBe(409)
    expect(empty[1]).toMatch(/^Only 7\.1 oz \(200 g\) of the 10\.6 oz .* is left in batch .*\. Ben made lot/)
    const planned = await plannedBatch(shop, { roast: other.roast, day: DAY })
    expect(refusal(await work.makeLot(other.product, { [planned]: 300 }))[1]).toContain('is not roasted yet')
  })

  test('has its own code, also among twenty at once and after one was undone', async () => {
    const { product, batch } = await work.straight()
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => work.makeLot(product, { [batch]: 100 }, '2026-12-24')),
    )
    expect(countOf(answers)).toEqual({ 201: 30 })
    const codes = (await work.lotsOf(product)).map(({ code }) => code)
    expect(new Set(codes).size).toBe(30)
    expect(codes).toEqual(expect.arrayContaining(['261224-A', '261224-Z', '261224-AA', '261224-AD']))
    const last = (await work.lotsOf(product)).find(({ code }) => code === '261224-AD')!
    await ben.delete(`/api/roastery/lots/${last.id}`)
    expect((await work.makeLot(product, { [batch]: 100 }, '2026-12-24')).body.message).toContain('261224-AE')
  })

  test('that is undone returns its coffee; one with bags stays', async () => {
    const { product, batch } = await work.straight()
    const { body } = await work.makeLot(product, { [batch]: 10_000 })
    expect(refusal(await ben.post(`/api/roastery/batches/${batch}/undo`, { state: 'roasted' }))[1]).toMatch(
      /^Ben made lot 261127-\w+ from batch .* Undo this lot first$/,
    )
    await work.pack(product, 3)
    expect(refusal(await ben.delete(`/api/roastery/lots/${body._id}`))[1]).toMatch(
      /^Ben packaged bags from lot 261127-\w+ at .*\. Undo these bags first$/,
    )
    const [bags] = await work.bagsOf(product)
    expect((await ben.delete(`/api/roastery/bags/${bags!.id}`)).status).toBe(200)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ben.delete(`/api/roastery/lots/${body._id}`)),
    )
    expect(countOf(answers)).toEqual({ 200: 1, 404: 19 })
    expect(await work.looseOf(batch)).toBe(10_200)
  })
})

describe('Packaging', () => {
  test('makes a lot of exactly the missing weight from batches of the promised day, although older coffee is left', async () => {
    const { product, roast, batch } = await work.straight(10_200)
    const older = await work.roasted(roast, 1_000, '2026-11-26')
    const answer = await work.pack(product, 12)
    expect(answer.status).toBe(201)
    expect(answer.body.message).toMatch(
      new RegExp(
        `^12 bags of Test Beans, 12 oz, Whole bean, from lot 261127-\\w+, roasted ${formatDate(today, 'shortMonthDay')}$`,
      ),
    )
    expect(await work.lotsOf(product)).toMatchObject([{ grams: 4_080, grams_left: 0, roasted_on: today }])
    expect([await work.looseOf(older), await work.looseOf(batch)]).toEqual([1_000, 6_120])
    expect(await work.bagsOf(product)).toMatchObject([{ qty: 12, qty_left: 12, grams: 340, made_by: 'Ben' }])
  })

  test('takes coffee of before the promised day only for what is missing, the latest first, and says so', async () => {
    const { product, roast, batch } = await work.straight(2_100)
    const oldest = await work.roasted(roast, 1_000, '2026-11-24')
    const older = await work.roasted(roast, 1_000, '2026-11-26')
    await work.makeLot(product, { [batch]: 1_100 })
    await work.makeLot(product, { [older]: 800 })
    const answer = await work.pack(product, 8)
    expect(answer.status).toBe(201)
    expect(answer.body.message).toContain('roasted Nov 26')
    expect(answer.body.message).toContain('roasted Nov 24')
    const lots = new Map((await work.lotsOf(product)).map((lot) => [lot.id, lot]))
    const made = (await work.bagsOf(product)).map(
      ({ coffee_lot_id, qty }) => `${qty} of ${lots.get(coffee_lot_id)!.roasted_on}`,
    )
    expect(made.toSorted()).toEqual(
      [`3 of ${today}`, `2 of ${today}`, '2 of 2026-11-26', '1 of 2026-11-24'].toSorted(),
    )
    // What is left of the batch of the 26th is less than a bag, and goes into the bag with the older coffee.
    expect([await work.looseOf(older), await work.looseOf(oldest)]).toEqual([0, 860])
  })

  test('takes the lot or the batch that a person chooses', async () => {
    const { product, roast, batch } = await work.straight()
    const older = await work.roasted(roast, 1_000, '2026-11-10')
    const lot = (await work.makeLot(product, { [batch]: 1_000 })).body._id
    const chosen = await work.pack(product, 2, { batchId: older })
    expect([chosen.status, chosen.body.message]).toEqual([201, expect.stringContaining('roasted Nov 10')])
    expect(await work.looseOf(older)).toBe(320)
    expect(refusal(await work.pack(product, 1, { batchId: older, packagedBefore: 2 }))).toEqual([
      409,
      expect.stringMatching(/^Batch .* has 11\.3 oz \(320 g\) left\. 1 bag takes 12 oz/),
    ])
    expect((await work.pack(product, 2, { lotId: lot, packagedBefore: 2 })).status).toBe(201)
    const other = await work.straight()
    for (const wrong of [{ batchId: other.batch }, { batchId: 'nothere' }])
      expect((await work.pack(product, 1, { ...wrong, packagedBefore: 4 })).status).toBe(404)
    const both = await work.pack(product, 1, { batchId: older, lotId: lot, packagedBefore: 4 })
    expect(refusal(both)).toEqual([400, 'Choose a lot or a batch, not both'])
  })

  test('leaves coffee that is too old, unless its lot is chosen', async () => {
    const { product, roast } = await work.straight(340)
    const old = await work.roasted(roast, 3_400, '2026-11-10')
    const { body } = await work.makeLot(product, { [old]: 1_000 })
    const few = refusal(await work.pack(product, 2))
    expect(few).toEqual([409, expect.stringContaining('too little roasted coffee for 2 bags')])
    expect((await work.pack(product, 2, { lotId: body._id })).status).toBe(201)
    const much = await work.pack(product, 3, { lotId: body._id, packagedBefore: 2 })
    expect(refusal(much)[1]).toMatch(/has 11\.3 oz \(320 g\) left\. 3 bags take 2\.25 lb/)
  })

  test('of a blend needs a blended lot', async () => {
    const { product, batches } = await work.blended()
    expect(refusal(await work.pack(product, 2))).toEqual([
      409,
      'There is no blended coffee for 2 bags (24 oz (680 g)). Blend a lot first',
    ])
    await work.makeLot(product, { [batches[0]!]: 600, [batches[1]!]: 400 })
    expect((await work.pack(product, 2)).status).toBe(201)
  })

  test('by twenty people at once happens once, and the others read who was first', async () => {
    const { product } = await work.straight()
    const answers = await Promise.all(Array.from({ length: 20 }, () => work.pack(product, 5)))
    expect(countOf(answers)).toEqual({ 201: 1, 409: 19 })
    const late = answers.find(({ status }) => status === 409)!
    expect(refusal(late)[1]).toMatch(
      /^Ben packaged 5 bags at \d+:\d\d [AP]M\. 5 bags of this size and grind are ready now\. Check how many are missing$/,
    )
    expect(late.body).toMatchObject({ code: 'done', packaged: 5 })
    expect((await work.pack(product, 1, { packagedBefore: 5 })).status).toBe(201)
  })

  test('with the same key happens once and has the same reply', async () => {
    const { product } = await work.straight()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => work.pack(product, 5, {}, `p-${product}`)),
    )
    expect(countOf(answers)).toEqual({ 201: 20 })
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await work.bagsOf(product)).toHaveLength(1)
  })

  test('never takes more than there is, when different grinds are packaged at once', async () => {
    const { product } = await work.straight(3_400)
    const grinds = ['Whole bean', 'Espresso', 'Moka pot', 'Chemex', 'AeroPress', 'Drip']
    const answers = await Promise.all(grinds.map((grind) => work.pack(product, 4, { grind })))
    expect(countOf(answers)).toEqual({ 201: 2, 409: 4 })
  })

  test('is refused for coffee from counted stock, unknown sizes and grinds', async () => {
    const { product } = await work.straight()
    const counted = await shop.sell({ name: 'Tin' })
    expect(refusal(await work.pack(counted, 1))).toEqual([
      409,
      'Tin is sold from counted stock. Only coffee that is roasted to order has bags here',
    ])
    expect((await work.pack(product, 1, { sizeId: counted })).body.fields).toHaveProperty('sizeId')
    expect((await work.pack(product, 1, { grind: 'Dust' })).body.fields).toHaveProperty('grind')
    expect((await work.pack('nothere', 1)).status).toBe(404)
    expect((await work.pack(product, 1, { lotId: 'nothere' })).status).toBe(404)
    for (const qty of [0, -1, 1.5, 5_001]) expect((await work.pack(product, qty)).status).toBe(400)
  })
})
