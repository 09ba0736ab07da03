import { expect, test } from 'vitest'
import { coffeeLot, packaged } from '#test/roastery/bags.ts'
import { batchOf } from '#test/roastery/batches.ts'
import { greenLot, roastOf } from '#test/roastery/green.ts'
import { listen, sendRequest } from '#test/wire.ts'
import { openCatalog, shop } from '../catalog.testing.ts'

openCatalog()

const pageOf = (code: string) => shop.visitor().get(`/api/lots/${code}`)

test('the page of a lot says who grew the coffee, when it was roasted, and how to brew it', async () => {
  const product = await shop.sell({ name: 'Guji Highlands' })
  await shop.db
    .updateTable('products')
    .set({ brew_method: 'Pour over', brew_dose: 20, brew_water: 320, brew_seconds: 180 })
    .where('id', '=', product)
    .execute()
  const { code } = await packaged(shop, { product })
  const { status, body } = await pageOf(code)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    code,
    batches: [{ roast: expect.stringMatching(/^Roast/) }],
    greens: [
      { percent: 100, producer: 'Aricha station', origin: 'Ethiopia, Yirgacheffe', process: 'Washed' },
    ],
    coffee: { _id: product, name: 'Guji Highlands', isSold: true, brewMethod: 'Pour over', brewSeconds: 180 },
  })
})

test('a blend names each lot of green coffee with its share, and the shares are 100 percent', async () => {
  const product = await shop.sell()
  const [one, two, three] = [
    await greenLot(shop, { name: 'One' }),
    await greenLot(shop, { name: 'Two' }),
    await greenLot(shop, { name: 'Three' }),
  ]
  // Blended before roasting: one third and two thirds. The second batch is added after roasting.
  const roast = await roastOf(shop, [
    { lot: one, percent: 33 },
    { lot: two, percent: 67 },
  ])
  const other = await roastOf(shop, [{ lot: three, percent: 100 }])
  const blend = await batchOf(shop, {
    roast,
    greens: [
      { lot: one, grams: 2000 },
      { lot: two, grams: 4000 },
    ],
  })
  const single = await batchOf(shop, {
    roast: other,
    greens: [{ lot: three, grams: 3000 }],
    on: '2026-11-20',
  })
  const { code } = await coffeeLot(shop, {
    product,
    batches: [
      { batch: blend.id, grams: 3000 },
      { batch: single.id, grams: 1000 },
    ],
  })
  const { body } = await pageOf(code)
  expect(body.greens.map(({ name, percent }: { name: string; percent: number }) => [name, percent])).toEqual([
    ['Two', 50],
    ['One', 25],
    ['Three', 25],
  ])
  expect(body.batches).toEqual([
    expect.objectContaining({ code: single.code, roastedOn: '2026-11-20' }),
    expect.objectContaining({ code: blend.code }),
  ])
  const thirds = await coffeeLot(shop, {
    product,
    batches: [
      { batch: blend.id, grams: 200 },
      { batch: single.id, grams: 100 },
    ],
  })
  const shown = (await pageOf(thirds.code)).body.greens.map(({ percent }: { percent: number }) => percent)
  expect(shown.reduce((sum: number, percent: number) => sum + percent, 0)).toBe(100)
})

test('the page shows no supplier, price, weight or name of the people who worked on it', async () => {
  const product = await shop.sell()
  const { code } = await packaged(shop, { product })
  const { text } = await pageOf(code)
  for (const secret of ['Harbor Imports', 'Ben Roaster', 'Olive Owner', ':50000', 'grams_left'])
    expect(text).not.toContain(secret)
})

test('a code is found in lowercase, and an unknown code is not found', async () => {
  const { code } = await packaged(shop, { product: await shop.sell(), code: '261127-QR' })
  expect((await pageOf('261127-qr')).body.code).toBe(code)
  expect((await pageOf('261127-ZZ')).status).toBe(404)
})

test('the page stays after the product was removed, without a link to buy it', async () => {
  const product = await shop.sell()
  const { code } = await packaged(shop, { product })
  await (await shop.admin()).delete(`/api/products/${product}`)
  expect((await pageOf(code)).body.coffee.isSold).toBe(false)
})

test('the answer is cached until the lot or the product changes', async () => {
  const product = await shop.sell({ name: 'Before' })
  const { code, green } = await packaged(shop, { product })
  const origin = await listen(shop)
  const read = () => sendRequest(origin, `/api/lots/${code}`)
  expect((await read()).text).toContain('Before')
  await shop.db.updateTable('green_lots').set({ story: 'A new story' }).where('id', '=', green).execute()
  expect((await read()).text).not.toContain('A new story')
  shop.shop.changed({ tag: 'Lots' })
  expect((await read()).text).toContain('A new story')
})
