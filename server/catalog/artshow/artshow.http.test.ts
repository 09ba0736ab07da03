import { expect, test } from 'vitest'
import { demoArtists, demoMenu, seedContent } from '#server/start/seed/content.ts'
import { createFeaturedArtist } from '#test/featured-artist.ts'
import { openCatalog, shop } from '../catalog.testing.ts'

openCatalog()

const read = (path: string) => shop.visitor().get(path)

test('an empty shop responds with no artists, no featured artist and no menu', async () => {
  expect((await read('/api/artshow')).body).toEqual([])
  const featured = await read('/api/artshow/featured')
  expect([featured.status, featured.text]).toEqual([200, 'null'])
  expect(featured.headers['content-type']).toMatch(/^application\/json/)
  expect((await read('/api/upload')).body).toEqual({ image: [], pages: [], version: '' })
  expect((await read('/api/artshow/unknown')).status).toBe(404)
})

test('the demo shop has three artists, the first featured, and a menu of three pages; the demo data is added once', async () => {
  await seedContent(shop.db, shop.clock)
  await seedContent(shop.db, shop.clock)
  shop.shop.changed({ tag: 'Artshow' })
  shop.shop.changed({ tag: 'Menu' })
  const { body: artists } = await read('/api/artshow')
  expect(artists.map(({ name }: { name: string }) => name)).toEqual(
    demoArtists(shop.clock).map(({ name }) => name),
  )
  const { body: featured } = await read('/api/artshow/featured')
  expect(featured).toMatchObject({
    name: 'Ilse Maren Thorvald',
    isFeat: true,
    website: '@website',
    instagram: 'https://www.instagram.com/ilse.maren.thorvald',
    main_images: ['thorvald_1.jpg', 'thorvald_2.jpg'],
    other_images: ['thorvald_3.jpg', 'thorvald_4.jpg', 'thorvald_5.jpg'],
  })
  expect(featured.pictures.main[0]).toEqual({ file: 'thorvald_1.jpg', facts: null })
  expect((await read(`/api/artshow/${featured._id}`)).body).toEqual(featured)

  const { body: menu } = await read('/api/upload')
  expect(menu.image).toEqual(['menu_1.jpg', 'menu_2.jpg', 'menu_3.jpg'])
  expect(menu.pages[0].title).toBe('Espresso Bar')
  expect(menu.pages[0].lines).toContain('## Espresso')
  expect(menu.pages[0].lines).toContain('Cortado | equal parts espresso and milk | 4.50')
})

test('deleted demo data does not come back at the next start', async () => {
  await shop.db.deleteFrom('artists').execute()
  await shop.db.deleteFrom('menu_pages').execute()
  await seedContent(shop.db, shop.clock)
  expect(await shop.db.selectFrom('artists').select('id').execute()).toEqual([])
  await shop.db.insertInto('menu_pages').values(demoMenu()).execute()
})

test('the database refuses a second featured artist', async () => {
  await createFeaturedArtist(shop, { is_feat: 1 })
  await expect(createFeaturedArtist(shop, { is_feat: 1 })).rejects.toThrow()
  await createFeaturedArtist(shop, { is_feat: 0 })
})

test('only pictures are served under /uploads, and no files of parent folders', async () => {
  for (const path of [
    '',
    '../package.json',
    '%2e%2e%2fpackage.json',
    '..%5cpackage.json',
    'x.jpg',
    '.',
    'a/b.jpg',
  ]) {
    const answer = await read(`/uploads/${path}`)
    expect(answer.status, path).toBe(404)
    expect(answer.body).toEqual({ message: 'Not found' })
  }
})
