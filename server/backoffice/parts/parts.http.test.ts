/** Switching parts of the shop: who may, what blocks it, and what a state does to requests, links and the desk. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { PART_IDS, type PartId, type PartState } from '#shared/platform/parts.ts'
import { DAY } from '#server/kernel/time/clock.ts'
import { localTime } from '#server/kernel/time/shop-days.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'

let shop: TestShop
let owner: SignedInVisitor
beforeAll(async () => {
  shop = await openShop()
  owner = await signedIn(shop, { role: 'owner', name: 'Olive Owner' })
})
afterAll(() => shop.close())
afterEach(async () => {
  await shop.db.updateTable('events').set({ cancelled_at: shop.clock.now().toISOString() }).execute()
  await setPart('on')
})

const listed = async () => (await owner.get('/api/parts')).body
const put = (state: PartState, version: number, part = 'events') =>
  owner.put(`/api/parts/${part}`, { state, version })
/** Switches events. */
async function setPart(state: PartState): Promise<void> {
  const { status, body } = await put(state, (await listed()).version)
  expect([status, body.message]).toEqual([200, undefined])
}

async function openEvent(): Promise<string> {
  const form = {
    title: 'Cupping',
    starts: localTime(shop.clock, DAY),
    ends: localTime(shop.clock, 2 * DAY),
    seats: 3,
  }
  return (await owner.post('/api/events', form)).body._id
}
const signUp = (id: string, name: string) =>
  shop.visitor().post(`/api/events/${id}/signups`, { name, email: `${name}@example.com` })
const eventsOf = () => shop.visitor().get('/api/events')
const sitemap = async () => (await shop.visitor().get('/sitemap.xml')).text

const kindsFound = async () =>
  (await owner.get('/api/desk/search?text=Cupping')).body.groups.map(({ kind }: { kind: string }) => kind)

test('all parts but wholesale are on at first, and only owners see and switch them', async () => {
  await shop.db.updateTable('settings').set({ value: '{}' }).where('id', '=', 'parts').execute()
  shop.shop.changed({ tag: 'Settings' })
  const { parts } = await listed()
  expect(parts).toEqual(
    PART_IDS.map((_id) => ({ _id, state: _id === 'wholesale' ? 'off' : 'on', owed: [], named: [] })),
  )
  const manager = await signedIn(shop, { role: 'manager' })
  expect((await manager.get('/api/parts')).status).toBe(403)
  expect((await manager.put('/api/parts/events', { state: 'off', version: 0 })).status).toBe(403)
  expect((await put('off', 0, 'nothing')).status).toBe(404)
  expect((await owner.put('/api/parts/events', { state: 'gone', version: 0 })).status).toBe(400)
})

test('a part that is off is gone at once: answers, links, sitemap, desk; and back when it is on again', async () => {
  const id = await openEvent()
  expect((await eventsOf()).body.events.map(({ _id }: { _id: string }) => _id)).toContain(id)
  expect(await sitemap()).toContain('/events/')
  expect(await kindsFound()).toContain('event')
  await setPart('off')
  const strangers = await eventsOf()
  expect([strangers.status, strangers.body]).toEqual([
    404,
    { message: 'This shop does not offer this', code: 'off' },
  ])
  expect((await signUp(id, 'late')).status).toBe(404)
  const staff = await owner.get('/api/events/all')
  expect([staff.status, staff.body.message]).toEqual([
    404,
    expect.stringContaining('An owner can switch it on'),
  ])
  expect(await sitemap()).not.toContain('/events')
  const { parts } = (await shop.visitor().get('/api/config/business')).body
  expect([parts.events, parts.reviews]).toEqual([undefined, 'on'])
  expect(await kindsFound()).not.toContain('event')
  await setPart('on')
  expect((await eventsOf()).body.events.map(({ _id }: { _id: string }) => _id)).toContain(id)
  expect(await sitemap()).toContain('/events/')
})

test('a part with no new ones shows what exists, and refuses what is new', async () => {
  const id = await openEvent()
  expect((await signUp(id, 'early')).status).toBe(200)
  await setPart('closing')
  expect((await eventsOf()).status).toBe(200)
  const late = await signUp(id, 'late')
  expect([late.status, late.body.message]).toEqual([
    409,
    'This shop no longer offers this. What you already have stays as it is',
  ])
  expect((await owner.get(`/api/events/${id}/people`)).body.people).toHaveLength(1)
})

test('what is owed keeps a part from being off, with where to settle it; then it can be off', async () => {
  const id = await openEvent()
  await signUp(id, 'early')
  const { version, parts } = await listed()
  const owed = [{ text: '1 sign-up for a coming event', count: 1, to: '/admin/events' }]
  expect(parts.find(({ _id }: { _id: string }) => _id === 'events').owed).toEqual(owed)
  const { status, body } = await put('off', version)
  expect([status, body]).toEqual([
    409,
    { message: 'Events cannot be off yet. Settle first what is owed', owed },
  ])
  expect((await listed()).version).toBe(version)
  expect((await eventsOf()).status).toBe(200)
  await owner.post(`/api/events/${id}/cancel`)
  expect((await put('off', version)).status).toBe(200)
})

test('of two owners who switch at once, one is refused with 409, and the change log has the other', async () => {
  const other = await signedIn(shop, { role: 'owner', name: 'Otto Owner' })
  const { version } = await listed()
  const answers = await Promise.all([
    put('closing', version),
    other.put('/api/parts/reviews', { state: 'closing', version }),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const { lines } = (await owner.get('/api/record?subject=setting&subjectId=parts')).body
  expect(lines[0]).toMatchObject({
    subjectName: 'Parts of the shop',
    changes: [{ before: 'On', after: 'No new ones' }],
  })
  const now = (await listed()).version
  if (answers[1].status === 200) await put('on', now, 'reviews')
})

test('of a sign-up and a switch at the same moment, one is refused: nothing is owed of a part that is off', async () => {
  for (let round = 0; round < 8; round++) {
    const id = await openEvent()
    const { version } = await listed()
    const [signed, switched] = await Promise.all([signUp(id, `racer${round}`), put('off', version)])
    const isIn = signed.status === 200
    expect([signed.status, switched.status]).toEqual(isIn ? [200, 409] : [expect.any(Number), 200])
    await owner.post(`/api/events/${id}/cancel`)
    await setPart('on')
  }
})

const contentOf = async (page: string) =>
  JSON.stringify((await shop.visitor().get(`/api/pages/${page}/content`)).body)
const editedIds = async () => (await owner.get('/api/pages')).body.map(({ _id }: { _id: string }) => _id)

test('texts that the owner wrote and that name a part are listed with it, and block nothing', async () => {
  const namedOf = async (part: PartId) =>
    (await listed()).parts.find(({ _id }: { _id: PartId }) => _id === part).named
  const save = async (page: string, values: object) => {
    const { version } = (await owner.get(`/api/pages/${page}`)).body
    const { status, body } = await owner.put(`/api/pages/${page}`, { values, version })
    expect([status, body.message]).toEqual([200, undefined])
    return body.version
  }
  const publish = async (page: string, values: object) => {
    const version = await save(page, values)
    expect((await owner.post(`/api/pages/${page}/publish`, { version })).status).toBe(200)
  }
  const { sections } = (await owner.get('/api/pages/refundpolicy')).body.values
  // The sections are still the default texts, of which one names gift cards.
  await publish('refundpolicy', { lead: 'We buy nothing back, not even works for sale.', sections })
  await publish('about', { tagline: 'Coffee and a gift note.' })
  await save('about', { tagline: 'Coffee and gift cards.' })
  expect(await namedOf('giftCards')).toEqual([])
  await publish('about', { tagline: 'Coffee and gift cards.' })
  await publish('order-paid', { text: 'Hello {name}, come to our next event.' })
  await publish('event-reminder', { text: 'Hello {name}, “{event}” is near.' })
  const about = { text: 'Your page “About” says “gift cards”', to: '/admin/pages/about' }
  expect(await namedOf('giftCards')).toEqual([about])
  expect(await namedOf('events')).toEqual([
    { text: 'Your text of the mail “Order paid” says “event”', to: '/admin/pages/order-paid' },
  ])
  expect(await namedOf('newsletters')).toEqual([])

  const { version } = await listed()
  expect((await put('off', version, 'giftCards')).status).toBe(200)
  expect(await namedOf('giftCards')).toEqual([about])
  expect(await contentOf('about')).toContain('Coffee and gift cards.')
  expect(await contentOf('refundpolicy')).not.toContain('gift card')
  await put('on', (await listed()).version, 'giftCards')
  expect(await contentOf('refundpolicy')).toContain('<li>gift cards</li>')
})

test('mails of a part that is off are not among the texts to edit', async () => {
  expect(await editedIds()).toContain('event-reminder')
  await setPart('off')
  expect(await editedIds()).not.toContain('event-reminder')
  await setPart('on')
  expect(await editedIds()).toContain('event-reminder')
})
