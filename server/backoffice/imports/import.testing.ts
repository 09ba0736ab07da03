/** Test helpers for imports: sends a file, runs the job, and reads the preview. */
import { expect } from 'vitest'
import { csvLine, type Cell } from '#server/kernel/text/csv.ts'
import type { ImportItem, ImportKind } from '#shared/backoffice/api/imports.ts'
import { formOf } from '#test/form.ts'
import type { TestShop } from '#test/shop.ts'
import type { Visitor } from '#test/visitor.ts'
import { runImports } from './run.ts'

/** A file with the columns of the first row, or of `head`. */
export function csvOf(rows: Record<string, Cell>[], head = Object.keys(rows[0] ?? {})): string {
  return csvLine(head) + rows.map((row) => csvLine(head.map((name) => row[name] ?? ''))).join('')
}

/** @param opened returns the shop and the owner of the current test */
export function importer(opened: () => { shop: TestShop; owner: Visitor }) {
  const send = (kind: ImportKind, text: string | Buffer, name = 'export.csv') => {
    const { payload, headers } = formOf('file', [{ name, type: 'text/csv', bytes: text }])
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
  const preview = async (kind: ImportKind, text: string | Buffer) => {
    const { status, body, text: reason } = await send(kind, text)
    expect(status, reason).toBe(201)
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
  const carryOut = async (kind: ImportKind, text: string | Buffer) => start((await preview(kind, text))._id)
  return { send, work, one, items, notesIn, product, problemsOf, user, addressesOf, preview, start, carryOut }
}
