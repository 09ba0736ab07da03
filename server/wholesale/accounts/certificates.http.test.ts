/** Certificates of resale: what makes one complete, from when to when it counts, and the notice before its end. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#shared/kernel/days.ts'
import { DAY } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { MAIL_SETTINGS, mailboxOf, type Mailbox } from '#test/mailbox.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import { accountOf, buyerOf, CERTIFICATE, certificateOf } from '#test/wholesale/accounts.ts'
import { certificateOn } from './certificates.ts'
import { tellOfEnds } from './check-certificates.ts'

let shop: TestShop
let owner: SignedInVisitor
let mailbox: Mailbox
beforeAll(async () => {
  shop = await openShop({ env: MAIL_SETTINGS })
  owner = await signedIn(shop, { role: 'owner', name: 'Olive Owner' })
  mailbox = mailboxOf(shop)
})
afterAll(() => shop.close())

const today = () => nowAt(shop.clock).day
const check = (company: string, id: string, state: string, version: number) =>
  owner.put(`/api/accounts/${company}/certificates/${id}/state`, { state, version })

test('each missing or wrong field is named, and an incomplete certificate is never accepted', async () => {
  const { company, visitor } = await buyerOf(shop)
  const base = `/api/own-accounts/${company}/certificates`
  const bad = { ...CERTIFICATE, holder: 'Someone Else', number: '12', goods: '', signedOn: '2999-01-01' }
  const { body } = await visitor.post(base, bad)
  const [certificate] = body.certificates
  expect(certificate.problems.map(({ field }: { field: string }) => field)).toEqual([
    'goods',
    'holder',
    'number',
    'signedOn',
  ])
  const refused = await check(company, certificate._id, 'valid', 1)
  expect([refused.status, Object.keys(refused.body.fields)]).toEqual([
    409,
    ['goods', 'holder', 'number', 'signedOn'],
  ])
  expect(await certificateOn(shop.db, company, today())).toBeNull()
  const fixed = { ...CERTIFICATE, version: 1 }
  await owner.put(`/api/accounts/${company}/certificates/${certificate._id}`, fixed)
  expect((await check(company, certificate._id, 'valid', 2)).status).toBe(200)
  expect((await visitor.get(`/api/own-accounts/${company}`)).body.isExempt).toBe(true)
  // Once checked, it is what it is.
  expect(
    (await owner.put(`/api/accounts/${company}/certificates/${certificate._id}`, CERTIFICATE)).status,
  ).toBe(409)
})

test('it counts from the day of its check, ends with its last day, and a revoked one counts for the days before', async () => {
  const { company } = await accountOf(shop)
  const id = await certificateOf(shop, company, { expires_on: addDays(today(), 5) })
  expect((await check(company, id, 'valid', 1)).status).toBe(200)
  const countsOn = async (days: number) =>
    (await certificateOn(shop.db, company, addDays(today(), days))) !== null
  expect([await countsOn(-1), await countsOn(0), await countsOn(5), await countsOn(6)]).toEqual([
    false,
    true,
    true,
    false,
  ])
  shop.clock.advance(2 * DAY)
  owner = await signedIn(shop, { role: 'owner', name: 'Olive Owner' })
  expect((await check(company, id, 'revoked', 2)).status).toBe(200)
  expect([await countsOn(-1), await countsOn(0), await countsOn(1)]).toEqual([true, false, false])
  expect((await check(company, id, 'valid', 3)).status).toBe(409)
})

test('30 days before its end and on its last day, the people who manage the account get a mail, once each', async () => {
  const { company, visitor } = await buyerOf(shop)
  const now = shop.clock.now().toISOString()
  const valid = { state: 'valid', checked_at: now, expires_on: addDays(today(), 40) }
  await certificateOf(shop, company, valid)
  const told = async () => {
    await Promise.all([tellOfEnds(shop.shop), tellOfEnds(shop.shop)])
    return (await mailbox.newMailsTo(visitor.email)).map(({ subject }) => subject)
  }
  expect(await told()).toEqual([])
  shop.clock.advance(10 * DAY)
  expect(await told()).toEqual(['Your certificate of resale ends: please send the new one'])
  expect(await told()).toEqual([])
  shop.clock.advance(30 * DAY)
  expect(await told()).toHaveLength(1)
  expect(await told()).toEqual([])
})

test('nobody is told of an end if a certificate that lasts longer is there', async () => {
  const { company, visitor } = await buyerOf(shop)
  const valid = { state: 'valid', checked_at: shop.clock.now().toISOString() }
  await certificateOf(shop, company, { ...valid, expires_on: addDays(today(), 3) })
  await certificateOf(shop, company, valid)
  await tellOfEnds(shop.shop)
  expect(await mailbox.newMailsTo(visitor.email)).toEqual([])
})

test('Today lists certificates to check and those that end within 30 days, until a newer one is accepted', async () => {
  // Earlier tests have moved the clock.
  owner = await signedIn(shop, { role: 'owner', name: 'Olive Owner' })
  const { company } = await accountOf(shop, undefined, { company: { trade_name: 'Todo Cafe' } })
  const listed = async () => {
    const { todo } = (await owner.get('/api/desk')).body
    const { tasks } = (await owner.get('/api/desk/waiting')).body
    return [tasks.certificates ?? 0, todo.certificates?.first ?? []] as const
  }
  await shop.db.deleteFrom('certificates').execute()
  expect(await listed()).toEqual([0, []])
  const endsOn = addDays(today(), 20)
  await certificateOf(shop, company, {
    state: 'valid',
    checked_at: shop.clock.now().toISOString(),
    expires_on: endsOn,
  })
  expect(await listed()).toEqual([1, [{ _id: company, name: 'Todo Cafe', endsOn }]])
  const id = await certificateOf(shop, company)
  expect((await listed())[0]).toBe(2)
  expect((await check(company, id, 'valid', 1)).status).toBe(200)
  expect(await listed()).toEqual([0, []])
})
