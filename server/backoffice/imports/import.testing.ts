/** Test helpers for imports: opens a shop, sends a file, runs the job, and reads the preview. */
import { afterAll, beforeAll, expect } from 'vitest'
import { csvOf } from '#server/catalog/products/import/import.testing.ts'
import type { Cell } from '#server/kernel/text/csv.ts'
import type { ImportItem, ImportKind } from '#shared/backoffice/api/imports.ts'
import { formOf } from '#test/form.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import type { Visitor } from '#test/visitor.ts'
import { runImports } from './run.ts'

/** A file as text, or the rows of one. */
type File = string | Buffer | Record<string, Cell>[]

/** Opens a shop for all tests of a file, with its owner, and returns both with the functions of `importer`. */
export function importingShop(options: Parameters<typeof openShop>[0] = {}) {
  const opened = {} as { shop: TestShop; owner: SignedInVisitor }
  beforeAll(async () => {
    opened.shop = await openShop(options)
    opened.owner = await signedIn(opened.shop, { isAdmin: true, name: 'Olive Owner' })
  })
  afterAll(() => opened.shop.close())
  return { opened, ...importer(() => opened) }
}

/** @param opened returns the shop and the owner of the current test */
export function importer(opened: () => { shop: TestShop; owner: Visitor }) {
  const send = (kind: ImportKind, file: File, name = 'export.csv') => {
    const bytes = Array.isArray(file) ? csvOf(file) : file
    const { payload, headers } = formOf('file', [{ name, type: 'text/csv', bytes }])
    return opened().owner.post(`/api/imports/${kind}`, payload, headers)
  }
  const work = () => runImports(opened().shop.shop)
  const one = async (id: string) => (await opened().owner.get(`/api/imports/${id}`)).body
  const items = async (id: string, part: string) =>
    (await opened().owner.get(`/api/imports/${id}/items?part=${part}`)).body.items
  /** The remarks of the products in a part of a preview. */
  const notesIn = async (id: string, part = 'create'): Promise<string[]> =>
    (await items(id, part)).flatMap(({ notes }: ImportItem) => notes)
  /** Row and column of each problem of a preview. */
  const problemsOf = async (id: string) =>
    (await items(id, 'broken')).flatMap(({ problems }: ImportItem) =>
      problems.map(({ row, column }) => [row, column]),
    )
  /** The product with a name, as the API returns it. */
  const product = async (name: string) => {
    const row = await opened()
      .shop.db.selectFrom('products')
      .select('id')
      .where('name', '=', name)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
    return (await opened().owner.get(`/api/products/${row.id}`)).body
  }
  const user = (email: string) =>
    opened().shop.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
  const addressesOf = async (email: string) =>
    opened()
      .shop.db.selectFrom('addresses')
      .selectAll()
      .where('user_id', '=', (await user(email))?.id ?? '')
      .orderBy('id')
      .execute()
  /** Uploads a file and makes its preview. */
  const preview = async (kind: ImportKind, file: File) => {
    const { status, body, text } = await send(kind, file)
    expect(status, text).toBe(201)
    await work()
    return one(body._id)
  }
  /** Applies a preview. */
  const start = async (id: string) => {
    const { status, text } = await opened().owner.post(`/api/imports/${id}/start`)
    expect(status, text).toBe(200)
    await work()
    return one(id)
  }
  /** Imports a file whole. */
  const carryOut = async (kind: ImportKind, file: File) => start((await preview(kind, file))._id)
  return { send, work, one, items, notesIn, product, problemsOf, user, addressesOf, preview, start, carryOut }
}

/** A row of Shopify's file: a variant of a product, with the names of older exports. */
export const variant = (handle: string, options: Record<string, string>, more: object = {}) => ({
  Handle: handle,
  Title: `Coffee ${handle}`,
  Type: 'Coffee',
  Published: 'TRUE',
  'Option1 Name': Object.keys(options)[0] ?? '',
  'Option1 Value': Object.values(options)[0] ?? '',
  'Option2 Name': Object.keys(options)[1] ?? '',
  'Option2 Value': Object.values(options)[1] ?? '',
  'Variant SKU': '',
  'Variant Grams': '340',
  'Variant Inventory Tracker': 'shopify',
  'Variant Inventory Qty': '5',
  'Variant Price': '18',
  Status: 'active',
  ...more,
})
