// On SQLite only: pages, the same code on both databases.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BUSINESS_DEFAULTS } from '#shared/platform/settings/business.ts'
import { HOUR } from '#server/kernel/time/clock.ts'
import { sweepPictures } from '#server/platform/upload/sweep.ts'
import { aPicture, formOf } from '#test/form.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'
import { listen, sendRequest } from '#test/wire.ts'

let shop: TestShop
let olive: SignedInVisitor
let otto: SignedInVisitor
let port: number
beforeAll(async () => {
  shop = await openShop()
  olive = await signedIn(shop, { name: 'Olive Owner', isAdmin: true })
  otto = await signedIn(shop, { name: 'Otto Owner', isAdmin: true })
  port = await listen(shop)
})
afterAll(() => shop.close())

const shown = async (page: string) => (await shop.visitor().get(`/api/pages/${page}/content`)).body
/** What visitors get through the cache. */
const read = async (page: string) => (await sendRequest(port, `/api/pages/${page}/content`)).body
const editor = async (page: string) => (await olive.get(`/api/pages/${page}`)).body
async function save(page: string, values: object, by = olive) {
  const { version } = await editor(page)
  return by.put(`/api/pages/${page}`, { values, version })
}
async function publish(page: string, more: object = {}) {
  const { version } = await editor(page)
  return olive.post(`/api/pages/${page}/publish`, { version, ...more })
}
/** The problems of the draft. The tests' shop has no bundled pictures, so these are missing. */
async function problems(page: string): Promise<{ label: string; text: string }[]> {
  const { body } = await olive.get(`/api/pages/${page}/check`)
  return body.problems.filter(({ text }: { text: string }) => text !== 'The picture is missing')
}
async function upload(): Promise<{ _id: string; file: string }> {
  const { payload, headers } = formOf('images', [{ bytes: await aPicture() }])
  return (await olive.post('/api/media/upload', payload, headers)).body.media[0]
}

test('a page of a new shop has its original texts, and an unknown page is not found', async () => {
  const about = await shown('about')
  expect(about).toMatchObject({ publishedAt: null, until: null, slots: { title: 'About us' } })
  expect(about.slots.rows.map(({ id }: { id: string }) => id)).toEqual(['frame', 'brewing', 'roasting'])
  const terms = await shown('termsofservice')
  expect(terms.slots.sections).toHaveLength(20)
  expect(terms.slots.sections[0].text).toContain('our <a href="/privacypolicy">Privacy Policy</a>')
  expect((await shop.visitor().get('/api/pages/unknown/content')).status).toBe(404)
  expect((await olive.get('/api/pages/constructor')).status).toBe(404)
  expect((await olive.get('/api/pages')).body.length).toBeGreaterThan(10)
})

test('a draft is private until it is published; a restored version and the original texts replace it', async () => {
  const { rows } = (await editor('about')).values
  const { file } = await upload()
  const picture = { file, alt: 'Two people at the bar', x: 20, y: 80 }
  const edited = [{ ...rows[0], title: 'Who we are', text: 'We **are** new.', picture }, rows[1]]
  const saved = await save('about', { rows: edited })
  expect([saved.status, saved.body.draft.by, saved.body.live]).toEqual([200, 'Olive Owner', null])
  expect((await shown('about')).slots.rows).toHaveLength(3)

  const { body: check } = await olive.get('/api/pages/about/check')
  expect(await problems('about')).toEqual([])
  expect(check.changes.map(({ label }: { label: string }) => label)).toEqual([
    'Row 1: Picture',
    'Row 1: Heading',
    'Row 1: Text',
    'Row 3, removed',
  ])
  expect((await publish('about')).body).toMatchObject({ draft: null, live: { by: 'Olive Owner' } })
  const { slots } = await shown('about')
  expect(slots.rows[0]).toMatchObject({
    title: 'Who we are',
    text: '<p>We <strong>are</strong> new.</p>',
    picture: { src: file, alt: 'Two people at the bar', at: '20% 80%', width: 24 },
  })

  const [live, original] = (await olive.get('/api/pages/about/versions')).body
  expect([live.state, original]).toEqual([
    'live',
    expect.objectContaining({ _id: 'original', state: 'past' }),
  ])
  const { body: old } = await olive.get('/api/pages/about/versions/original')
  expect(old.changes.at(-1).label).toBe('Row 3, new')
  expect((await olive.post('/api/pages/about/versions/original/restore')).status).toBe(200)
  expect((await shown('about')).slots.rows).toHaveLength(3)
  expect((await olive.post(`/api/pages/about/versions/${live._id}/restore`)).status).toBe(200)
  expect((await shown('about')).slots.rows[0].title).toBe('Who we are')
  expect((await olive.post('/api/pages/about/versions/unknown/restore')).status).toBe(404)
  const { lines } = (await olive.get('/api/record?subject=page')).body
  expect(lines.map(({ action }: { action: string }) => action)).toEqual([
    'Restored',
    'Restored',
    'Published',
    'Draft created',
  ])
})

test('a save that is based on an older version is refused and changes nothing', async () => {
  const { version } = await editor('music')
  expect((await save('music', { tagline: 'Ours' })).status).toBe(200)
  const changed = await changedBy(shop.db, async () => {
    const late = await otto.put('/api/pages/music', { values: { tagline: 'His' }, version })
    expect([late.status, late.body.message]).toEqual([
      409,
      'Another admin has saved this page since you opened it',
    ])
    expect((await otto.post('/api/pages/music/publish', { version })).status).toBe(409)
  })
  expect(changed).toEqual([])
  const now = (await editor('music')).version
  const both = await Promise.all(
    [olive, otto].map((admin) =>
      admin.put('/api/pages/music', { values: { tagline: admin.id }, version: now }),
    ),
  )
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
  expect((await olive.delete('/api/pages/music/draft')).body.draft).toBeNull()
  expect((await olive.delete('/api/pages/music/draft')).status).toBe(409)
  expect((await publish('music')).status).toBe(400)
})

test('Markdown cannot run scripts, and texts that are too long or not allowed are refused', async () => {
  const text =
    '<script>alert(1)</script> [x](javascript:alert(1)) ![y](/z.png)\n\n# שלום 😀\n\n<img src=x onerror=a()>'
  expect((await save('wholesale', { text })).status).toBe(200)
  expect((await problems('wholesale'))[0]).toEqual({
    label: 'Text',
    text: 'A link has no address, or one that is not allowed',
  })
  await publish('wholesale')
  const { slots } = await shown('wholesale')
  expect(slots.text).toContain('&lt;script&gt;alert(1)&lt;/script&gt; <a href="">x</a>')
  expect(slots.text).toContain('<h3>שלום 😀</h3>')
  expect(slots.text).not.toMatch(/<script|<img|javascript:/)
  const changed = await changedBy(shop.db, async () => {
    const long = await save('wholesale', { text: 'x'.repeat(100_000) })
    expect([long.status, long.body.fields]).toEqual([400, { text: 'Text may have 1600 characters at most' }])
    const { rows } = (await editor('about')).values
    const bad = await save('about', { rows: [{ ...rows[0], button: { label: 'Go', to: 'javascript:x' } }] })
    expect(bad.body.fields).toEqual({ 'rows.0.button.to': 'A link must begin with / or https://' })
    for (const values of [
      { title: '' },
      { unknown: 'x' },
      { rows: [] },
      { rows: [rows[0], rows[0]] },
      { rows: [{ ...rows[0], picture: { file: '/uploads/none-0123456789ab-9.jpg', alt: '', x: 1, y: 1 } }] },
      { rows: [{ ...rows[0], picture: { file: 'http://x.example/a.jpg', alt: '', x: 1, y: 1 } }] },
    ])
      expect((await save('about', values)).status, JSON.stringify(values)).toBe(400)
  })
  expect(changed).toEqual([])
})

test('a draft names broken links and pictures without a description', async () => {
  const { file } = await upload()
  const { rows } = (await editor('about')).values
  const text = '[a](/nowhere) [b](/shop) [c](/product/none) [d](https://example.com/x) [e](ftp://x.example)'
  await save('about', { rows: [{ ...rows[0], text, picture: { file, alt: '', x: 50, y: 50 } }] })
  const found = await problems('about')
  expect(found.map(({ text: problem }: { text: string }) => problem)).toEqual([
    'The picture has no description (alt text)',
    'The link /nowhere leads to no page',
    'The link /product/none leads to no page',
    'A link has no address, or one that is not allowed',
  ])
  await olive.delete('/api/pages/about/draft')
})

test('a scheduled version is shown from its time on, without a job, and can be canceled before', async () => {
  await save('gallery', { tagline: 'Later' })
  const inAnHour = new Date(shop.clock.now().getTime() + HOUR).toISOString()
  expect((await publish('gallery', { at: '2020-01-01T00:00:00Z' })).status).toBe(400)
  const scheduled = await publish('gallery', { at: inAnHour })
  expect(scheduled.body).toMatchObject({ draft: null, live: null, scheduled: { at: inAnHour } })
  expect(await read('gallery')).toMatchObject({
    until: inAnHour,
    slots: { tagline: 'Life is the biggest photo frame.' },
  })
  expect((await olive.delete('/api/pages/gallery/schedule')).body).toMatchObject({ scheduled: null })
  expect((await olive.delete('/api/pages/gallery/schedule')).status).toBe(409)
  await publish('gallery', { at: new Date(shop.clock.now().getTime() + 1200).toISOString() })
  expect((await read('gallery')).slots.tagline).toBe('Life is the biggest photo frame.')
  await new Promise((resolve) => setTimeout(resolve, 1300))
  expect(await read('gallery')).toMatchObject({ until: null, slots: { tagline: 'Later' } })
})

test('a time without a zone is the shop’s, also when the clocks change', async () => {
  const schedule = async (at: string) => {
    await save('about', { title: `At ${at}` })
    const { status, body } = await publish('about', { at })
    if (status === 200) await olive.delete('/api/pages/about/schedule')
    return status === 200 ? body.scheduled.at : body.message
  }
  const year = shop.clock.now().getUTCFullYear() + 1
  expect(await schedule(`${year}-01-15T06:30`)).toBe(`${year}-01-15T11:30:00.000Z`)
  expect(await schedule(`${year}-07-15T06:30`)).toBe(`${year}-07-15T10:30:00.000Z`)
  expect(await schedule('2030-03-10T02:30')).toBe('The clocks skip this time. Choose another')
  expect(await schedule('2020-01-01T00:00')).toBe('Choose a time in the future')
  expect(await schedule('tomorrow')).toBe('Choose a day and a time')
  await olive.delete('/api/pages/about/draft')
})

test('placeholders in Markdown are the details of the business, and follow their changes', async () => {
  const text = '{name}, {address}. [Write]({email}) [mail](mailto:{email}) {phone} {nmae} a_b {email}'
  await save('wholesale', { text })
  expect((await problems('wholesale')).map(({ text: problem }) => problem)).toEqual([
    'There is no placeholder {nmae} here. You can use {name}, {address}, {street}, {city}, {email}, {phone}',
    'The link hello@frameroasters.example must begin with / or https://',
  ])
  await save('wholesale', { text: text.replace('[Write]({email}) ', '').replace('{nmae} ', '') })
  await publish('wholesale')
  expect((await read('wholesale')).slots.text).toBe(
    '<p>Frame Roasters, 145 Church Street NW, Vienna, VA 22180. <a href="mailto:hello@frameroasters.example">mail</a> a_b hello@frameroasters.example</p>',
  )
  const business = {
    ...BUSINESS_DEFAULTS,
    roasters: 'A & *B*',
    contactEmail: 'a_b_c@shop.example',
    phone: '703 555 0100',
  }
  expect((await olive.put('/api/settings/business', { ...business, version: 0 })).status).toBe(200)
  expect((await read('wholesale')).slots.text).toContain('<p>A &amp; *B*, 145')
  expect((await read('wholesale')).slots.text).toContain(
    '<a href="mailto:a_b_c@shop.example">mail</a> 703 555 0100 a_b',
  )
  const privacy = (await shown('privacypolicy')).slots.sections[0].text
  expect(privacy).toContain('belong to A &amp; *B*, 145 Church Street NW, Vienna, VA 22180, USA')
  expect(privacy).toContain('<a href="mailto:a_b_c@shop.example">a_b_c@shop.example</a>')
})

async function named(roasters: string): Promise<void> {
  const { version } = (await olive.get('/api/settings/business')).body
  const saved = await olive.put('/api/settings/business', { ...BUSINESS_DEFAULTS, roasters, version })
  expect(saved.status, saved.text).toBe(200)
}

test('a detail of the business that a link contains cannot give the link another protocol', async () => {
  await save('wholesale', { text: '[go]({name}) [to]({name}:x) [mail](mailto:{email}) [shop](/shop)' })
  await publish('wholesale')
  for (const name of [
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    ' vbscript:x',
    'java\tscript:x',
  ]) {
    await named(name).catch(() => {})
    const { text } = (await read('wholesale')).slots
    expect(text, name).toContain('<a href="">go</a> <a href="">to</a>')
    expect(text).toContain('<a href="mailto:')
    expect(text).toContain('<a href="/shop">shop</a>')
    expect(text).not.toMatch(/href="[^"/]*script/i)
  }
  await named('https://elsewhere.example/')
  expect((await read('wholesale')).slots.text).toContain(
    '<a rel="noreferrer" href="https://elsewhere.example/">go</a>',
  )
})

test('pictures of the library and of any version are kept; one that a page shows cannot be removed', async () => {
  const [onPage, unused] = [await upload(), await upload()]
  const { pictures } = (await editor('gallery')).values
  const picture = { file: onPage.file, alt: 'New', x: 50, y: 50 }
  await save('gallery', { pictures: [...pictures, { id: 'new', picture }] })
  await publish('gallery')
  const refused = await olive.delete(`/api/media/${onPage._id}`)
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'This picture is on a page: Gallery. Remove it there first',
  ])
  const edit = { alt: 'Fresh beans', x: 10, y: 90, version: 1 }
  expect((await olive.put(`/api/media/${unused._id}`, edit)).body).toMatchObject({
    alt: 'Fresh beans',
    y: 90,
  })
  expect((await olive.put(`/api/media/${unused._id}`, edit)).status).toBe(409)
  await olive.post('/api/pages/gallery/versions/original/restore')
  expect((await olive.delete(`/api/media/${onPage._id}`)).status).toBe(200)
  await sweepPictures(shop.shop)
  shop.clock.advance(30 * HOUR)
  await sweepPictures(shop.shop)
  for (const { file } of [onPage, unused]) expect((await shop.visitor().get(file)).status).toBe(200)
})
