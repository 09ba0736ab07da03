// On SQLite only: forms of artists, the same code on both databases.
import { expect, test } from 'vitest'
import { createFeaturedArtist } from '#test/featured-artist.ts'
import { aPicture, formOf } from '#test/form.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'
import { admin, openCatalog, shop } from '../catalog.testing.ts'

openCatalog()

const EDIT = {
  name: 'Odile Marchetti',
  title: 'Steam',
  script: 'She prints what rises.',
  quote: 'Ink is patient.',
  instagram: '@odile.prints',
  website: 'https://odile.example/',
  main_images: [],
  other_images: [],
  isFeat: false,
}

async function upload(count: number): Promise<string[]> {
  const files = await Promise.all(Array.from({ length: count }, async () => ({ bytes: await aPicture() })))
  const { payload, headers } = formOf('images', files)
  return (await admin.post('/api/upload/artshowimage', payload, headers)).body.images
}

const recordOf = async (id: string) =>
  (await admin.get(`/api/record?subject=artist&subjectId=${id}`)).body.lines

const featured = async () => {
  const { body } = await shop.visitor().get('/api/artshow')
  return body.filter(({ isFeat }: { isFeat: boolean }) => isFeat).map(({ _id }: { _id: string }) => _id)
}

test('an artist is created with samples, edited, shown and recorded', async () => {
  const { status, body: empty } = await admin.post('/api/artshow')
  expect([status, empty]).toEqual([
    201,
    expect.objectContaining({ name: 'Sample Name', website: '@website', isFeat: false, main_images: [] }),
  ])
  const [first, second, third] = await upload(3)
  const path = `/api/artshow/${empty._id}`
  expect((await admin.get(path)).body).toEqual({ ...empty, isDraft: true })
  const edit = { ...EDIT, artshowId: empty._id, main_images: [first, second], other_images: [third] }
  const saved = await admin.put(path, edit)
  expect(saved.body).toMatchObject({
    ...EDIT,
    main_images: [first, second],
    other_images: [third],
    isDraft: false,
    version: 2,
  })
  const { body: shown } = await shop.visitor().get(path)
  expect(shown).toEqual(saved.body)
  expect(shown.pictures.main[0].facts).toMatchObject({
    src: `/uploads/${first}`,
    alt: 'Work 1 by Odile Marchetti',
  })
  expect(shown.pictures.other[0].facts.alt).toBe('Work 3 by Odile Marchetti')

  const reordered = await admin.put(path, {
    ...edit,
    main_images: [second],
    other_images: [first, third],
    version: 2,
  })
  expect(reordered.body).toMatchObject({ main_images: [second], other_images: [first, third] })
  expect((await admin.put(path, { ...edit, version: 2 })).status).toBe(409)
  // Saving the same values again is not a change.
  await admin.put(path, { ...edit, main_images: [second], other_images: [first, third] })
  const [added, filled, created, ...others] = await recordOf(empty._id)
  expect([filled.action, created.action, others]).toEqual(['Changed', 'Created', []])
  expect(filled.changes).toContainEqual({ field: 'Name', before: 'Sample Name', after: 'Odile Marchetti' })
  expect(added).toMatchObject({
    by: 'Olive Owner',
    subjectName: 'Odile Marchetti',
    changes: [
      { field: 'Main images', before: '2 pictures', after: '1 picture' },
      { field: 'Other images', before: '1 picture', after: '2 pictures, 1 of them new' },
    ],
  })
})

const names = async (visitor: Pick<SignedInVisitor, 'get'>) =>
  (await visitor.get('/api/artshow')).body.map((each: { name: string }) => each.name)

test('visitors do not see an artist before its first save, also if it is featured', async () => {
  const before = await names(shop.visitor())
  const { _id: id } = (await admin.post('/api/artshow')).body
  const customer = await signedIn(shop)
  for (const visitor of [shop.visitor(), customer]) {
    expect(await names(visitor)).toEqual(before)
    expect((await visitor.get(`/api/artshow/${id}`)).status).toBe(404)
  }
  expect(await names(admin)).toEqual(['Sample Name', ...before])
  expect(await names(shop.visitor())).toEqual(before)
  await admin.put('/api/artshow', { artshowId: id })
  expect((await shop.visitor().get('/api/artshow/featured')).text).toBe('null')
  const work = { title: 'Steam', artist: id, image: '', price: 10, place: 1, notForSale: false }
  expect((await admin.post('/api/works', work)).body.fields).toEqual({ artist: 'Choose an artist' })
  await admin.put(`/api/artshow/${id}`, { name: 'Odile Marchetti' })
  expect(await names(shop.visitor())).toEqual(['Odile Marchetti', ...before])
  expect((await shop.visitor().get('/api/artshow/featured')).body._id).toBe(id)
})

test('a field of an artist that is missing in the request stays as it is', async () => {
  const id = await createFeaturedArtist(shop)
  const [file] = await upload(1)
  await admin.put(`/api/artshow/${id}`, { ...EDIT, other_images: [file], isFeat: true })
  const before = (await admin.get(`/api/artshow/${id}`)).body
  for (const change of [{ title: 'Fog' }, { script: '' }, {}, { artshowId: id, isFeat: false }]) {
    const was = (await admin.get(`/api/artshow/${id}`)).body
    const now = (await admin.put(`/api/artshow/${id}`, change)).body
    const { artshowId: _, ...fields } = { artshowId: id, ...change }
    expect(now).toEqual({ ...was, ...fields, version: was.version + 1 })
  }
  expect(before).toMatchObject({ other_images: [file], isFeat: true, quote: EDIT.quote })
})

test('a request to feature an artist without saying which is refused, and says what is missing', async () => {
  for (const body of [undefined, {}, { artshowId: null }]) {
    const { status, body: refusal } = await admin.put('/api/artshow', body)
    expect([status, refusal.message]).toEqual([400, 'Send the id of the artist as artshowId'])
  }
})

test('the change log contains the number of pictures, and changes of their order', async () => {
  const id = await createFeaturedArtist(shop, { main_images: '[]' })
  const works = await upload(5)
  await admin.put(`/api/artshow/${id}`, { ...EDIT, main_images: works })
  await admin.put(`/api/artshow/${id}`, { ...EDIT, main_images: works.toReversed() })
  const [moved, added] = await recordOf(id)
  const field = 'Main images'
  expect(moved.changes).toEqual([{ field, before: '5 pictures', after: '5 pictures, in another order' }])
  expect(added.changes).toContainEqual({ field, before: 'no pictures', after: '5 pictures' })
})

test('works that are not pictures of the shop are refused', async () => {
  const id = await createFeaturedArtist(shop)
  const changed = await changedBy(shop.db, async () => {
    for (const file of [
      '../server.js',
      'http://evil.example/x.jpg',
      '/uploads/x.jpg',
      'unknown-0123456789ab-9.jpg',
      '',
    ]) {
      const main = await admin.put(`/api/artshow/${id}`, { ...EDIT, main_images: [file] })
      expect([file, main.status]).toEqual([file, 400])
      expect((await admin.put(`/api/artshow/${id}`, { ...EDIT, other_images: [file] })).status).toBe(400)
    }
  })
  expect(changed).toEqual([])
})

test('a link that could run a script or hides its real host is refused', async () => {
  const id = await createFeaturedArtist(shop)
  const bad = [
    'javascript:alert(1)',
    'data:text/html,x',
    'https://a@evil.example/',
    'JaVaScRiPt:alert(1)',
    '@a b',
    'ftp://x.example',
  ]
  for (const link of bad) {
    expect([link, (await admin.put(`/api/artshow/${id}`, { ...EDIT, website: link })).status]).toEqual([
      link,
      400,
    ])
    expect([link, (await admin.put(`/api/artshow/${id}`, { ...EDIT, instagram: link })).status]).toEqual([
      link,
      400,
    ])
  }
  const none = await admin.put(`/api/artshow/${id}`, { ...EDIT, website: '@website', instagram: '' })
  expect(none.body).toMatchObject({ website: '@website', instagram: '@instagram' })
  const plain = await admin.put(`/api/artshow/${id}`, { ...EDIT, website: 'http://odile.example' })
  expect(plain.status).toBe(200)
})

test('featuring an artist, by form or by button, replaces the featured artist', async () => {
  const [one, two] = [await createFeaturedArtist(shop), await createFeaturedArtist(shop)]
  const answer = await admin.put('/api/artshow', { artshowId: one })
  expect(answer.body).toEqual({ message: 'Set artist to Featured' })
  expect((await shop.visitor().get('/api/artshow/featured')).body._id).toBe(one)
  await admin.put(`/api/artshow/${two}`, { ...EDIT, isFeat: true })
  expect(await featured()).toEqual([two])
  expect((await shop.visitor().get(`/api/artshow/${one}`)).body.isFeat).toBe(false)
  await admin.put(`/api/artshow/${two}`, { ...EDIT, isFeat: false })
  expect(await featured()).toEqual([])
  expect((await admin.put('/api/artshow', { artshowId: 'unknown' })).status).toBe(404)
  expect((await recordOf(one)).map(({ action }: { action: string }) => action)).toEqual([
    'No longer featured',
    'Featured',
  ])
  const [off, on] = await recordOf(two)
  expect(off.changes).toEqual([{ field: 'Featured', before: 'yes', after: 'no' }])
  expect(on.changes).toContainEqual({ field: 'Featured', before: 'no', after: 'yes' })
})

test('an open form on an artist is refused after another artist was featured instead', async () => {
  const [one, two] = [await createFeaturedArtist(shop), await createFeaturedArtist(shop)]
  await admin.put('/api/artshow', { artshowId: one })
  const { version } = (await admin.get(`/api/artshow/${one}`)).body
  await admin.put('/api/artshow', { artshowId: two })
  const stale = await admin.put(`/api/artshow/${one}`, { ...EDIT, isFeat: true, version })
  expect([stale.status, stale.body.artist.isFeat]).toEqual([409, false])
  expect(await featured()).toEqual([two])
})

test('an open form on an artist is refused after the artist was featured in the list', async () => {
  const id = await createFeaturedArtist(shop)
  const { version } = (await admin.get(`/api/artshow/${id}`)).body
  await admin.put('/api/artshow', { artshowId: id })
  const stale = await admin.put(`/api/artshow/${id}`, { ...EDIT, isFeat: false, version })
  expect([stale.status, stale.body.artist.isFeat]).toEqual([409, true])
  expect(await featured()).toEqual([id])
})

test('if many artists are featured concurrently, exactly one artist is featured afterwards', async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, () => createFeaturedArtist(shop)))
  for (let round = 0; round < 5; round++) {
    const answers = await Promise.all(
      ids.map((artshowId, index) =>
        index % 3 === 0
          ? admin.put(`/api/artshow/${artshowId}`, { ...EDIT, isFeat: true })
          : admin.put('/api/artshow', { artshowId }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200))
    expect(await featured()).toHaveLength(1)
  }
})

test('after the featured artist is deleted, no artist is featured', async () => {
  const id = await createFeaturedArtist(shop)
  await admin.put('/api/artshow', { artshowId: id })
  expect((await admin.delete(`/api/artshow/${id}`)).body).toEqual({ message: 'Artshow deleted' })
  expect((await shop.visitor().get('/api/artshow/featured')).text).toBe('null')
  expect((await admin.delete(`/api/artshow/${id}`)).status).toBe(404)
})
