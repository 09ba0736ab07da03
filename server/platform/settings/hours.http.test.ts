// On SQLite only: rules for values of settings, the same code on both databases.
/** Opening hours, special days and closures: what they change, and what is refused. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { HOURS_DEFAULTS } from '#shared/platform/settings/hours.ts'

let shop: TestShop
let admin: SignedInVisitor
let version: number
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  goTo('2026-11-25T19:00:00Z')
  admin = await signedIn(shop, { name: 'Olive Owner', isAdmin: true })
  await shop.db.deleteFrom('settings').execute()
  shop.shop.changed({ tag: 'Settings' })
  version = 0
})

const goTo = (moment: string) => shop.clock.advance(Date.parse(moment) - shop.clock.now().getTime())
const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const business = async () => (await shop.visitor().get('/api/config/business')).body
const openText = async () => plain((await business()).open.text)
const put = (changes: object) => admin.put('/api/settings/hours', { ...HOURS_DEFAULTS, ...changes, version })
const save = async (changes: object) => {
  const answer = await put(changes)
  expect([answer.status, answer.body.message]).toEqual([200, undefined])
  version = answer.body.version
  return answer.body
}
const THANKSGIVING = { from: '2026-11-26', to: '2026-11-26', hours: [], reason: 'Thanksgiving' }

describe('the state of the bar', () => {
  test('says until when it is open, and when it opens next', async () => {
    expect((await business()).open).toMatchObject({ isOpen: true })
    expect(await openText()).toBe('Open now until 5 pm')
    expect((await business()).until).toBe('2026-11-25T22:00:00.000Z')
    goTo('2026-11-25T22:00:00Z')
    expect(await openText()).toBe('Closed now, opens tomorrow at 7 am')
    goTo('2026-11-26T11:00:00Z')
    expect(await openText()).toBe('Closed now, opens at 7 am')
  })

  test('shows closures with their reason, and days with other hours', async () => {
    await save({
      special: [
        THANKSGIVING,
        { from: '2026-11-27', to: '2026-11-27', hours: [{ from: '10:00', to: '14:00' }], reason: '' },
      ],
    })
    goTo('2026-11-26T15:00:00Z')
    expect(await openText()).toBe('Closed today, Thanksgiving. Opens tomorrow at 10 am')
    goTo('2026-11-27T15:00:00Z')
    expect(await openText()).toBe('Open now until 2 pm')
  })

  test('is right after midnight, around the clock, and if the bar is never open', async () => {
    await save({ wed: [{ from: '18:00', to: '02:00' }], thu: [] })
    goTo('2026-11-26T06:30:00Z')
    expect(await openText()).toBe('Open now until 2 am')
    goTo('2026-11-26T07:00:00Z')
    expect(await openText()).toBe('Closed now, opens tomorrow at 7 am')
    admin = await signedIn(shop, { isAdmin: true })
    const always = [{ from: '00:00', to: '00:00' }]
    const week = { mon: always, tue: always, wed: always, thu: always, fri: always, sat: always, sun: always }
    await save(week)
    expect(await openText()).toBe('Open now')
    await save({ mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] })
    expect(await openText()).toBe('Closed now')
  })

  test('is right in the nights in which the clock changes', async () => {
    await save({ sat: [{ from: '18:00', to: '01:30' }], sun: [{ from: '08:00', to: '17:00' }] })
    // In November 1:30 comes twice; the bar closes at the first one.
    goTo('2027-11-07T05:15:00Z')
    expect(await openText()).toBe('Open now until 1:30 am')
    goTo('2027-11-07T06:15:00Z')
    expect(await openText()).toBe('Closed now, opens at 8 am')
    admin = await signedIn(shop, { isAdmin: true })
    await save({ sat: [{ from: '18:00', to: '02:30' }] })
    // In March 2:30 does not exist; the clock shows 3:30 at that moment.
    goTo('2027-03-14T07:15:00Z')
    expect((await business()).open.isOpen).toBe(true)
    goTo('2027-03-14T07:30:00Z')
    expect((await business()).open.isOpen).toBe(false)
  })
})

test('closures stop roasting, packing and pickup too', async () => {
  const before = (await shop.visitor().get('/api/delivery')).body
  expect(before.coffee.dates).toMatchObject({ roastsOn: '2026-11-26' })
  await save({ special: [{ ...THANKSGIVING, to: '2026-11-29' }] })
  const after = (await shop.visitor().get('/api/delivery')).body
  expect(after.coffee.dates).toMatchObject({ roastsOn: '2026-11-30', shipsOn: '2026-11-30' })
  expect(after.pickup.coffee.promise).toMatchObject({ readyOn: '2026-11-30' })
})

test('each change is in the change log with the hours before and after', async () => {
  admin = await signedIn(shop, { name: 'Rita Recorder', isAdmin: true })
  await save({ sun: [], special: [THANKSGIVING] })
  const { lines: all } = (await admin.get('/api/record?subject=setting')).body
  const line = all.find(({ by }: { by: string }) => by === 'Rita Recorder')
  expect(line).toMatchObject({ subjectName: 'Opening hours' })
  expect(line.changes[0]).toEqual({ field: 'Sunday', before: '8 am to 5 pm', after: 'closed' })
  expect(plain(line.changes[1].after)).toBe('Thu, Nov 26: closed, Thanksgiving')
})

const PERIOD = { from: '07:00', to: '17:00' }
test.each([
  [{ mon: [PERIOD, { from: '16:00', to: '18:00' }] }, 'mon.1.from', /overlap/],
  [{ mon: [{ from: '17:00', to: '07:00' }] }, 'mon.0.to', /before the opening/],
  [{ mon: [{ from: '7', to: '17:00' }] }, 'mon.0.from', /Enter a time/],
  [
    { mon: [{ from: '18:00', to: '02:00' }], tue: [{ from: '01:00', to: '03:00' }] },
    'tue.0.from',
    /Monday end after/,
  ],
  [{ special: [{ ...THANKSGIVING, to: '2026-11-25' }] }, 'special.0.to', /before the first day/],
  [{ special: [THANKSGIVING, THANKSGIVING] }, 'special.1.from', /overlap/],
  [{ special: [{ ...THANKSGIVING, from: '2026-11-24', to: '2026-11-24' }] }, 'special.0.to', /in the past/],
  [{ special: [{ ...THANKSGIVING, from: '2026-02-30' }] }, 'special.0.from', /Enter a day/],
  [{ special: [{ ...THANKSGIVING, reason: 'x'.repeat(100_000) }] }, 'special.0.reason', /80 characters/],
])('refuses %j at its field, and saves nothing', async (changes, field, message) => {
  const answer = await put(changes)
  expect([answer.status, answer.body.field]).toEqual([400, field])
  expect(answer.body.message).toMatch(message)
  expect((await admin.get('/api/settings/hours')).body.version).toBe(0)
})

test('keeps emoji and right-to-left reasons, and a saved day that is over', async () => {
  const saved = await save({ special: [{ ...THANKSGIVING, reason: 'עיד 🦃' }] })
  expect(saved.special[0].reason).toBe('עיד 🦃')
  goTo('2026-12-20T19:00:00Z')
  admin = await signedIn(shop, { isAdmin: true })
  await save({ special: saved.special, sun: [] })
  expect((await business()).hours.special).toEqual([])
})

test('of two saves of one version, one is refused with 409', async () => {
  const answers = await Promise.all([put({ sun: [] }), put({ sat: [] })])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})
