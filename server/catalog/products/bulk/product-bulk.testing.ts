/** The requests of a bulk change of products, as the desk sends them. */
import { expect } from 'vitest'
import type { Visitor } from '#test/visitor.ts'
import { admin, shop } from '../../catalog.testing.ts'

const FORM = { price: 18, image: '', category: 'Coffee Beans', countInStock: 40, size: 340 }

/** Creates a product that is on sale. */
export async function createProduct(name: string, form: object = {}): Promise<string> {
  const { body } = await admin.post('/api/products')
  const answer = await admin.put(`/api/products/${body._id}`, { ...FORM, name, ...form })
  expect(answer.status, answer.text).toBe(200)
  shop.clock.advance(1000)
  return body._id as string
}

export const post = (path: string, body: object, by: Visitor = admin) =>
  by.post(`/api/products/bulk/${path}`, body)
export const read = async (id: string) => (await admin.get(`/api/products/${id}`)).body

type Shown = { id: string; since: string; rows: { _id: string; version: string }[] }

export async function preview(action: object, choice: string[] | object) {
  const wanted = Array.isArray(choice) ? { ids: choice } : choice
  const { status, body, text } = await post('preview', { choice: wanted, action })
  expect(status, text).toBe(200)
  return body
}

/** What the button under a preview sends. */
export function pressOf(shown: Shown, action: object) {
  const rows = shown.rows.map(({ _id, version }) => ({ _id, version }))
  return { id: shown.id, since: shown.since, action, rows }
}

/** Previews and applies an action. */
export async function change(action: object, ids: string[]) {
  const press = pressOf(await preview(action, ids), action)
  const { body, status, text } = await post('apply', press)
  expect(status, text).toBe(200)
  return { id: press.id, states: statesOf(body) }
}

export async function undo(of: string) {
  const { body, status, text } = await post('undo', { of })
  expect(status, text).toBe(200)
  return body
}

export const statesOf = (body: { rows: { state: string }[] }) => body.rows.map(({ state }) => state)

/** The reasons for which a preview leaves rows out, by name. */
export const reasonsOf = (body: { left: { name: string; reason: string }[] }) =>
  Object.fromEntries(body.left.map(({ name, reason }) => [name, reason]))

export const UP = { kind: 'price', by: 'percent', value: 10, ending: null }
