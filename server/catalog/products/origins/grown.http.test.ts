import { expect, test } from 'vitest'
import { greenLot, recipeOf, roastOf } from '#test/roastery/green.ts'
import { listen, sendRequest } from '#test/wire.ts'
import { admin, openCatalog, shop } from '../../catalog.testing.ts'

openCatalog()

const grownOf = async (product: string) => (await shop.visitor().get(`/api/products/${product}`)).body.grown
/** A coffee of which only these columns are known. */
async function coffee(columns: object = {}): Promise<string> {
  const product = await shop.sell()
  const blank = { origin: '', producer: '', process: '', variety: '', altitude: null }
  await shop.db
    .updateTable('products')
    .set({ ...blank, ...columns })
    .where('id', '=', product)
    .execute()
  return product
}

test('the page of a coffee says where it grows, from the product first and then from its green coffee', async () => {
  const product = await coffee({ origin: 'Ethiopia, Guji', producer: 'Smallholders', altitude: 2050 })
  const known = { producer: 'Smallholders', altitude: '2,050 m (6,730 ft)', origin: 'Ethiopia, Guji' }
  expect(await grownOf(product)).toEqual([
    {
      ...known,
      name: '',
      variety: '',
      process: '',
      harvest: '',
      places: [{ latitude: 5.8, longitude: 38.9 }],
    },
  ])
  const lot = await greenLot(shop)
  await recipeOf(shop, product, [{ roast: await roastOf(shop, [{ lot, percent: 100 }]), percent: 100 }])
  await admin.put(`/api/products/${product}`, { brand: 'Frame' })
  expect(await grownOf(product)).toMatchObject([
    { ...known, variety: 'Kurume', process: 'Washed', harvest: '2025/26' },
  ])
})

test('of several lots of one coffee, only what they have in common is said', async () => {
  const product = await coffee()
  const lots = [await greenLot(shop, { crop: '2025' }), await greenLot(shop, { crop: '2026', altitude: '' })]
  const roast = await roastOf(shop, [
    { lot: lots[0]!, percent: 50 },
    { lot: lots[1]!, percent: 50 },
  ])
  await recipeOf(shop, product, [{ roast, percent: 100 }])
  expect(await grownOf(product)).toMatchObject([
    { origin: 'Ethiopia, Yirgacheffe', process: 'Washed', altitude: '', harvest: '' },
  ])
})

test('a blend has an entry for each green coffee, the largest share first, without shares and suppliers', async () => {
  const product = await coffee({ composition: 'Blend', origin: 'House' })
  const brazil = await greenLot(shop, { name: 'Cerrado', origin: 'Brazil, Cerrado', altitude: '' })
  const huila = await greenLot(shop, { name: 'Huila', origin: 'Colombia, Huila' })
  const unknown = await greenLot(shop, { name: 'Somewhere', origin: '' })
  const base = await roastOf(shop, [
    { lot: huila, percent: 40 },
    { lot: brazil, percent: 60 },
  ])
  const top = await roastOf(shop, [
    { lot: huila, percent: 90 },
    { lot: unknown, percent: 10 },
  ])
  await recipeOf(shop, product, [
    { roast: base, percent: 50 },
    { roast: top, percent: 50 },
  ])
  const { body, text } = await shop.visitor().get(`/api/products/${product}`)
  expect(body.grown).toMatchObject([
    { name: 'Huila', origin: 'Colombia, Huila', places: [{ latitude: 2.2 }] },
    { name: 'Cerrado', origin: 'Brazil, Cerrado', altitude: '', places: [{ latitude: -18.9 }] },
    { name: 'Somewhere', origin: '', places: [] },
  ])
  for (const secret of ['Harbor Imports', 'percent', 'grams_left']) expect(text).not.toContain(secret)
})

test('a blend without a recipe has its own facts, and goods and unknown origins have no place', async () => {
  const product = await coffee({ composition: 'Blend', origin: 'House', producer: 'Growers in Brazil' })
  expect(await grownOf(product)).toMatchObject([{ producer: 'Growers in Brazil', places: [] }])
  const mug = await coffee({ category: 'Goods', origin: 'Kenya' })
  expect(await grownOf(mug)).toEqual([])
})

test('the cached page of a coffee follows changes of green coffee and recipe', async () => {
  const product = await coffee()
  const lot = await greenLot(shop, { producer: 'Before' })
  const roast = await roastOf(shop, [{ lot, percent: 100 }])
  const origin = await listen(shop)
  const read = async () => (await sendRequest(origin, `/api/products/${product}`)).text
  expect(await read()).not.toContain('Before')
  const saved = await admin.put(`/api/recipes/${product}`, {
    roasts: [{ id: roast, percent: 100 }],
    notes: '',
  })
  expect(saved.status).toBe(200)
  expect(await read()).toContain('Before')
  const { body } = await admin.get(`/api/green/${lot}`)
  const edited = await admin.put(`/api/green/${lot}`, { ...body, producer: 'After' })
  expect(edited.status).toBe(200)
  expect(await read()).toContain('After')
  const other = await greenLot(shop, { producer: 'Another' })
  const { body: before } = await admin.get(`/api/roasts/${roast}`)
  await admin.put(`/api/roasts/${roast}`, { ...before, greens: [{ id: other, percent: 100 }] })
  expect(await read()).toContain('Another')
})
