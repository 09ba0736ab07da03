import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#server/kernel/time/clock.ts'
import { bought } from '#test/purchase.ts'
import { offerSubscriptions, subscribed, toMorning } from '#server/subscriptions/subscriptions.testing.ts'
import { createFeaturedArtist } from '#test/featured-artist.ts'
import { signedIn } from '#test/signed-in.ts'
import { admin, openCatalog, shop, signInAgain } from '../../catalog.testing.ts'
import {
  change,
  createProduct,
  post,
  pressOf,
  preview,
  read,
  reasonsOf,
  statesOf,
  undo,
  UP,
} from './product-bulk.testing.ts'

openCatalog()

let coffee: string
let mug: string
let toOrder: string
let work: string
beforeAll(async () => {
  toMorning(shop)
  await signInAgain()
  coffee = await createProduct('Guji', {
    price: undefined,
    countInStock: undefined,
    size: undefined,
    sizes: [
      { price: 18, countInStock: 20, grams: 340 },
      { price: 42.2, countInStock: 10, grams: 907 },
    ],
  })
  mug = await createProduct('Mug', { category: 'Goods', size: null, price: 14, countInStock: 12 })
  toOrder = await createProduct('Fresh', { isRoastedToOrder: true })
  const artist = await createFeaturedArtist(shop)
  const edit = { title: 'Mist', artist, image: '', price: 640, box: 'Large', packedGrams: 2400 }
  const texts = { year: 2025, medium: 'Gouache', dimensions: '18 × 24 in', text: 'From the ridge.' }
  const { status, text, body } = await admin.post('/api/works', { ...edit, ...texts })
  expect(status, text).toBe(201)
  work = body._id
})

const sizesOf = async (id: string, field: 'price' | 'countInStock' | 'shippingGrams') =>
  (await read(id)).sizes.map((size: Record<string, unknown>) => size[field])

describe('a bulk change of prices', () => {
  test('changes each size, rounds as chosen, and leaves out prices of zero and below', async () => {
    const { id } = await change({ ...UP, ending: 95 }, [coffee])
    expect(await sizesOf(coffee, 'price')).toEqual([19.95, 45.95])
    await undo(id)
    expect(await sizesOf(coffee, 'price')).toEqual([18, 42.2])
    const lower = { kind: 'price', by: 'dollars', value: -15, ending: null }
    const shown = await preview(lower, [coffee, mug])
    expect(reasonsOf(shown)).toEqual({ Mug: 'A price would be $0.00 or less' })
    expect(shown.largest).toBe('Guji: 12 oz -$15.00 (-83.3%)')
    const dear = { kind: 'price', by: 'dollars', value: 99_999, ending: null }
    expect(reasonsOf(await preview(dear, [mug]))).toEqual({ Mug: 'A price would be too high' })
  })

  test('never raises a price that is lowered, and leaves out what is or becomes free, and works of art', async () => {
    const sticker = await createProduct('Sticker', { price: 0.4 })
    const gift = await createProduct('Gift', { price: 0 })
    for (const ending of [0, 95]) {
      const lower = { kind: 'price', by: 'percent', value: -10, ending }
      const shown = await preview(lower, [sticker, gift, work])
      expect(shown.rows).toEqual([])
      expect(reasonsOf(shown)).toEqual({
        Sticker: 'A price would be $0.00 or less',
        Gift: 'What is free gets its price in its own form',
        Mist: 'A work of art is changed on its own page, under Works',
      })
    }
    const press = { id: newId(shop.clock), action: UP, rows: [{ _id: work, version: 'any' }] }
    expect(statesOf((await post('apply', press)).body)).not.toContain('done')
    expect(await read(work)).toMatchObject({ price: 640 })
  })
})

const stock = (counts: { id: string; count: number }[]) => ({ kind: 'stock', counts })

describe('a bulk change of stock by counting', () => {
  test('asks for a count of each size, and leaves out what has no stock', async () => {
    const shown = await preview(stock([]), [coffee, mug, toOrder, work])
    expect(shown.rows.map(({ inputs }: { inputs: object[] }) => inputs)).toMatchObject([
      [
        { label: '12 oz', value: 20 },
        { label: '2 lb', value: 10 },
      ],
      [{ value: 12 }],
    ])
    expect(reasonsOf(shown)).toEqual({
      Fresh: 'It is roasted to order and has no stock',
      Mist: 'A work of art is changed on its own page, under Works',
    })
  })

  test('moves the stock, and its undo moves it back by as much although bags were sold since', async () => {
    const [first, second] = (await read(coffee)).sizes
    const { id, states } = await change(stock([{ id: first.id, count: 26 }]), [coffee])
    expect(states).toEqual(['done'])
    await bought(shop, await signedIn(shop), [{ _id: coffee, sizeId: second.id, qty: 1 }])
    await bought(shop, await signedIn(shop), [{ _id: coffee, sizeId: first.id, qty: 2 }])
    expect(await sizesOf(coffee, 'countInStock')).toEqual([24, 9])
    expect(statesOf(await undo(id))).toEqual(['done'])
    expect(await sizesOf(coffee, 'countInStock')).toEqual([18, 9])
  })

  test('is not taken back after another count, nor if fewer are left', async () => {
    const { id } = await change(stock([{ id: mug, count: 15 }]), [mug])
    shop.clock.advance(1000)
    await admin.put(`/api/products/${mug}`, { countInStock: 13 })
    const [row] = (await undo(id)).rows
    expect(row).toMatchObject({ state: 'skipped', message: 'Olive Owner saved it meanwhile' })
    const again = await change(stock([{ id: mug, count: 40 }]), [mug])
    await bought(shop, await signedIn(shop), [{ _id: mug, qty: 20 }])
    const [short] = (await undo(again.id)).rows
    expect(short).toMatchObject({
      state: 'refused',
      message: 'Only 20 of what was counted are left in stock',
    })
    expect(await sizesOf(mug, 'countInStock')).toEqual([20])
  })

  test('skips a product that was sold while it was counted', async () => {
    const action = stock([{ id: mug, count: 30 }])
    const press = pressOf(await preview(action, [mug]), action)
    await bought(shop, await signedIn(shop), [{ _id: mug, qty: 1 }])
    const { body } = await post('apply', press)
    expect(body.rows).toMatchObject([
      {
        state: 'skipped',
        message: 'It has changed meanwhile',
        changes: [{ field: 'Count in stock', before: '19', after: '30' }],
      },
    ])
    expect(await sizesOf(mug, 'countInStock')).toEqual([19])
  })
})

describe('a bulk change of other fields', () => {
  test('moves products to a category, says what a coffee loses, and its undo brings it back', async () => {
    const sencha = await createProduct('Sencha', { origin: 'Japan', process: 'Washed' })
    const action = { kind: 'category', category: 'Tea' }
    const shown = await preview(action, [sencha, coffee, work])
    expect(shown.rows[0].changes).toContainEqual({ field: 'Process', before: 'Washed', after: '' })
    expect(reasonsOf(shown)).toMatchObject({
      Guji: 'Each size needs a label',
      Mist: 'A work of art is changed on its own page, under Works',
    })
    const { id } = await change(action, [sencha])
    expect(await read(sencha)).toMatchObject({ category: 'Tea', process: '', size: null })
    await undo(id)
    expect(await read(sencha)).toMatchObject({ category: 'Coffee Beans', process: 'Washed', size: 340 })
  })

  test('weighs goods but no coffees, and only coffees are roasted to order', async () => {
    const weight = { kind: 'weight', grams: 450 }
    expect(reasonsOf(await preview(weight, [coffee, mug]))).toEqual({
      Guji: 'A coffee has a size, and needs no other weight',
    })
    const { id } = await change(weight, [mug])
    expect(await sizesOf(mug, 'shippingGrams')).toEqual([450])
    await undo(id)
    expect(await sizesOf(mug, 'shippingGrams')).toEqual([null])
    const roasted = { kind: 'roastedToOrder', isRoastedToOrder: true }
    const shown = await preview(roasted, [coffee, mug, toOrder, work])
    expect(reasonsOf(shown)).toEqual({
      Mug: 'Only coffees are roasted to order',
      Fresh: 'It is so already',
      Mist: 'A work of art is changed on its own page, under Works',
    })
  })

  test('hides and shows products, but no coffee with subscribers, and no draft without a form', async () => {
    await offerSubscriptions(shop)
    const buyer = await signedIn(shop)
    await subscribed(shop, buyer, [{ _id: coffee, qty: 1, subscribe: { weeks: 2 } }])
    const { body: draft } = await admin.post('/api/products')
    const shown = await preview({ kind: 'hide' }, [coffee, mug])
    expect(reasonsOf(shown)['Guji']).toMatch(/^1 subscription contains this coffee\. Plan its end/)
    const { id } = await change({ kind: 'hide' }, [mug])
    expect((await shop.visitor().get(`/api/products/${mug}`)).status).toBe(404)
    await undo(id)
    expect((await shop.visitor().get(`/api/products/${mug}`)).status).toBe(200)
    expect(reasonsOf(await preview({ kind: 'show' }, [draft._id]))).toEqual({
      'Sample name': 'Its form was not filled in yet',
    })
    expect((await preview(UP, [coffee])).notes).toEqual([
      expect.stringMatching(/^1 subscription contains these products\. A lower price is theirs at once/),
    ])
  })
})
