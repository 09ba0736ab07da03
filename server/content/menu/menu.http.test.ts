// On SQLite only: pages, the same code on both databases.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoMenu } from '#server/start/seed/content.ts'
import { aPicture, formOf } from '#test/form.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'

let shop: TestShop
let admin: SignedInVisitor
beforeAll(async () => {
  shop = await openShop()
  await shop.db.insertInto('menu_pages').values(demoMenu()).execute()
  admin = await signedIn(shop, { name: 'Olive Owner', isAdmin: true })
})
afterAll(() => shop.close())

const read = async () => (await shop.visitor().get('/api/upload')).body

async function replace(count: number, bytes?: Buffer | string) {
  const pictures = await Promise.all(Array.from({ length: count }, () => aPicture()))
  const files = [...pictures, ...(bytes === undefined ? [] : [bytes])].map((each) => ({ bytes: each }))
  const { payload, headers } = formOf('images', files)
  return admin.post('/api/upload/menu', payload, headers)
}

test('after the delete call and after a failed upload, the old menu is still shown', async () => {
  const old = await read()
  expect(old.pages).toHaveLength(3)
  expect((await admin.delete('/api/upload/menudelete')).status).toBe(200)
  expect(await read()).toEqual(old)
  const changed = await changedBy(shop.db, async () => {
    const { status, body } = await replace(1, '<svg xmlns="http://www.w3.org/2000/svg"/>')
    expect([status, body]).toEqual([400, { message: 'Picture 2: Images only!', picture: 2 }])
  })
  expect(changed).toEqual([])
  expect(await read()).toEqual(old)
})

const editor = async () => (await admin.get('/api/upload/menu')).body
const record = async () => (await admin.get('/api/record?subject=menu')).body.lines

test('a new menu takes the titles of the pages that it replaces; only the editor gets the texts of those pages', async () => {
  const old = await read()
  const { status, body } = await replace(4)
  expect([status, body.message]).toEqual([200, 'Menu uploaded successfully'])
  const now = await read()
  expect(now).toEqual({ image: body.menu.image, pages: body.pages, version: body.version })
  expect(now.pages.map(({ title }: { title: string }) => title)).toEqual([
    ...old.pages.map(({ title }: { title: string }) => title),
    'Page 4',
  ])
  expect(now.pages.map(({ lines }: { lines: string[] }) => lines)).toEqual([[], [], [], []])
  const edited = await editor()
  expect(edited.version).toBe(now.version)
  expect(edited.pages.map(({ before }: { before: string[] }) => before)).toEqual([
    ...old.pages.map(({ lines }: { lines: string[] }) => lines),
    [],
  ])
  expect(edited.pages).toMatchObject(now.pages)
  for (const { file, facts } of now.pages) {
    expect(facts.src).toBe(`/uploads/${file}`)
    expect((await shop.visitor().get(facts.src)).headers).toMatchObject({ 'content-type': 'image/jpeg' })
  }
  const [line] = await record()
  expect(line).toMatchObject({ by: 'Olive Owner', subject: 'menu', action: 'Replaced' })
  expect(line.changes).toContainEqual({
    field: 'Pictures',
    before: '3 pictures',
    after: '4 pictures, 4 of them new',
  })
})

test('an old text is still offered after another upload, and no longer after a save', async () => {
  const first = (await editor()).pages[0].before
  expect(first.length).toBeGreaterThan(0)
  await replace(4)
  const { pages, version } = await editor()
  expect(pages[0].before).toEqual(first)
  const saved = pages.map(({ file, title }: any, index: number) => ({
    file,
    title,
    lines: index ? [] : first,
  }))
  expect((await admin.put('/api/upload/menu', { pages: saved, version })).status).toBe(200)
  const after = await editor()
  expect(after.pages.map(({ before }: any) => before)).toEqual([[], [], [], []])
  expect((await read()).pages[0].lines).toEqual(first)
})

test('order, titles and texts are saved together or not at all', async () => {
  const { pages, version } = await read()
  const edited = pages
    .map(({ file }: { file: string }, index: number) => ({
      file,
      title: `Sheet ${index}`,
      lines: ['## Filter', 'V60'],
    }))
    .toReversed()
  const saved = await admin.put('/api/upload/menu', { pages: edited, version })
  expect(saved.status).toBe(200)
  expect((await read()).pages.map(({ file, title, lines }: any) => ({ file, title, lines }))).toEqual(edited)
  const [line, ...older] = await record()
  const order = { field: 'Pictures', before: '4 pictures', after: '4 pictures, in another order' }
  expect([line.action, line.changes.at(-1)]).toEqual(['Changed', order])

  const stale = await admin.put('/api/upload/menu', { pages: edited.slice(1), version })
  expect(stale.status).toBe(409)
  expect(stale.body.menu.version).toBe(saved.body.version)

  const strange = [...edited, { file: 'unknown-0123456789ab-10.jpg', title: 'Stranger', lines: [] }]
  const changed = await changedBy(shop.db, async () => {
    expect((await admin.put('/api/upload/menu', { pages: strange })).status).toBe(400)
    expect(
      (await admin.put('/api/upload/menu', { pages: [{ ...edited[0], file: '../x.jpg' }] })).status,
    ).toBe(400)
    expect((await admin.put('/api/upload/menu', { pages: [{ ...edited[0], title: ' ' }] })).status).toBe(400)
  })
  expect(changed).toEqual([])
  expect((await read()).pages).toHaveLength(4)
  // None of these requests changed anything. Saving the same menu again changes nothing either.
  expect((await admin.put('/api/upload/menu', { pages: edited })).status).toBe(200)
  expect(await record()).toEqual([line, ...older])
})

test('if menus are uploaded concurrently, one complete menu is shown', async () => {
  const answers = await Promise.all([replace(2), replace(3), replace(4)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const { image } = await read()
  expect(answers.map(({ body }) => body.menu.image)).toContainEqual(image)
})

test('a menu without pages is not shown', async () => {
  expect((await admin.put('/api/upload/menu', { pages: [] })).status).toBe(200)
  expect(await read()).toMatchObject({ image: [], pages: [] })
})
