import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#server/kernel/time/clock.ts'
import { bought } from '#test/purchase.ts'
import { signedIn } from '#test/signed-in.ts'
import { admin, openCatalog, shop } from '../../catalog.testing.ts'
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

const priceOf = async (id: string) => (await read(id)).price
const log = async (query = '') => (await admin.get(`/api/record${query}`)).body.lines
/** The lines of the change log that are bulk changes. */
const bulkLines = async (query = '') => (await log(query)).filter(({ bulk }: { bulk?: object }) => bulk)

describe('a bulk change of products', () => {
  let guji: string
  let sidra: string
  let mug: string
  beforeAll(async () => {
    guji = await createProduct('Guji')
    sidra = await createProduct('Sidra', { price: 25.5 })
    mug = await createProduct('Mug', { category: 'Goods', size: null, price: 14 })
  })

  test('shows before and after of each row, and the largest change, and changes nothing before the button', async () => {
    const shown = await preview(UP, [guji, sidra, mug, guji, newId(shop.clock)])
    expect(shown.rows.map((row: { name: string; changes: object[] }) => [row.name, row.changes])).toEqual([
      ['Guji', [{ field: 'Price', before: '$18.00', after: '$19.80' }]],
      ['Sidra', [{ field: 'Price', before: '$25.50', after: '$28.05' }]],
      ['Mug', [{ field: 'Price', before: '$14.00', after: '$15.40' }]],
    ])
    expect(shown.largest).toBe('Sidra: +$2.55 (+10%)')
    expect(shown.left).toMatchObject([{ why: 'rule', reason: 'It is no longer in the list' }])
    expect(await priceOf(guji)).toBe(18)
  })

  test('is applied once, however often the button is pressed', async () => {
    const press = pressOf(await preview(UP, [guji, sidra]), UP)
    const answers = await Promise.all([1, 2, 3].map(() => post('apply', press)))
    for (const { body } of answers) expect(statesOf(body)).toEqual(['done', 'done'])
    expect(statesOf((await post('apply', press)).body)).toEqual(['done', 'done'])
    expect([await priceOf(guji), await priceOf(sidra)]).toEqual([19.8, 28.05])
    const another = await post('apply', { ...press, action: { ...UP, value: 20 } })
    const ofOther = await post('apply', press, await signedIn(shop, { isAdmin: true }))
    expect([another.status, ofOther.status]).toEqual([422, 422])
    expect([await priceOf(guji), await priceOf(sidra)]).toEqual([19.8, 28.05])
    await undo(press.id)
    expect([await priceOf(guji), await priceOf(sidra)]).toEqual([18, 25.5])
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
    expect([await priceOf(guji), await priceOf(sidra)]).toEqual([19.8, 33])
    expect((await bulkLines())[0].bulk).toMatchObject({ rows: 3 })
    await undo(press.id)
    expect([await priceOf(guji), await priceOf(sidra)]).toEqual([18, 30])
  })

  test('is one line of the change log with its rows, and is found in the changes of each row', async () => {
    const before = (await log()).length
    const { id } = await change(UP, [guji, mug])
    const lines = await log()
    expect(lines.length - before).toBe(1)
    expect(lines[0]).toMatchObject({
      _id: id,
      by: 'Olive Owner',
      subject: 'product',
      subjectName: '2 products',
      action: 'Price +10%',
      changes: [{ field: 'Guji: Price', before: '$18.00', after: '$19.80' }, { field: 'Mug: Price' }],
      bulk: { list: 'products', rows: 2, isUndone: false },
    })
    const { rows } = (await admin.get(`/api/record/${id}/rows`)).body
    expect(rows).toMatchObject([
      { _id: guji, name: 'Guji' },
      { _id: mug, name: 'Mug' },
    ])
    expect((await log(`?subjectId=${mug}`))[0]).toMatchObject({
      subjectName: 'Mug',
      changes: [{ field: 'Price', before: '$14.00', after: '$15.40' }],
    })
    await undo(id)
    expect(
      (await bulkLines()).map((line: { action: string; bulk: object }) => [line.action, line.bulk]),
    ).toContainEqual(['Price +10%', { list: 'products', rows: 2, isUndone: true }])
  })

  test('is taken back where nobody has saved since, whatever was sold, and the undo can be taken back too', async () => {
    const { id } = await change(UP, [guji, sidra, mug])
    await bought(shop, await shop.customer(), [{ _id: guji, qty: 1 }])
    shop.clock.advance(1000)
    const ann = await signedIn(shop, { isAdmin: true, name: 'Ann Other' })
    await ann.put(`/api/products/${mug}`, { brand: 'Kiln & Co' })
    const back = await undo(id)
    expect(
      back.rows.toSorted((a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)),
    ).toMatchObject([
      { name: 'Guji', state: 'done' },
      { name: 'Mug', state: 'skipped', message: 'Ann Other saved it meanwhile' },
      { name: 'Sidra', state: 'done' },
    ])
    expect([await priceOf(guji), await priceOf(sidra), await priceOf(mug)]).toEqual([18, 30, 15.4])
    expect(statesOf(await undo(id)).toSorted()).toEqual(['done', 'done', 'skipped'])
    expect([await priceOf(guji), await priceOf(sidra)]).toEqual([18, 30])
    const again = await undo(back.id)
    expect(statesOf(again)).toEqual(['done', 'done'])
    expect([await priceOf(guji), await priceOf(sidra)]).toEqual([19.8, 33])
    await undo(again.id)
    const titles = (await bulkLines()).slice(0, 3).map(({ action }: { action: string }) => action)
    expect(titles.toSorted()).toEqual(['Done again: Price +10%', 'Undone: Price +10%', 'Undone: Price +10%'])
    expect((await post('undo', { of: newId(shop.clock) })).status).toBe(404)
  })

  test('names nobody for a change that nobody saved', async () => {
    const one = await createProduct('Renamed')
    const { id } = await change(UP, [one])
    await shop.db.updateTable('products').set({ brand: 'Kiln' }).where('id', '=', one).execute()
    expect((await undo(id)).rows).toMatchObject([{ state: 'skipped', message: 'It has changed meanwhile' }])
  })

  test('keeps to the products of the preview, also if others match since or one is deleted', async () => {
    const one = await createProduct('Listed one', { category: 'Changing', size: null })
    const two = await createProduct('Listed two', { category: 'Changing', size: null })
    const choice = { filter: { category: 'Changing' }, except: [] }
    const shown = await preview(UP, choice)
    expect(shown.rows.map(({ _id }: { _id: string }) => _id)).toEqual([two, one])
    const later = await createProduct('Listed later', { category: 'Changing', size: null })
    await admin.delete(`/api/products/${one}`)
    const { body } = await post('apply', pressOf(shown, UP))
    expect(body.rows).toMatchObject([
      { _id: two, state: 'done' },
      { _id: one, state: 'refused', message: 'It is no longer in the list' },
    ])
    expect([await priceOf(two), await priceOf(later)]).toEqual([19.8, 18])
    expect((await preview(UP, { ...choice, except: [two] })).rows).toHaveLength(1)
  })

  test('has at most 500 products, by choice or by filter, and says so', async () => {
    const lines = Array.from({ length: 501 }, (_, index) => `Many ${index},Many,5`)
    const csv = ['Name,Category,Price', ...lines].join('\n')
    expect((await admin.post('/api/products/import', { csv, dryRun: false })).status).toBe(200)
    const all = { filter: { category: 'Many' }, except: [] }
    const refused = await post('preview', { choice: all, action: UP })
    expect(refused.status).toBe(400)
    expect(refused.body.message).toContain('More than 500 products match. At most 500 can be changed at once')
    const ids = (
      await shop.db.selectFrom('products').select('id').where('category', '=', 'Many').execute()
    ).map(({ id }) => id)
    const chosen = await post('preview', { choice: { ids }, action: UP })
    expect([chosen.status, chosen.body.message]).toEqual([
      400,
      'At most 500 rows can be changed at once. Choose fewer',
    ])
    const hide = { kind: 'hide' }
    const shown = await preview(hide, { ...all, except: [ids[0]] })
    const press = pressOf(shown, hide)
    expect(press.rows).toHaveLength(500)
    const { body } = await post('apply', press)
    expect(new Set(statesOf(body))).toEqual(new Set(['done']))
    const { version } = (await preview(hide, [ids[0]!])).rows[0]
    expect((await post('apply', { ...press, rows: [{ _id: ids[0], version }] })).status).toBe(400)
  })

  test('is refused to every role without the right, and leaves no line in the change log', async () => {
    const press = pressOf(await preview(UP, [guji]), UP)
    const before = await priceOf(guji)
    for (const role of ['packer', 'barista'] as const) {
      const staff = await signedIn(shop, { role })
      const choice = { ids: [guji] }
      expect((await post('preview', { choice, action: UP }, staff)).status).toBe(403)
      expect((await post('apply', press, staff)).status).toBe(403)
      expect((await post('undo', { of: press.id }, staff)).status).toBe(403)
      expect((await post('export', { choice }, staff)).status).toBe(403)
    }
    expect(await priceOf(guji)).toBe(before)
    expect(
      await shop.db.selectFrom('record_lines').select('id').where('id', '=', press.id).execute(),
    ).toEqual([])
  })

  test('exports the chosen products', async () => {
    const { status, text } = await post('export', { choice: { ids: [guji, mug] } })
    expect(status).toBe(200)
    expect(text.trim().split('\n')).toHaveLength(3)
    expect(text).toContain('Guji')
    expect(text).not.toContain('Sidra')
  })

  test('is empty, also as an export, if no product matches or all that match are excepted', async () => {
    const only = await createProduct('Only', { category: 'Single', size: null })
    for (const choice of [
      { filter: { category: 'Nothing here' } },
      { filter: { category: 'Single' }, except: [only] },
    ]) {
      expect(await preview(UP, choice)).toMatchObject({ rows: [], left: [], largest: null, notes: [] })
      const { status, text } = await post('export', { choice })
      expect([status, text.trim().split('\n').length]).toEqual([200, 1])
    }
  })

  test('is not refused if the button is pressed again while its first row is saved', async () => {
    const ids = await Promise.all(['a', 'b', 'c', 'd'].map((name) => createProduct(name)))
    const refused: number[] = []
    for (let round = 0; round < 4; round++) {
      const press = pressOf(await preview(UP, ids), UP)
      const running = [post('apply', press)]
      for (let again = 0; again < 12; again++) {
        await shop.db.selectFrom('works').select('product_id').execute()
        running.push(post('apply', press))
      }
      for (const { status } of await Promise.all(running)) if (status !== 200) refused.push(status)
    }
    expect(refused).toEqual([])
  })

  test('leaves out what has the wanted value already', async () => {
    const shown = await preview({ kind: 'show' }, [guji])
    expect(shown.rows).toEqual([])
    expect(reasonsOf(shown)).toEqual({ Guji: 'It is so already' })
  })
})
