// On SQLite only: files of other shops, the same parser on both databases.
/** Options of Shopify that are grinds: recognized, taken out of the sizes, and their stock added up. */
import { describe, expect, test } from 'vitest'
import { importingShop, variant } from './import.testing.ts'

const { opened, notesIn, product, preview, start, carryOut } = importingShop()

describe('a grind', () => {
  const GRINDS = ['Whole Bean', 'Espresso', 'Moka Pot', 'Aeropress', 'Pour Over', 'Drip', 'Chemex', 'Turkish']
  const BAGS = [
    ['12 oz', '340', '18'],
    ['2 lb', '907', '42'],
    ['5 lb', '2268', '95'],
  ] as const

  test('becomes the grind: 24 combinations are three sizes whose stock is added up, and the preview says so', async () => {
    const rows = BAGS.flatMap(([Size, grams, price]) =>
      GRINDS.map((Grind, index) =>
        variant(
          'many',
          { Size, Grind },
          {
            'Variant Grams': grams,
            'Variant Price': price,
            'Variant SKU': `M-${grams}-${index}`,
          },
        ),
      ),
    )
    const run = await preview('products', rows)
    expect(run.counts).toMatchObject({ create: 1, broken: 0 })
    expect(await notesIn(run._id)).toEqual([
      expect.stringMatching(
        /^24 variants become 3 sizes, .*Whole Bean, Espresso,.* stock of the grinds is added up/,
      ),
      'Not among the grinds of this shop: Turkish. You can add them under Products, Grinding',
    ])
    await start(run._id)
    const { sizes, grinds, wholeBeanOnly } = await product('Coffee many')
    expect(sizes).toMatchObject([
      { label: '12 oz', grams: 340, price: 18, countInStock: 40, sku: 'M-340-0' },
      { label: '2 lb', grams: 907, price: 42, countInStock: 40, sku: 'M-907-0' },
      { label: '5 lb', grams: 2268, price: 95, countInStock: 40, sku: 'M-2268-0' },
    ])
    expect(wholeBeanOnly).toBe(false)
    expect(grinds).toContain('Espresso')
  })

  test.each([
    ['Mahlgrad', 'Ganze Bohne', 'Siebträger'],
    ['Mouture', 'En grains', 'Filtre'],
    ['Type', 'Whole Bean', 'Ground for French Press / Cold Brew'],
    ['挽き方', '豆のまま', '中挽き'],
  ])('is recognized in other words: %s', async (option, whole, ground) => {
    const handle = `words-${option}`
    await carryOut('products', [
      variant(handle, { Size: '12 oz', [option]: whole }),
      variant(handle, { Size: '12 oz', [option]: ground }),
    ])
    expect((await product(`Coffee ${handle}`)).sizes).toMatchObject([{ label: '12 oz', countInStock: 10 }])
  })

  test('is taken out of a value that also says the size', async () => {
    const values = ['12 oz Whole Bean', '12 oz - Espresso', '5 lb / Whole Bean', '5 lb / Espresso']
    await carryOut(
      'products',
      values.map((value) => variant('both', { Size: value })),
    )
    expect((await product('Coffee both')).sizes).toMatchObject([
      { label: '12 oz', countInStock: 10 },
      { label: '5 lb', countInStock: 10 },
    ])
  })

  test.each([
    ['Brew Method', ['Drip', 'Espresso', 'French Press']],
    ['How do you brew?', ['Whole Bean', 'Drip', 'Keurig']],
    ['Bean Type', ['Whole Bean', 'Ground (Universal)']],
  ])('is recognized by its values: %s', async (option, values) => {
    const rows = values.map((value) => variant(`of-${option}`, { Size: '12oz', [option]: value }))
    await carryOut('products', rows)
    expect((await product(`Coffee of-${option}`)).sizes).toMatchObject([
      { label: '12oz', countInStock: values.length * 5 },
    ])
  })

  test('is taken out of the sizes although one of them has no grind', async () => {
    const values = ['1 lb Whole Bean', '1 lb Ground', 'Sample']
    await carryOut(
      'products',
      values.map((value) => variant('sample', { Size: value })),
    )
    expect((await product('Coffee sample')).sizes).toMatchObject([
      { label: '1 lb', countInStock: 10 },
      { label: 'Sample', countInStock: 5 },
    ])
  })

  test('of which only whole bean is sold makes the coffee whole bean only', async () => {
    await carryOut('products', [variant('whole', { Size: '12 oz', Grind: 'Whole Bean' })])
    expect(await product('Coffee whole')).toMatchObject({ wholeBeanOnly: true, grinds: [] })
  })

  test('that is a roast is no grind, and neither is an option of goods', async () => {
    await carryOut('products', [
      variant('roasts', { Roast: 'Espresso' }),
      variant('roasts', { Roast: 'Filter' }),
      variant('paper', { Style: 'Cone' }, { Type: 'Papers' }),
      variant('paper', { Style: 'Basket' }, { Type: 'Papers' }),
    ])
    expect((await product('Coffee roasts')).sizes).toHaveLength(2)
    expect((await product('Coffee paper')).sizes).toHaveLength(2)
  })

  test('with another price costs what whole bean costs, and the preview says so', async () => {
    const run = await preview('products', [
      variant('prices', { Size: '12 oz', Grind: 'Espresso' }, { 'Variant Price': '19' }),
      variant('prices', { Size: '12 oz', Grind: 'Whole Bean' }),
    ])
    expect((await notesIn(run._id)).join()).toContain(
      'several prices there (18.00, 19.00). Here every grind costs 18.00',
    )
    await start(run._id)
    expect((await product('Coffee prices')).sizes).toMatchObject([{ price: 18 }])
  })
})

test('sizes that were imported as grinds before stay sizes', async () => {
  const { body: draft } = await opened.owner.post('/api/products')
  const sizes = ['Whole Bean', 'Ground'].map((grind) => ({
    price: 18,
    grams: 340,
    countInStock: 5,
    label: `12 oz / ${grind}`,
    sku: '',
  }))
  const form = {
    name: 'Coffee before',
    image: '',
    category: 'Coffee Beans',
    price: 18,
    countInStock: 5,
    sizes,
  }
  expect((await opened.owner.put(`/api/products/${draft._id}`, form)).status).toBe(200)
  const rows = ['Whole Bean', 'Ground'].map((Grind) => variant('before', { Size: '12 oz', Grind }))
  expect((await preview('products', rows)).counts).toMatchObject({ create: 0, change: 0, same: 1 })
})
