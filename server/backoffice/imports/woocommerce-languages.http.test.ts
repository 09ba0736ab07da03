// On SQLite only: files of other shops, the same parser on both databases.
/** WooCommerce names the columns of its files in the language of the site. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { csvOf, importer } from './import.testing.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'

let shop: TestShop
let owner: SignedInVisitor
beforeAll(async () => {
  shop = await openShop()
  owner = await signedIn(shop, { isAdmin: true, name: 'Olive Owner' })
})
afterAll(() => shop.close())
const { product, preview, start, carryOut } = importer(() => ({ shop, owner }))

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
  const run = await preview(
    'products',
    csvOf([Object.fromEntries(names.split(' | ').map((each, at) => [each, cells[at]!]))]),
  )
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
  await carryOut(
    'products',
    csvOf([
      germanRow('variable', { ID: '901', 'Attribut 1 Wert(e)': 'Klein, Groß' }),
      germanRow('variation', { ...child, ID: '902', 'Attribut 1 Wert(e)': 'Klein' }),
      germanRow('variation', { ...child, ID: '903', 'Attribut 1 Wert(e)': 'Groß' }),
    ]),
  )
  expect((await product('Woo Größen')).sizes).toMatchObject([{ label: 'Klein' }, { label: 'Groß' }])
})
