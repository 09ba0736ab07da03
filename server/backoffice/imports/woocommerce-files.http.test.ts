// On SQLite only: files of other shops, the same parser on both databases.
/** WooCommerce's files: what is not sold there, sale prices, weights, and columns in the language of the site. */
import { expect, test } from 'vitest'
import { importingShop } from './import.testing.ts'

const { notesIn: allNotes, product, preview, start, carryOut } = importingShop()

const notesIn = async (id: string) => (await allNotes(id)).join('\n')

let ids = 100
const simple = (Name: string, more: object = {}) => ({
  ID: String(++ids),
  Type: 'simple',
  SKU: '',
  Name,
  Published: '1',
  'Visibility in catalog': 'visible',
  'Date sale price starts': '',
  'Date sale price ends': '',
  'In stock?': '1',
  Stock: '5',
  'Weight (kg)': '0.34',
  'Sale price': '',
  'Regular price': '18',
  Categories: 'Coffee',
  Parent: '',
  'Attribute 1 name': '',
  'Attribute 1 value(s)': '',
  ...more,
})

test.each([
  ['a draft', { Published: '-1' }],
  ['private', { Published: '0' }],
  ['hidden from the catalog', { 'Visibility in catalog': 'hidden' }],
])('what is %s there is not on sale here', async (name, more) => {
  const run = await preview('products', [simple(`Woo ${name}`, more)])
  expect(await notesIn(run._id)).toContain('it is not on sale here')
  await start(run._id)
  const hidden = { isDraft: true, version: 2, sizes: [{ countInStock: 5 }] }
  expect(await product(`Woo ${name}`)).toMatchObject(hidden)
})

test('a variation that is switched off is not sold, and its stock does not count', async () => {
  const parent = simple('Woo Sizes', { Type: 'variable', SKU: 'WSZ' })
  const size = (value: string, more: object = {}) =>
    simple(`Woo Sizes - ${value}`, {
      Type: 'variation',
      Parent: 'WSZ',
      'Attribute 1 name': 'Size',
      'Attribute 1 value(s)': value,
      ...more,
    })
  const rows = [parent, size('Small'), size('Large', { Published: '0' })]
  const run = await preview('products', rows)
  expect(await notesIn(run._id)).toContain('Large is switched off there, so it is not sold here')
  await start(run._id)
  expect((await product('Woo Sizes')).sizes).toMatchObject([{ label: 'Small', countInStock: 5 }])
  // A size that was on sale at the first import is sold out after the second.
  await carryOut('products', [parent, { ...rows[1]!, Published: '0' }, size('Medium')])
  expect((await product('Woo Sizes')).sizes).toMatchObject([
    { label: 'Small', countInStock: 0 },
    { label: 'Medium', countInStock: 5 },
  ])
})

test('a grind that is switched off adds no stock', async () => {
  const parent = simple('Woo Ground', { Type: 'variable', SKU: 'WGR' })
  const grind = (value: string, Published: string) =>
    simple('x', {
      Type: 'variation',
      Parent: 'WGR',
      Published,
      'Attribute 1 name': 'Grind',
      'Attribute 1 value(s)': value,
    })
  await carryOut('products', [parent, grind('Whole', '1'), grind('Fine', '0')])
  expect((await product('Woo Ground')).sizes).toMatchObject([{ countInStock: 5 }])
})

test('a sale price is named with its dates, and a product with a sale price only costs that', async () => {
  const run = await preview('products', [
    simple('Woo Sale', { 'Sale price': '11.5', 'Date sale price ends': '2026-12-24 23:59:59' }),
    simple('Woo Only Sale', { 'Sale price': '8', 'Regular price': '' }),
  ])
  const notes = await notesIn(run._id)
  expect(notes).toContain('The sale price of $11.50 (until 2026-12-24) does not come in')
  expect(notes).toContain('It has only a sale price there, and $8.00 is the price here')
  await start(run._id)
  expect((await product('Woo Sale')).sizes).toMatchObject([{ price: 18 }])
  expect((await product('Woo Only Sale')).sizes).toMatchObject([{ price: 8 }])
})

test('a product without stock management comes in on sale, and a second file changes no count', async () => {
  const row = simple('Woo Uncounted', { Stock: '' })
  const run = await preview('products', [row])
  expect(await notesIn(run._id)).toContain('not counted there, so it comes in with 100 in stock')
  await start(run._id)
  expect((await preview('products', [row])).counts).toMatchObject({ same: 1 })
  const out = await carryOut('products', [{ ...row, 'In stock?': '0' }])
  expect(out).toMatchObject({ done: 1 })
  expect((await product('Woo Uncounted')).sizes).toMatchObject([{ countInStock: 0 }])
})

test.each([
  ['0,75', 'lbs', 340],
  ['0.75', 'lbs', 340],
  ['0,25', 'kg', 250],
  ['250', 'g', 250],
])('a weight of %s %s is %i g', async (weight, unit, grams) => {
  const { 'Weight (kg)': _, ...row } = simple(`Woo ${weight} ${unit}`)
  await carryOut('products', [{ ...row, [`Weight (${unit})`]: weight, 'Regular price': '17,50' }])
  expect((await product(`Woo ${weight} ${unit}`)).sizes).toMatchObject([{ grams, price: 17.5 }])
})

test.each([
  ['0,250', 250],
  ['1,000', 1000],
  ['1,5', 1500],
])('a weight of %s kg is %s g', async (weight, grams) => {
  await carryOut('products', [simple(`Woo ${weight}`, { 'Weight (kg)': weight })])
  expect((await product(`Woo ${weight}`)).sizes).toMatchObject([{ grams }])
})

test('a price with a point between thousands and a comma is read', async () => {
  await carryOut('products', [simple('Woo Machine', { 'Regular price': '1.299,00' })])
  expect((await product('Woo Machine')).sizes).toMatchObject([{ price: 1299 }])
})

test('the stock that all grinds share there is not added up', async () => {
  const parent = simple('Woo Shared', { Type: 'variable', SKU: 'WSH', Stock: '12' })
  const grind = (value: string) =>
    simple('Woo Shared', {
      Type: 'variation',
      Parent: 'WSH',
      Stock: 'parent',
      'Attribute 1 name': 'Grind',
      'Attribute 1 value(s)': value,
    })
  await carryOut('products', [grind('Whole Bean'), grind('Espresso'), parent])
  expect((await product('Woo Shared')).sizes).toMatchObject([{ countInStock: 12 }])
})

/** Type, SKU, name, published, in stock, stock, weight, price and category. */
const LANGUAGES: Record<string, string> = {
  German:
    'Typ | Artikelnummer | Name | Veröffentlicht | Vorrätig? | Bestand | Gewicht (kg) | Regulärer Preis | Kategorien',
  'older German':
    'Typ | Artikelnummer | Name | Veröffentlicht | Vorrätig? | Lager | Gewicht (kg) | Regulärer Preis | Kategorien',
  French: 'Type | UGS | Nom | Publié | En stock ? | Stock | Poids (kg) | Tarif régulier | Catégories',
  Spanish:
    'Tipo | SKU | Nombre | Publicado | ¿Existencias? | Inventario | Peso (kg) | Precio normal | Categorías',
  Italian:
    'Tipo | COD | Nome | Pubblicato | In stock? | Magazzino | Peso (kg) | Prezzo di listino | Categorie',
  Dutch:
    'Type | SKU | Naam | Gepubliceerd | Op voorraad? | Voorraad | Gewicht (kg) | Reguliere prijs | Categorieën',
  Portuguese: 'Tipo | REF | Nome | Publicado | Em stock? | Stock | Peso (kg) | Preço normal | Categorias',
  Brazilian: 'Tipo | SKU | Nome | Publicado | Em estoque? | Estoque | Peso (kg) | Preço | Categorias',
  Polish: 'Typ | SKU | Nazwa | Opublikowano | W magazynie? | Stan magazynowy | Waga (kg) | Cena | Kategorie',
  Swedish:
    'Typ | Artikelnummer | Namn | Publicerad | I lager? | Lagersaldo | Vikt (kg) | Ordinarie pris | Kategorier',
  Danish: 'Type | Varenummer | Navn | Udgivet | På lager? | Lager | Vægt (kg) | Normalpris | Kategorier',
  Japanese: 'タイプ | SKU | 名前 | 公開済み | 在庫の有無 | 在庫 | 重量 (kg) | 標準価格 | カテゴリー',
  'English of another program':
    'TYPE | sku | name | published | in stock? | stock | weight (KG) | regular price | categories',
}
test.each(Object.entries(LANGUAGES))('columns in %s are read', async (language, names) => {
  const name = `Woo in ${language}`
  const cells = ['simple', `SKU-${language}`, name, '1', '1', '7', '0.25', '12.5', 'Coffee']
  const run = await preview('products', [
    Object.fromEntries(names.split(' | ').map((each, at) => [each, cells[at]!])),
  ])
  expect(run).toMatchObject({ source: 'woocommerce', counts: { create: 1, broken: 0 } })
  await start(run._id)
  expect(await product(name)).toMatchObject({
    isDraft: false,
    category: 'Coffee Beans',
    sizes: [{ grams: 250, price: 12.5, countInStock: 7, sku: `SKU-${language}` }],
  })
})

const germanRow = (Typ: string, more: object) => ({
  ID: '',
  Typ,
  Artikelnummer: '',
  Name: 'Woo Größen',
  Veröffentlicht: '1',
  Bestand: '3',
  'Regulärer Preis': '9',
  Kategorien: 'Becher',
  'Übergeordnetes Produkt': '',
  'Attribut 1 Name': 'Größe',
  'Attribut 1 Wert(e)': '',
  ...more,
})

test('attributes in German are sizes', async () => {
  const child = { 'Übergeordnetes Produkt': 'id:901' }
  await carryOut('products', [
    germanRow('variable', { ID: '901', 'Attribut 1 Wert(e)': 'Klein, Groß' }),
    germanRow('variation', { ...child, ID: '902', 'Attribut 1 Wert(e)': 'Klein' }),
    germanRow('variation', { ...child, ID: '903', 'Attribut 1 Wert(e)': 'Groß' }),
  ])
  expect((await product('Woo Größen')).sizes).toMatchObject([{ label: 'Klein' }, { label: 'Groß' }])
})
