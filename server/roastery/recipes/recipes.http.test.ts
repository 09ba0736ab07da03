// On SQLite only: forms and their rules, the same code on both databases.
/** Roasts with their green coffee, the measured loss of weight, and the recipes of coffees. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ROASTING_DEFAULTS } from '#shared/platform/settings/roasting.ts'
import { addArrivedLot, addLot, addRoast, roastBody } from '#test/roastery/by-admin.ts'
import { batchOf } from '#test/roastery/batches.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { DAY } from '#server/kernel/time/clock.ts'
import { lossOfRoasts } from './measured-loss.ts'

let shop: TestShop
let admin: SignedInVisitor
let lot: string
let other: string
beforeAll(async () => {
  shop = await openShop()
  const owner = await signedIn(shop, { isAdmin: true })
  lot = await addArrivedLot(shop, owner, 500_000, { code: 'GUJI-26', name: 'Guji' })
  other = await addArrivedLot(shop, owner, 500_000, { code: 'HUILA-26', name: 'Huila' })
})
afterAll(() => shop.close())
beforeEach(async () => {
  admin = await signedIn(shop, { isAdmin: true, name: 'Olive Owner' })
})

const blend = (first: number, second: number) => [
  { id: lot, percent: first },
  { id: other, percent: second },
]
const listed = async (id: string) =>
  (await admin.get('/api/roasts')).body.find((each: { _id: string }) => each._id === id)
const save = (product: string, roasts: object[], changes: object = {}) =>
  admin.put(`/api/recipes/${product}`, { roasts, notes: '', ...changes })

const roastOf = (loss: number) => addRoast(admin, [{ id: lot, percent: 100 }], { loss })
const measured = async (id: string) => (await lossOfRoasts(shop.db, [id])).get(id)

describe('a roast', () => {
  test('is one lot, or a blend in percent, in the order of the form', async () => {
    const id = await addRoast(admin, blend(60, 40), { name: 'House', loss: 15.2 })
    expect((await admin.get(`/api/roasts/${id}`)).body).toMatchObject({
      name: 'House',
      loss: 15.2,
      greens: blend(60, 40),
      version: 1,
    })
    expect(await listed(id)).toMatchObject({
      usedLoss: 15.2,
      batches: 0,
      lots: [
        { code: 'GUJI-26', percent: 60, state: 'here' },
        { code: 'HUILA-26', percent: 40, state: 'here' },
      ],
      coffees: [],
    })
  })

  test.each([
    ['90', 'The percents add up to 90. They have to add up to exactly 100', () => blend(60, 30)],
    ['110', 'The percents add up to 110. They have to add up to exactly 100', () => blend(60, 50)],
    ['nothing', 'Choose at least one lot', () => []],
    ['the same lot twice', 'The same lot is chosen twice', () => [blend(50, 50)[0]!, blend(50, 50)[0]!]],
    ['an unknown lot', 'One of these lots no longer exists', () => [{ id: 'nolot', percent: 100 }]],
  ])('with %s is refused at its green coffee', async (_, message, greens) => {
    const { status, body } = await admin.post('/api/roasts', roastBody(greens()))
    expect([status, body.fields]).toEqual([400, { greens: message }])
  })

  test.each([[50.5], [99.9], [0], [-1]])('with a part of %s percent is refused', async (percent) => {
    const body = roastBody([
      { id: lot, percent },
      { id: other, percent: 100 - percent },
    ])
    expect((await admin.post('/api/roasts', body)).status).toBe(400)
  })

  test.each([
    [{ loss: 51 }, 'loss'],
    [{ loss: 15.25 }, 'loss'],
    [{ smallest: 9000, largest: 8000 }, 'largest'],
    [{ largest: ROASTING_DEFAULTS.smallest - 1 }, 'largest'],
    [{ smallest: ROASTING_DEFAULTS.largest + 1 }, 'smallest'],
    [{ name: '' }, 'name'],
  ])('is refused with %j', async (changes, field) => {
    const { status, body } = await admin.post('/api/roasts', roastBody(blend(50, 50), changes))
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
  })

  test('is saved once, if two people edit it, and the change log names the lots', async () => {
    const id = await addRoast(admin, blend(60, 40))
    const edit = (first: number) =>
      admin.put(`/api/roasts/${id}`, roastBody(blend(first, 100 - first), { version: 1 }))
    const answers = await Promise.all([edit(10), edit(20), edit(30)])
    expect(answers.map(({ status }) => status).toSorted((one, next) => one - next)).toEqual([200, 409, 409])
    const { lines } = (await admin.get(`/api/record?subject=recipe&subjectId=${id}`)).body
    expect(lines[0].changes).toContainEqual({
      field: 'Green coffee',
      before: '60% GUJI-26, 40% HUILA-26',
      after: expect.stringMatching(/^[123]0% GUJI-26, [789]0% HUILA-26$/),
    })
  })

  test('with an archived lot can be saved with it, and a new one cannot', async () => {
    const gone = await addArrivedLot(shop, admin, 100)
    const id = await addRoast(admin, [{ id: gone, percent: 100 }])
    await admin.post(`/api/green/${gone}/counts`, { counted: 0, expected: 100 })
    await admin.put(`/api/green/${gone}/archived`, { isArchived: true })
    expect((await listed(id)).lots[0]).toMatchObject({ state: 'archived', gramsLeft: 0 })
    const body = roastBody([{ id: gone, percent: 100 }])
    expect((await admin.put(`/api/roasts/${id}`, body)).status).toBe(200)
    expect((await admin.post('/api/roasts', body)).status).toBe(400)
  })
})

describe('a used-up lot', () => {
  test('is replaced in all roasts that contain it, and percents of the same lot add up', async () => {
    const old = await addArrivedLot(shop, admin, 100)
    const next = await addLot(admin)
    const alone = await addRoast(admin, [{ id: old, percent: 100 }])
    const both = await addRoast(admin, [
      { id: next, percent: 30 },
      { id: lot, percent: 50 },
      { id: old, percent: 20 },
    ])
    const replace = (lotId: string, replacementId: string) =>
      admin.post('/api/roasts/replacements', { lotId, replacementId })
    expect((await replace(old, old)).status).toBe(400)
    expect((await replace(old, 'nolot')).status).toBe(400)
    expect((await replace(old, next)).body).toEqual({ roasts: 2 })
    expect((await admin.get(`/api/roasts/${alone}`)).body.greens).toEqual([{ id: next, percent: 100 }])
    expect((await admin.get(`/api/roasts/${both}`)).body).toMatchObject({
      greens: [
        { id: next, percent: 50 },
        { id: lot, percent: 50 },
      ],
      version: 2,
    })
    expect((await replace(old, next)).status).toBe(404)
  })
})

describe('the loss of weight', () => {
  test('is the expected one until three batches are roasted, then their mean, weighted by green coffee', async () => {
    const roast = await roastOf(14)
    const batch = (grams: number, roastedGrams: number) =>
      batchOf(shop, { roast, greens: [{ lot, grams }], roastedGrams })
    await batch(10_000, 8500)
    await batch(10_000, 8500)
    // A batch that is not roasted yet does not count.
    await batchOf(shop, { roast, greens: [{ lot, grams: 5000 }], state: 'weighed' })
    expect(await measured(roast)).toEqual({ thousandths: 140, measured: 0 })
    await batch(2000, 1600)
    // (22000 - 18600) / 22000
    expect(await measured(roast)).toEqual({ thousandths: 155, measured: 3 })
    expect(await listed(roast)).toMatchObject({ usedLoss: 15.5, batches: 3, loss: 14 })
  })

  test('is measured from the last ten batches', async () => {
    const roast = await roastOf(14)
    const now = shop.clock.now().getTime()
    for (let age = 14; age > 0; age--) {
      const at = new Date(now - age * DAY).toISOString()
      await batchOf(shop, { roast, greens: [{ lot, grams: 1000 }], roastedGrams: age > 10 ? 500 : 840, at })
    }
    expect(await measured(roast)).toEqual({ thousandths: 160, measured: 10 })
  })

  test('of an unknown roast is missing, and of several roasts is found at once', async () => {
    const [one, two] = [await roastOf(10), await roastOf(20)]
    const found = await lossOfRoasts(shop.db, [one, two, 'noroast'])
    expect([...found.keys()].toSorted()).toEqual([one, two].toSorted())
    expect(await lossOfRoasts(shop.db, [])).toEqual(new Map())
  })
})

describe('a recipe', () => {
  test('is one roast, or several that are blended after roasting', async () => {
    const product = await shop.sell({ name: 'Lake House' })
    const [one, two] = [await addRoast(admin, blend(50, 50)), await addRoast(admin, blend(10, 90))]
    expect((await admin.get(`/api/recipes/${product}`)).body).toMatchObject({ roasts: [], version: 0 })
    const parts = [
      { id: two, percent: 70 },
      { id: one, percent: 30 },
    ]
    expect((await save(product, parts, { notes: 'Blend cold', version: 0 })).body).toMatchObject({
      name: 'Lake House',
      roasts: parts,
      notes: 'Blend cold',
      version: 1,
    })
    expect((await listed(one)).coffees).toEqual([{ _id: product, name: 'Lake House' }])
    const refused = await save(product, [{ id: one, percent: 99 }], { version: 1 })
    expect([refused.status, refused.body.fields]).toEqual([
      400,
      { roasts: 'The percents add up to 99. They have to add up to exactly 100' },
    ])
    expect((await save(product, [{ id: 'noroast', percent: 100 }])).status).toBe(400)
    expect((await save(product, [{ id: one, percent: 100 }], { version: 0 })).status).toBe(409)
  })

  test('is listed for every coffee, those that are roasted to order without a recipe first', async () => {
    const missing = await shop.sell({ name: 'Zebra' })
    const mug = await shop.sell({ name: 'Mug', sizeGrams: null })
    await shop.db.updateTable('products').set({ is_roasted_to_order: 1 }).where('id', '=', missing).execute()
    await shop.db.updateTable('products').set({ category: 'Goods' }).where('id', '=', mug).execute()
    const { body } = await admin.get('/api/recipes')
    expect(body[0]).toMatchObject({ _id: missing, isRoastedToOrder: true, version: 0, parts: [] })
    expect(body.some((each: { _id: string }) => each._id === mug)).toBe(false)
    expect((await save(mug, [{ id: await addRoast(admin, blend(50, 50)), percent: 100 }])).status).toBe(404)
  })

  test('of a coffee that is roasted to order cannot be deleted', async () => {
    const product = await shop.sell()
    expect((await admin.delete(`/api/recipes/${product}`)).status).toBe(404)
    await save(product, [{ id: await addRoast(admin, blend(50, 50)), percent: 100 }])
    const marked = (mark: 0 | 1) =>
      shop.db.updateTable('products').set({ is_roasted_to_order: mark }).where('id', '=', product).execute()
    await marked(1)
    expect((await admin.delete(`/api/recipes/${product}`)).status).toBe(409)
    await marked(0)
    expect((await admin.delete(`/api/recipes/${product}`)).status).toBe(200)
    expect((await admin.get(`/api/recipes/${product}`)).body).toMatchObject({ roasts: [], version: 0 })
  })

  test('keeps its roasts from being deleted, and names the coffee', async () => {
    const product = await shop.sell({ name: 'Shoreline' })
    const roast = await addRoast(admin, blend(50, 50))
    await save(product, [{ id: roast, percent: 100 }])
    const { status, body } = await admin.delete(`/api/roasts/${roast}`)
    expect([status, body.message]).toEqual([409, expect.stringContaining('Shoreline')])
    await save(product, [{ id: await addRoast(admin, blend(50, 50)), percent: 100 }])
    expect((await admin.delete(`/api/roasts/${roast}`)).status).toBe(200)
    expect((await admin.get(`/api/roasts/${roast}`)).status).toBe(404)
    expect((await admin.delete(`/api/roasts/${roast}`)).status).toBe(404)
    for (const version of [1, 2])
      expect((await admin.put(`/api/roasts/${roast}`, roastBody(blend(50, 50), { version }))).status).toBe(
        404,
      )
  })

  test('never contains a roast that is deleted at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const product = await shop.sell()
      const roast = await addRoast(admin, blend(50, 50))
      const [saved, removed] = await Promise.all([
        save(product, [{ id: roast, percent: 100 }]),
        admin.delete(`/api/roasts/${roast}`),
      ])
      expect([
        [200, 409],
        [400, 200],
      ]).toContainEqual([saved.status, removed.status])
    }
  })
})

test('a roast with a planned batch cannot be deleted', async () => {
  const roast = await addRoast(admin, blend(50, 50))
  await batchOf(shop, { roast, greens: [{ lot, grams: 3000 }], state: 'weighed' })
  const { status, body } = await admin.delete(`/api/roasts/${roast}`)
  expect([status, body.message]).toEqual([409, expect.stringContaining('is planned')])
})
