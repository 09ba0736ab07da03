/** Who may change a subscription: guests and accounts, with the links of mails, and after an account is deleted. */
import { afterAll, afterEach, expect, test } from 'vitest'
import { guestOf } from '#test/guests.ts'
import { signedIn } from '#test/signed-in.ts'
import { signSubscriptionLink } from '#server/platform/sessions/guests.ts'
import { sendWaiting } from '#server/mail/sending/send.ts'
import { signCancel, signSkip } from './links.ts'
import {
  deliveriesOf,
  endAll,
  passDays,
  coffeeEvery,
  openSubscriptionShop,
  subscribed,
} from './subscriptions.testing.ts'

const shop = await openSubscriptionShop()

afterEach(() => endAll(shop))
afterAll(() => shop.close())

const weekly = () => coffeeEvery(shop, 1)
const states = async (id: string) => (await deliveriesOf(shop, id)).map(({ state }) => state)

test('a guest subscribes, and manages the subscription with the mailed links only', async () => {
  const guest = guestOf(shop)
  const { id } = await subscribed(shop, guest, await weekly())
  expect((await guest.get(`/api/subscriptions/${id}`)).status).toBe(401)
  guest.links.set(id, await signSubscriptionLink(shop.shop, id))
  const { next } = (await guest.get(`/api/subscriptions/${id}`)).body
  const link = await signSkip(shop.shop, id, next.number)
  const skip = (number: number) =>
    shop.visitor().post('/api/subscriptions/skip-by-link', { subscription: id, number, link })
  expect((await skip(next.number)).body.message).toMatch(/is skipped\. The next one is roasted on/)
  expect((await skip(next.number)).body.message).toMatch(/skipped already/)
  expect((await skip(next.number + 1)).status).toBe(400)
  const cancel = { subscription: id, link: await signCancel(shop.shop, id) }
  expect((await shop.visitor().post('/api/subscriptions/cancel-by-link', { ...cancel, link })).status).toBe(
    400,
  )
  expect((await shop.visitor().post('/api/subscriptions/cancel-by-link', cancel)).status).toBe(200)
  expect((await shop.visitor().post('/api/subscriptions/cancel-by-link', cancel)).status).toBe(200)
  await passDays(shop, 14)
  expect(await states(id)).toEqual(['paid', 'skipped'])
})

test('an account that is deleted is charged nothing more, and the consent is kept', async () => {
  const buyer = await signedIn(shop)
  const { id } = await subscribed(shop, buyer, await weekly())
  const admin = await shop.admin()
  expect((await admin.delete(`/api/users/${buyer.id}`)).status).toBe(200)
  await passDays(shop, 14)
  expect(await states(id)).toEqual(['paid'])
  const row = await shop.db.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirst()
  expect(row).toMatchObject({ status: 'canceled', user_id: null, address: '', phone: '' })
  expect(row?.consent_text).toMatch(/I agree that .+ charges my saved payment method automatically/)
})

test('the mails name the date and the amount, and their links work', async () => {
  const buyer = await signedIn(shop)
  const { id } = await subscribed(shop, buyer, await weekly())
  const announced = () =>
    shop.db
      .selectFrom('subscriptions')
      .select('charge_after')
      .where('id', '=', id)
      .where('charge_after', 'is not', null)
      .executeTakeFirst()
  // How many days it takes depends on today's weekday.
  for (let day = 0; day < 10 && !(await announced()); day++) await passDays(shop, 1)
  await sendWaiting(shop.shop, new AbortController().signal)
  const all = await shop.mail.caught()
  const mine = all.filter(({ to }) => to?.[0]?.address === buyer.email)
  const notice = mine.find(({ subject }) => subject === 'Your next coffee: the date, and what it costs')
  expect(notice?.text).toMatch(
    /We charge \$\d+\.\d\d plus sales tax, if your state has one, on \w+day, \w+ \d+/,
  )
  const [, number = '', link = ''] = /\/skip#(\d+)\.(\S+)/.exec(notice?.text ?? '') ?? []
  const skipped = await shop
    .visitor()
    .post('/api/subscriptions/skip-by-link', { subscription: id, number: Number(number), link })
  expect(skipped.status).toBe(200)
  const [, manage = ''] = new RegExp(`/subscriptions/${id}#(\\S+)`).exec(notice?.text ?? '') ?? []
  const opened = await shop.visitor().get(`/api/subscriptions/${id}`, { 'x-guest-link': manage })
  expect(opened.body).toMatchObject({ _id: id, status: 'active' })
  const started = mine.find(({ subject }) => subject === 'Your coffee subscription has started')
  expect(started?.text).toMatch(/Every week: 1 × Test Beans/)
})
