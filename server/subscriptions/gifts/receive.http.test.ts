/** Gift subscriptions by email: the secret link, the wrong address, and what the receiver does. */
import { expect, test } from 'vitest'
import { addDays } from '#shared/kernel/days.ts'
import { DAY } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { guestOf } from '#test/guests.ts'
import { pdfText } from '#test/pdf-text.ts'
import { VIENNA } from '#test/purchase.ts'
import { signedIn } from '#test/signed-in.ts'
import { passDays } from '../subscriptions.testing.ts'
import { runGifts } from './begin.ts'
import { sweepGifts } from './sweep.ts'
import { boughtGift, claim, claimed, codeIn, FRIEND, giftBody, TO_ADDRESS } from './gifts.testing.ts'
import { openGiftShop } from './gift-shop.testing.ts'

const { shop, mailbox, giver, giftOf, rowOf, deliveries } = await openGiftShop()

const subjectsTo = async (email: string) => (await mailbox.newMailsTo(email)).map(({ subject }) => subject)

test('a gift by email is mailed on its day with a secret link, and begins with the address of its receiver', async () => {
  const startsOn = addDays(nowAt(shop.clock).day, 3)
  const buyer = giver()
  const { order, gift } = await boughtGift(shop, buyer, {
    startsOn,
    note: 'For the\nmornings',
    deliveries: 6,
  })
  expect(await subjectsTo(FRIEND.email)).toEqual([])
  expect(await giftOf(buyer, order)).toMatchObject({
    state: 'scheduled',
    startsOn,
    sentAt: null,
    address: [],
  })
  await passDays(shop, 4)
  await Promise.all([runGifts(shop.shop), runGifts(shop.shop)])
  const mails = await mailbox.newMailsTo(FRIEND.email)
  expect(mails.map(({ subject }) => subject)).toEqual(['Someone gives you fresh coffee'])
  const { text = '' } = mails[0]!
  expect(text).toContain('For the\nmornings')
  const code = codeIn(/\/gift#\w+/.exec(text)?.[0] ?? '')
  const sent = await giftOf(buyer, order)
  expect([sent.state, codeIn(sent.link)]).toEqual(['sent', code])
  const opened = await shop.visitor().post('/api/gift-subscriptions/open', { code })
  expect(opened.body).toMatchObject({ state: 'sent', from: 'Gus Giver', left: 6, next: null, place: '' })
  expect(opened.body.firstDays.length).toBeGreaterThan(3)
  const [, firstOn] = opened.body.firstDays
  const begun = await claim(shop, code, { firstOn })
  expect([begun.status, begun.body.gift]).toMatchObject([
    200,
    { state: 'running', place: 'Vienna, VA', next: { number: 1, roastsOn: firstOn }, firstDays: [] },
  ])
  // The giver sees that it is opened, and not the street.
  const seen = await giftOf(buyer, order)
  expect(seen).toMatchObject({ state: 'running', canCorrect: false, address: [] })
  expect(JSON.stringify([seen, begun.body])).not.toContain(VIENNA.address)
  // Nothing secret is in the database: neither the code nor the mail's copy of it.
  const dump = JSON.stringify(
    await Promise.all(
      (['gift_subscriptions', 'gift_cards', 'outbox', 'orders', 'idempotency_keys'] as const).map((table) =>
        shop.db.selectFrom(table).selectAll().execute(),
      ),
    ),
  )
  expect(dump).not.toContain(code)
  await passDays(shop, 21)
  expect((await deliveries(gift)).length).toBeGreaterThan(1)
  expect(
    (await subjectsTo(FRIEND.email)).filter((subject) => subject === 'Your next coffee: when it comes')
      .length,
  ).toBeGreaterThan(0)
})

test('a wrong email is corrected until the gift is opened, and the old link stops working', async () => {
  const buyer = giver()
  const wrong = { name: 'Fay Friend', email: 'stranger@example.com' }
  const { order, code } = await boughtGift(shop, buyer, { to: wrong })
  const path = `/api/orders/${order}/gift-subscription`
  for (const email of ['nobody', 'a@b', '']) expect((await buyer.put(path, { email })).status).toBe(400)
  const foreign = [guestOf(shop), await signedIn(shop)]
  for (const other of foreign)
    expect((await other.put(path, { email: FRIEND.email })).status).toBeGreaterThan(400)
  const corrected = await buyer.put(path, { email: FRIEND.email })
  expect(corrected.body).toMatchObject({ state: 'sent', email: FRIEND.email, canCorrect: true })
  const next = codeIn(corrected.body.link)
  expect(next).not.toBe(code)
  expect((await claim(shop, code)).status).toBe(404)
  expect((await shop.visitor().post('/api/gift-subscriptions/open', { code })).status).toBe(404)
  expect(await subjectsTo(FRIEND.email)).toContain('Someone gives you fresh coffee')
  await claimed(shop, { code: next })
  expect((await buyer.put(path, { email: wrong.email })).body.code).toBe('opened')
})

test('a mail that still waits for a wrong address is not sent to it after the correction', async () => {
  const buyer = giver()
  const wrong = `late-${Date.now()}@example.com`
  const { order } = await boughtGift(shop, buyer, { to: { name: 'Fay', email: wrong } })
  // Nothing was sent yet.
  await buyer.put(`/api/orders/${order}/gift-subscription`, { email: 'right@example.com' })
  const mails = (await mailbox.newMails()).flatMap(({ to, subject }) =>
    to?.map(({ address }) => [address, subject]),
  )
  expect(mails.filter((mail) => mail?.[0] === wrong)).toEqual([])
  expect(mails).toContainEqual(['right@example.com', 'Someone gives you fresh coffee'])
})

test('of two claims at once one begins the deliveries, and a second one changes nothing', async () => {
  const { code, gift } = await boughtGift(shop, giver())
  const other = { ...VIENNA, address: '99 Other Street' }
  const answers = await Promise.all([claim(shop, code), claim(shop, code, { shippingAddress: other })])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
  const again = await claim(shop, code, { shippingAddress: other })
  expect([again.status, again.body.code]).toEqual([409, 'opened'])
  const begun = shop.db.selectFrom('subscriptions').select('id').where('status', '=', 'gift')
  const others = shop.db.selectFrom('gift_subscriptions').select('subscription_id').where('id', '<>', gift)
  const rows = await begun.where('id', 'not in', others.where('subscription_id', 'is not', null)).execute()
  expect(rows).toEqual([{ id: (await rowOf(gift)).subscription_id }])
})

test('a foreign person cannot open a gift, and guesses are limited', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  const statuses: number[] = []
  for (let count = 0; count < 12; count++) {
    const wrong = `ABCDEFGHJKMN${String(2222 + count).replace(/[01]/g, '2')}`
    statuses.push((await claim(shop, wrong, {}, headers)).status)
  }
  expect([statuses[0], statuses.at(-1)]).toEqual([404, 429])
  // A subscription of a gift is not opened like one's own, and an unpaid gift has no link.
  const buyer = giver()
  const { gift } = await boughtGift(shop, buyer, TO_ADDRESS)
  const { subscription_id: id } = await rowOf(gift)
  expect((await buyer.get(`/api/subscriptions/${id}`)).status).toBeGreaterThanOrEqual(401)
  const member = await signedIn(shop)
  expect((await member.get(`/api/subscriptions/${id}`)).status).toBe(404)
  const unpaid = await buyer.post(
    '/api/gift-subscriptions/orders',
    await giftBody(shop, await shop.sell({ priceCents: 2000, stock: 5 })),
  )
  expect(await giftOf(buyer, unpaid.body._id)).toMatchObject({
    state: 'ordered',
    link: null,
    canCorrect: false,
  })
  expect((await buyer.get(`/api/orders/${unpaid.body._id}/gift-subscription.pdf`)).status).toBe(409)
})

test('invalid gifts are refused: counts, days, addresses, both or none, notes, prices, coffees', async () => {
  const buyer = giver()
  const product = await shop.sell({ priceCents: 2000, stock: 5 })
  const print = await shop.sell({ priceCents: 2000, stock: 5 })
  await shop.db.updateTable('products').set({ category: 'Prints' }).where('id', '=', print).execute()
  const good = await giftBody(shop, product)
  const { day } = nowAt(shop.clock)
  const wrong: [object, number][] = [
    [{ deliveries: 4 }, 400],
    [{ deliveries: 120 }, 400],
    [{ weeks: 5 }, 400],
    [{ startsOn: addDays(day, -1) }, 400],
    [{ startsOn: addDays(day, 400) }, 400],
    [{ startsOn: '2026-02-31' }, 400],
    [{ to: { name: 'Fay' } }, 400],
    [{ to: { name: '', email: FRIEND.email } }, 400],
    [{ to: { name: 'x'.repeat(101), email: FRIEND.email } }, 400],
    [{ to: { name: 'Fay', email: 'not an address' } }, 400],
    [{ shippingAddress: VIENNA }, 400],
    [{ to: { name: 'Fay' }, shippingAddress: { ...VIENNA, state: 'AK', postalCode: '99501' } }, 400],
    [{ to: { name: 'Fay' }, shippingAddress: { ...VIENNA, postalCode: '1' } }, 400],
    [{ note: 'x'.repeat(301) }, 400],
    [{ taste: 'fruity' }, 400],
    [{ grind: 'Dust' }, 409],
    [{ total: 1 }, 409],
    [{ total: -78 }, 400],
    [{ product: print }, 400],
    [{ product: 'nothing' }, 409],
  ]
  for (const [change, status] of wrong) {
    const answer = await buyer.post('/api/gift-subscriptions/orders', { ...good, ...change })
    expect([change, answer.status], answer.text).toEqual([change, status])
  }
  const { code } = await boughtGift(shop, giver())
  const claims: [object, number][] = [
    [{ firstOn: addDays(day, -1) }, 400],
    [{ grind: 'Dust' }, 400],
    [{ shippingAddress: { ...VIENNA, state: 'HI', postalCode: '96801' } }, 400],
    [{ shippingAddress: { ...VIENNA, address: 'x'.repeat(201) } }, 400],
  ]
  for (const [change, status] of claims)
    expect([change, (await claim(shop, code, change)).status]).toEqual([change, status])
  expect((await claim(shop, code)).status).toBe(200)
})

test('the receiver skips a delivery, which is not lost, and changes the grind and the address', async () => {
  const { code, gift } = await boughtGift(shop, giver())
  await claimed(shop, { code })
  const visitor = shop.visitor()
  const skip = (number: number) => visitor.post('/api/gift-subscriptions/skip', { code, number })
  const skipped = await skip(1)
  expect([skipped.status, skipped.body.gift]).toMatchObject([200, { left: 3, next: { number: 2 } }])
  expect((await skip(1)).status).toBe(200)
  expect((await skip(7)).status).toBe(409)
  const { grinds } = skipped.body.gift
  const address = { ...VIENNA, address: '5 New Street', recipient: 'Fay at work' }
  const changed = await visitor.post('/api/gift-subscriptions/change', {
    code,
    grind: grinds[1],
    shippingAddress: address,
  })
  expect([changed.status, changed.body.gift.grind], changed.text).toEqual([200, grinds[1]])
  await passDays(shop, 45)
  const made = await deliveries(gift)
  expect(made.map(({ state }) => state)).toEqual(['skipped', 'paid', 'paid', 'paid'])
  const first = await shop.db
    .selectFrom('orders')
    .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
    .select(['address', 'recipient', 'grind'])
    .where('orders.id', '=', made[1]!.order_id)
    .executeTakeFirstOrThrow()
  expect(first).toEqual({ address: '5 New Street', recipient: 'Fay at work', grind: grinds[1] })
})

test('a giver is told once that nobody has opened the gift after 14 days', async () => {
  const buyer = giver()
  const { order } = await boughtGift(shop, buyer)
  const listed = async () => {
    const admin = await shop.admin()
    const { orders } = (await admin.get('/api/orders?only=unopened')).body
    const { unopenedGifts } = (await admin.get('/api/desk')).body.todo
    return [unopenedGifts?.first ?? [], orders].map((all: { _id: string }[]) =>
      all.some(({ _id }) => _id === order),
    )
  }
  await passDays(shop, 13)
  expect(await subjectsTo(buyer.email)).not.toContain('Your gift is not opened yet')
  expect(await listed()).toEqual([false, false])
  await passDays(shop, 5)
  const subjects = await subjectsTo(buyer.email)
  expect(subjects.filter((subject) => subject === 'Your gift is not opened yet')).toHaveLength(1)
  // Today names it, and its list has it.
  expect(await listed()).toEqual([true, true])
})

test('the page to print has the names, the note and the code', async () => {
  const buyer = giver()
  const { order, code } = await boughtGift(shop, buyer, { note: 'Enjoy' })
  const { bytes, status } = await shop
    .visitor()
    .get(`/api/orders/${order}/gift-subscription.pdf`, { 'x-guest-link': buyer.links.get(order)! })
  expect(status).toBe(200)
  const text = (await pdfText(bytes!)).pages.flat().join('\n')
  for (const word of ['Coffee for Fay Friend', 'From Gus Giver', 'Enjoy', code.slice(0, 4)])
    expect(text).toContain(word)
})

test('of a gift by email the giver sees no address, and the receiver no price and a mail when it ships', async () => {
  const buyer = await signedIn(shop)
  const email = 'reads-all@example.com'
  const { gift, code } = await boughtGift(shop, buyer, { to: { name: 'Fay', email } })
  await claimed(shop, { code })
  while ((await deliveries(gift)).length === 0) await passDays(shop, 1)
  const order = (await deliveries(gift))[0]!.order_id!
  expect((await buyer.get(`/api/orders/${order}`)).status).toBe(404)
  expect(JSON.stringify((await buyer.get('/api/orders/mine?pageNumber=1')).body)).not.toContain(order)
  const admin = await shop.admin()
  const shipped = await admin.put(`/api/orders/${order}/ship`, { trackingNumber: '9400111899223197428490' })
  expect(shipped.status, shipped.text).toBe(200)
  await Promise.all([runGifts(shop.shop), runGifts(shop.shop)])
  await runGifts(shop.shop)
  const mails = await mailbox.newMails()
  const sentTo = (address: string) => mails.filter(({ to }) => to?.some((each) => each.address === address))
  const subjects = sentTo(email).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject === 'Your coffee is on its way')).toHaveLength(1)
  for (const { text = '' } of sentTo(email)) expect(text).not.toMatch(/\$\d/)
  for (const { text = '' } of sentTo(buyer.email)) expect(text).not.toContain(VIENNA.address)
  // The slip says whom the gift is from.
  const { body } = await admin.get(`/api/orders/${order}`)
  expect([body.user, body.recipient]).toMatchObject([{ _id: null, email: buyer.email }, 'Fay'])
})

test('the names and addresses of a gift are deleted a year after nothing is left of it', async () => {
  const { gift, code } = await boughtGift(shop, giver())
  await claimed(shop, { code })
  await passDays(shop, 40)
  await sweepGifts(shop.shop)
  expect((await rowOf(gift)).recipient_name).toBe(FRIEND.name)
  shop.clock.advance(366 * DAY)
  await sweepGifts(shop.shop)
  const row = await rowOf(gift)
  expect(row).toMatchObject({ recipient_name: '', recipient_email: '', sealed_code: null, deliveries: 3 })
  const subscription = await shop.db
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', '=', row.subscription_id)
    .executeTakeFirstOrThrow()
  expect(subscription).toMatchObject({ buyer_name: '', address: '', status: 'ended' })
})
