import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen, sendRequest } from '#test/wire.ts'
import { packaged } from '#test/roastery/bags.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import { addFirstGuides } from './brew-guides.ts'
import { FIRST_GUIDES } from './first-guides.ts'

let shop: TestShop
let admin: SignedInVisitor
beforeAll(async () => {
  shop = await openShop()
  admin = await signedIn(shop, { isAdmin: true })
  await addFirstGuides(shop.db, shop.clock)
})
afterAll(() => shop.close())

const list = async () => (await shop.visitor().get('/api/brew-guides')).body
const one = async (slug: string) => shop.visitor().get(`/api/brew-guides/at/${slug}`)
const sitemap = async () => (await shop.visitor().get('/sitemap.xml')).text
const slugs = async () => (await list()).map(({ slug }: { slug: string }) => slug)

test('a shop of any version gets the first guides once, and a deleted one does not come back', async () => {
  expect(await slugs()).toEqual(FIRST_GUIDES.map(({ slug }) => slug))
  const { _id: id } = (await one('kalita')).body
  expect((await admin.delete(`/api/brew-guides/${id}`)).status).toBe(200)
  await addFirstGuides(shop.db, shop.clock)
  expect(await slugs()).not.toContain('kalita')
  expect((await one('kalita')).status).toBe(404)
})

test('a guide is found by its address in any letter case, and by admins by its id', async () => {
  const { body } = await one('V60')
  expect(body).toMatchObject({ name: 'V60', dose: 15, water: 250, ratio: 16.7, celsius: 96, kettle: 400 })
  expect(body.steps[0]).toMatchObject({ start: 0, end: 15, kind: 'pour', grams: 60 })
  expect((await admin.get(`/api/brew-guides/${body._id}`)).body).toEqual(body)
  expect((await shop.visitor().get(`/api/brew-guides/${body._id}`)).status).toBe(401)
})

test('the owner edits texts and steps, the change log says what changed, and the address stays', async () => {
  const { body } = await one('moka-pot')
  const steps = body.steps.map((step: { text: string }, index: number) =>
    index === 0 ? { ...step, text: 'Hot water first.' } : step,
  )
  const change = { ...body, name: 'Stovetop', doneTo: 280, steps }
  const saved = await admin.put(`/api/brew-guides/${body._id}`, change)
  expect([saved.status, saved.body]).toMatchObject([200, { name: 'Stovetop', slug: 'moka-pot', version: 2 }])
  expect((await one('moka-pot')).body.steps[0].text).toBe('Hot water first.')
  const { action, changes } = (await admin.get('/api/record?subject=brewGuide')).body.lines[0]
  expect(action).toBe('Changed')
  expect(changes).toMatchObject([
    { field: 'Name', before: 'Moka pot', after: 'Stovetop' },
    { field: 'Done at the latest after', before: '5:00', after: '4:40' },
    { field: 'Steps', after: expect.stringContaining('0:00 Pour to 150 g: Hot water first.') },
  ])
  expect((await admin.put(`/api/brew-guides/${body._id}`, change)).status).toBe(409)
})

test('a new guide gets an address from its name, which no other has', async () => {
  const { body } = await one('v60')
  const add = async (name: string) => (await admin.post('/api/brew-guides', { ...body, name })).body.slug
  expect(await add('V60')).toBe('v60-2')
  expect(await add('  Café Siphon! ')).toBe('cafe-siphon')
  expect(await add('サイフォン')).toBe('guide')
  expect(await add('ケメックス')).toBe('guide-2')
})

test.each<[string, object]>([
  ['ratio', { ratio: 12 }],
  ['ratio', { ratio: 16.777 }],
  ['celsius', { celsius: 84 }],
  ['celsius', { celsius: 101 }],
  ['kettle', { kettle: 100 }],
  ['dose', { dose: 0 }],
  ['maxDose', { maxDose: null }],
  ['doneTo', { doneTo: 20 }],
  ['steps', { steps: [] }],
  ['steps', { steps: [{ start: 0, end: 15, kind: 'pour', grams: 240, text: 'Pour.' }] }],
  ['steps', { steps: [{ start: 0, end: 15, kind: 'pour', grams: 250, text: 'Pour 250 g.' }] }],
  ['steps.0.kind', { steps: [{ start: 0, end: 15, kind: 'sing', grams: 250, text: 'Pour.' }] }],
  ['steps.0.text', { steps: [{ start: 0, end: 15, kind: 'pour', grams: 250, text: ' ' }] }],
  ['sizes', { sizes: [{ name: 'L', dose: 15, water: 250 }] }],
  ['name', { name: '' }],
  ['ifSour', { ifSour: 'x'.repeat(161) }],
])('a guide is refused with a message at %s for %j', async (field, change) => {
  const { body } = await one('v60')
  const refused = await admin.put(`/api/brew-guides/${body._id}`, { ...body, ...change })
  expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, expect.arrayContaining([field])])
  expect(refused.body.fields[field]).not.toBe('')
})

test('cold water has no temperature, and sizes replace doses', async () => {
  const { body } = await one('v60')
  const sizes = [
    { name: 'Small', dose: 15, water: 250 },
    { name: 'Large', dose: 30, water: 500 },
  ]
  const change = { ...body, version: undefined, celsius: null, minDose: null, maxDose: null, sizes }
  const saved = await admin.put(`/api/brew-guides/${body._id}`, change)
  expect([saved.status, saved.body]).toMatchObject([200, { celsius: null, sizes }])
})

test('a lot links to the guide of the brew method of its coffee, also after the guide was renamed', async () => {
  const product = await shop.sell()
  await shop.db
    .updateTable('products')
    .set({ brew_method: 'French Press' })
    .where('id', '=', product)
    .execute()
  const { code } = await packaged(shop, { product })
  const origin = await listen(shop)
  const read = async (path: string) => JSON.parse((await sendRequest(origin, path)).text)
  const link = async () => (await read(`/api/lots/${code}`)).coffee.guide
  expect(await link()).toMatchObject({ name: 'French press', slug: 'french-press' })
  const { body } = await one('french-press')
  await admin.put(`/api/brew-guides/${body._id}`, { ...body, name: 'Press pot' })
  expect(await link()).toMatchObject({ name: 'Press pot', slug: 'french-press' })
  expect((await read('/api/brew-guides/at/french-press')).name).toBe('Press pot')
  expect(await read('/api/brew-guides/links')).toContainEqual(await link())
})

test('the sitemap has the guides, and forgets a deleted one', async () => {
  expect(await sitemap()).toContain('/brew</loc>')
  expect(await sitemap()).toContain('/brew/chemex</loc>')
  const { body } = await one('chemex')
  await admin.delete(`/api/brew-guides/${body._id}`)
  expect(await sitemap()).not.toContain('/brew/chemex</loc>')
})
