/** Lots: made from roasted batches, and undone. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, refusal, roastWork } from '#test/roastery/work.ts'
import { plannedBatch } from '#test/roastery/batches.ts'
import { countOf, type Visitor } from '#test/visitor.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'

let shop: TestShop
let ben: Visitor
let work: ReturnType<typeof roastWork>
beforeAll(async () => {
  shop = await openShop()
  ben = await signedIn(shop, { name: 'Ben', role: 'packer' })
  work = roastWork(shop, ben)
})
afterAll(() => shop.close())

describe('A lot', () => {
  test('takes coffee from its batches, and has the oldest roast day', async () => {
    const { product, roast, batch } = await work.straight()
    const older = await work.roasted(roast, 2_000, '2026-11-25')
    const answer = await work.makeLot(product, [
      [batch, 4_000],
      [older, 2_000],
    ])
    expect(answer.status).toBe(201)
    expect(await work.lotsOf(product)).toMatchObject([
      { grams: 6_000, grams_left: 6_000, roasted_on: '2026-11-25', made_on: DAY, made_by: 'Ben' },
    ])
    expect([await work.looseOf(batch), await work.looseOf(older)]).toEqual([6_200, 0])
  })

  test('of a blend must have the shares of its recipe', async () => {
    const { product, batches } = await work.blended()
    const wrong = await work.makeLot(product, [
      [batches[0]!, 5_500],
      [batches[1]!, 4_500],
    ])
    expect(refusal(wrong)).toEqual([
      400,
      'This would be 55% Guji and 45% Huila. The recipe is 60% Guji and 40% Huila. Change the weights',
    ])
    expect(await work.looseOf(batches[0]!)).toBe(10_000)
    const right = await work.makeLot(product, [
      [batches[0]!, 6_100],
      [batches[1]!, 3_900],
    ])
    expect(right.status).toBe(201)
  })

  test('is refused without a recipe, with a batch of another roast, and from a batch without enough coffee', async () => {
    const { product, batch } = await work.straight()
    const other = await work.straight()
    const plain = await shop.sell()
    expect(refusal(await work.makeLot(plain, [[batch, 1_000]]))).toEqual([
      409,
      'This coffee has no recipe. Enter it under Recipes first',
    ])
    expect((await work.makeLot(product, [[other.batch, 1_000]])).status).toBe(400)
    expect((await work.makeLot(product, [['nothere', 1_000]])).status).toBe(400)
    expect((await work.makeLot('nothere', [[batch, 1_000]])).status).toBe(404)
    await work.makeLot(product, [[batch, 10_000]])
    const empty = refusal(await work.makeLot(product, [[batch, 300]]))
    expect(empty[0]).toBe(409)
    expect(empty[1]).toMatch(/^Only 200 g \(7\.1 oz\) of the 300 g .* is left in batch .*\. Ben made lot/)
    const planned = await plannedBatch(shop, { roast: other.roast, day: DAY })
    expect(refusal(await work.makeLot(other.product, [[planned, 300]]))[1]).toContain('is not roasted yet')
  })

  test('has its own code, also among twenty at once and after one was undone', async () => {
    const { product, batch } = await work.straight()
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => work.makeLot(product, [[batch, 100]], '2026-12-24')),
    )
    expect(countOf(answers)).toEqual({ 201: 30 })
    const codes = (await work.lotsOf(product)).map(({ code }) => code)
    expect(new Set(codes).size).toBe(30)
    expect(codes).toEqual(expect.arrayContaining(['261224-A', '261224-Z', '261224-AA', '261224-AD']))
    const last = (await work.lotsOf(product)).find(({ code }) => code === '261224-AD')!
    await ben.delete(`/api/roastery/lots/${last.id}`)
    expect((await work.makeLot(product, [[batch, 100]], '2026-12-24')).body.message).toContain('261224-AE')
  })

  test('that is undone returns its coffee; one with bags stays', async () => {
    const { product, batch } = await work.straight()
    const { body } = await work.makeLot(product, [[batch, 10_000]])
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
