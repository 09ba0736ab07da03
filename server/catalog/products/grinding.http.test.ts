// On SQLite only: rules for values of settings, the same code on both databases.
/** The grinds of the shop: the setting, and what visitors can choose. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { signedIn } from '#test/signed-in.ts'
import { admin, openCatalog, shop } from '../catalog.testing.ts'

openCatalog()
let beans: string
beforeAll(async () => {
  beans = await shop.sell()
})

const GRINDS = [
  'Espresso',
  'Moka pot',
  'AeroPress',
  'Pour over',
  'Drip',
  'Chemex',
  'French press',
  'Cold brew',
]
beforeEach(() => save({ isOffered: true, grinds: GRINDS }))

const read = async () => (await admin.get('/api/settings/grinding')).body
const save = async (edit: object) =>
  admin.put('/api/settings/grinding', { version: (await read()).version, ...edit })
const grindsOf = async (id: string): Promise<string[]> =>
  (await shop.visitor().get(`/api/products/${id}`)).body.grinds

test('a coffee is offered whole bean first, and then in the grinds of the list', async () => {
  expect(await grindsOf(beans)).toEqual(['Whole bean', ...GRINDS])
  await save({ isOffered: true, grinds: ['Turkish', 'Espresso'] })
  expect(await grindsOf(beans)).toEqual(['Whole bean', 'Turkish', 'Espresso'])
})

test('there is nothing to choose for other goods, for a coffee that is whole bean only, and if the shop does not grind', async () => {
  const mug = await shop.sell({ sizeGrams: null })
  expect(await grindsOf(mug)).toEqual([])
  const plain = await shop.sell()
  const { body: form } = await admin.get(`/api/products/${plain}`)
  expect((await admin.put(`/api/products/${plain}`, { ...form, wholeBeanOnly: true })).body).toMatchObject({
    wholeBeanOnly: true,
    grinds: [],
  })
  expect(await grindsOf(beans)).not.toEqual([])
  await save({ isOffered: false, grinds: GRINDS })
  expect(await grindsOf(beans)).toEqual([])
})

test.each<[string, object, string]>([
  ['a grind twice', { isOffered: true, grinds: ['Espresso', 'espresso'] }, 'espresso is in the list twice'],
  [
    'whole bean, which is always offered',
    { isOffered: true, grinds: ['Whole Bean'] },
    'Whole Bean is in the list twice',
  ],
  ['no grinds although they are offered', { isOffered: true, grinds: [] }, 'List at least one grind'],
  [
    'a name that is too long',
    { isOffered: true, grinds: ['x'.repeat(41)] },
    'A line of text may have 40 characters at most',
  ],
])('%s is refused with 400, and the list stays', async (_, edit, message) => {
  const answer = await save(edit)
  expect([answer.status, answer.body.message]).toEqual([400, message])
  expect((await admin.get('/api/settings/grinding')).body.grinds).toEqual(GRINDS)
})

test('a save of an outdated form is refused with 409, and each change is in the change log', async () => {
  const { version } = (await admin.get('/api/settings/grinding')).body
  expect((await save({ isOffered: true, grinds: ['Espresso'], version })).status).toBe(200)
  expect((await save({ isOffered: false, grinds: [], version })).status).toBe(409)
  const { lines } = (await admin.get('/api/record?subject=setting&subjectId=grinding')).body
  expect(lines[0]).toMatchObject({
    action: 'Changed',
    changes: [{ field: 'Grinds', before: GRINDS.join(' / '), after: 'Espresso' }],
  })
})

test('only admins can read and change the list', async () => {
  const customer = await signedIn(shop)
  for (const caller of [shop.visitor(), customer]) {
    const status = caller === customer ? 403 : 401
    expect((await caller.get('/api/settings/grinding')).status).toBe(status)
    expect((await caller.put('/api/settings/grinding', { isOffered: false, grinds: [] })).status).toBe(status)
  }
})
