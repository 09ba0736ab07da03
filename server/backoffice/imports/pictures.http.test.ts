// On SQLite only: files of other shops, the same parser on both databases.
/** Pictures of imported products: fetched in the background, retried, and uploaded by file name. */
import { writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { importingShop } from './import.testing.ts'
import { aPicture, formOf } from '#test/form.ts'
import { NotFetched } from './fetch-picture.ts'
import { comparableName, fetchPictures } from './pictures.ts'

const { opened, items, preview, start } = importingShop()

const CDN = 'https://cdn.shop.example'
const product = (handle: string, ...urls: string[]) =>
  (urls.length > 0 ? urls : ['']).map((url, index) => ({
    Handle: handle,
    Title: index === 0 ? `Pictured ${handle}` : '',
    Type: index === 0 ? 'Ceramics' : '',
    'Option1 Value': index === 0 ? 'Default Title' : '',
    'Variant SKU': index === 0 ? `SKU-${handle}` : '',
    'Variant Price': index === 0 ? '24' : '',
    'Image Src': url,
    'Image Position': url ? String(index + 1) : '',
  }))
const carryOut = async (...rows: ReturnType<typeof product>) => {
  const run = await preview('products', rows)
  expect(run.counts.broken).toBe(0)
  return start(run._id)
}
const shown = (handle: string) =>
  opened.shop.db
    .selectFrom('products')
    .select(['id', 'image', 'second_image as second'])
    .where('name', '=', `Pictured ${handle}`)
    .executeTakeFirstOrThrow()
const progress = async () => (await opened.owner.get('/api/imports/pictures')).body
const upload = async (...names: string[]) => {
  const files = await Promise.all(names.map(async (name) => ({ name, bytes: await aPicture() })))
  const { payload, headers } = formOf('images', files)
  return opened.owner.post('/api/imports/pictures/files', payload, headers)
}

/** Answers for the other shop: a picture, or the reason why there is none. */
const answering =
  (wrong: RegExp = /^$/) =>
  async (url: string, path: string) => {
    if (wrong.test(url)) throw new NotFetched('The other shop answers with the status 404')
    await writeFile(path, /text/.test(url) ? 'no picture' : await aPicture())
  }

test('both pictures of a product are fetched, and a second import changes nothing', async () => {
  const rows = product('koke', `${CDN}/koke.jpg?v=1`, `${CDN}/koke-2.jpg`)
  const run = await preview('products', rows)
  expect((await items(run._id, 'create'))[0].changes).toContainEqual({
    field: 'Pictures',
    before: '',
    after: '2 pictures of the other shop',
  })
  await start(run._id)
  expect(await progress()).toMatchObject({ waiting: 2, done: 0 })
  await fetchPictures(opened.shop.shop, undefined, answering())
  const found = await shown('koke')
  expect([found.image, found.second].every((src) => /^\/uploads\/\w+/.test(src))).toBe(true)
  expect(found.image).not.toBe(found.second)
  expect(await progress()).toMatchObject({ waiting: 0, done: 2, failed: [] })
  expect((await preview('products', rows)).counts).toMatchObject({ create: 0, change: 0, same: 1 })
})

test('failures are listed with the reason and fetched again on demand', async () => {
  await carryOut(...product('gone', `${CDN}/gone.jpg`), ...product('text', `${CDN}/text.jpg`))
  await fetchPictures(opened.shop.shop, undefined, answering(/gone/))
  const { failed } = await progress()
  expect(failed).toMatchObject([
    { name: 'Pictured gone', url: `${CDN}/gone.jpg`, problem: 'The other shop answers with the status 404' },
    { name: 'Pictured text', problem: 'Images only!' },
  ])
  const { body } = await opened.owner.post('/api/imports/pictures/retry')
  expect(body).toMatchObject({ waiting: 2, failed: [] })
  await fetchPictures(opened.shop.shop, undefined, answering())
  expect((await shown('gone')).image).toMatch(/^\/uploads\//)
  expect((await progress()).failedCount).toBe(1)
})

test('an address in a private network is not fetched', async () => {
  await carryOut(
    ...product('inside', 'http://169.254.169.254/latest/meta-data/'),
    ...product('local', 'http://127.0.0.1:5432/a.jpg'),
    ...product('file', 'file:///etc/passwd'),
  )
  await fetchPictures(opened.shop.shop)
  const problems = (await progress()).failed
    .filter(({ name }: { name: string }) => /inside|local|file/.test(name))
    .map(({ problem }: { problem: string }) => problem)
  expect(problems).toEqual([
    'The address is in a private network',
    'The address has an unusual port',
    'This is not the address of a picture on the web',
  ])
})

test('uploaded pictures are found by the file name of the missing one, by handle or by SKU', async () => {
  await carryOut(
    ...product('cup', `${CDN}/files/Blue%20Cup.jpg?v=3`),
    ...product('bowl'),
    ...product('plate'),
  )
  const sent = await upload('blue cup.png', 'BOWL.jpg', 'sku-plate.jpg', 'holiday.jpg')
  expect(sent.status, sent.text).toBe(200)
  expect(sent.body).toMatchObject({ stored: 3, unmatched: ['holiday.jpg'] })
  for (const handle of ['cup', 'bowl', 'plate']) expect((await shown(handle)).image).toMatch(/^\/uploads\//)
  await fetchPictures(opened.shop.shop, undefined, () =>
    Promise.reject(new Error('nothing is left to fetch')),
  )
  await carryOut(...product('broken'))
  const { payload, headers } = formOf('images', [{ name: 'broken.jpg', bytes: 'no picture' }])
  const refused = await opened.owner.post('/api/imports/pictures/files', payload, headers)
  expect([refused.status, refused.body.message]).toEqual([400, 'broken.jpg: Images only!'])
})

test('a product that got a picture in the meantime keeps it, and a deleted product is not a failure', async () => {
  await carryOut(...product('own', `${CDN}/own.jpg`), ...product('deleted', `${CDN}/deleted.jpg`))
  await opened.shop.db
    .updateTable('products')
    .set({ image: '/pictures/bag_01.jpg' })
    .where('name', '=', 'Pictured own')
    .execute()
  expect((await opened.owner.delete(`/api/products/${(await shown('deleted')).id}`)).status).toBe(200)
  await fetchPictures(opened.shop.shop, undefined, answering())
  expect((await shown('own')).image).toBe('/pictures/bag_01.jpg')
  expect((await progress()).waiting).toBe(0)
})

test('at most three are fetched at a time, and each once', async () => {
  const handles = Array.from({ length: 8 }, (_, index) => `at-once-${index}`)
  await carryOut(...handles.flatMap((handle) => product(handle, `${CDN}/${handle}.jpg`)))
  const asked: string[] = []
  let open = 0
  let most = 0
  const fetch = async (url: string, path: string) => {
    asked.push(url)
    most = Math.max(most, ++open)
    await pause(20)
    await writeFile(path, await aPicture())
    open--
  }
  await fetchPictures(opened.shop.shop, undefined, fetch)
  expect(most).toBeLessThanOrEqual(3)
  expect(new Set(asked).size).toBe(8)
  expect(asked).toHaveLength(8)
})

test.each([
  ['https://cdn.example/files/Koke_1024.JPG?v=17', 'koke_1024'],
  ['Blue Cup.jpeg', 'blue cup'],
  ['https://cdn.example/%E0%A4.png', '%e0%a4'],
  ['folder/sub/a.b.webp', 'a.b'],
  ['https://cdn.example/', ''],
])('the file name of %s is %j', (address, name) => {
  expect(comparableName(address)).toBe(name)
})
