import { beforeAll, describe, expect, test } from 'vitest'
import { signedIn } from '#test/signed-in.ts'
import type { Visitor } from '#test/visitor.ts'
import { admin, openCatalog, shop } from '../../catalog.testing.ts'

openCatalog()

const FORM = { price: 18, image: '', category: 'Coffee Beans', countInStock: 40, size: 340 }

async function create(name: string, form: object = {}): Promise<string> {
  const { body } = await admin.post('/api/products')
  const answer = await admin.put(`/api/products/${body._id}`, { ...FORM, name, ...form })
  expect(answer.status, answer.text).toBe(200)
  shop.clock.advance(1000)
  return body._id as string
}

const post = (path: string, body: object, by: Visitor = admin) => by.post(`/api/products/bulk/${path}`, body)
const read = async (id: string) => (await admin.get(`/api/products/${id}`)).body

type Shown = { _id: string; version: string }

async function preview(action: object, ids: string[]) {
  const { status, body, text } = await post('preview', { choice: { ids }, action })
  expect(status, text).toBe(200)
  return body
}

/** What the button under a preview sends. */
function pressOf(shown: { id: string; since: string; rows: Shown[] }, action: object) {
  const rows = shown.rows.map(({ _id, version }) => ({ _id, version }))
  return { id: shown.id, since: shown.since, action, rows }
}

const statesOf = (body: { rows: { state: string }[] }) => body.rows.map(({ state }) => state)

const UP = { kind: 'price', by: 'percent', value: 10, ending: null }

describe('a bulk change of products', () => {
  let guji: string
  let sidra: string
  let mug: string
  beforeAll(async () => {
    guji = await create('Guji')
    sidra = await create('Sidra', { price: 25.5 })
    mug = await create('Mug', { category: 'Goods', size: null, price: 14 })
  })

  test('shows before and after of each row, and the largest change, and changes nothing before the button', async () => {
    const shown = await preview(UP, [guji, sidra, mug])
    expect(shown.rows.map((row: { name: string; changes: object[] }) => [row.name, row.changes])).toEqual([
      ['Guji', [{ field: 'Price', before: '$18.00', after: '$19.80' }]],
      ['Sidra', [{ field: 'Price', before: '$25.50', after: '$28.05' }]],
      ['Mug', [{ field: 'Price', before: '$14.00', after: '$15.40' }]],
    ])
    expect(shown.largest).toBe('Sidra: +$2.55 (+10%)')
    expect((await read(guji)).price).toBe(18)
  })

  test('is applied once, however often the button is pressed', async () => {
    const press = pressOf(await preview(UP, [guji, sidra]), UP)
    const answers = await Promise.all([1, 2, 3].map(() => post('apply', press)))
    for (const { body } of answers) expect(statesOf(body)).toEqual(['done', 'done'])
    expect(statesOf((await post('apply', press)).body)).toEqual(['done', 'done'])
    expect([(await read(guji)).price, (await read(sidra)).price]).toEqual([19.8, 28.05])
    const { body } = await post('apply', { ...press, action: { ...UP, value: 20 } })
    expect(body.message).toContain('another change')
    const { lines } = (await admin.get('/api/record')).body
    expect(lines.filter(({ action }: { action: string }) => action === 'Price +10%')).toMatchObject([
      { subject: 'product', subjectName: '2 products', bulk: { rows: 2, isUndone: false } },
    ])
    await post('undo', { of: press.id })
    expect([(await read(guji)).price, (await read(sidra)).price]).toEqual([18, 25.5])
  })

  test('skips a product that was saved after the preview, says who saved it, and tries it again when asked', async () => {
    const ann = await signedIn(shop, { isAdmin: true, name: 'Ann Other' })
    const press = pressOf(await preview(UP, [guji, sidra, mug]), UP)
    shop.clock.advance(1000)
    await ann.put(`/api/products/${sidra}`, { price: 30 })
    const { body } = await post('apply', press)
    expect(body.rows).toMatchObject([
      { name: 'Guji', state: 'done' },
      {
        name: 'Sidra',
        state: 'skipped',
        message: 'Ann Other saved it meanwhile',
        changes: [{ field: 'Price', before: '$30.00', after: '$33.00' }],
      },
      { name: 'Mug', state: 'done' },
    ])
    const { version } = body.rows[1]
    const again = await post('apply', { ...press, rows: [{ _id: sidra, version }] })
    expect(statesOf(again.body)).toEqual(['done'])
    expect([(await read(guji)).price, (await read(sidra)).price]).toEqual([19.8, 33])
    await post('undo', { of: press.id })
    expect([(await read(guji)).price, (await read(sidra)).price]).toEqual([18, 30])
  })
})
