/** Subscriptions in a shop that does not roast: deliveries are packed on packing days, and nothing speaks of roasting. */
import { afterAll, expect, test } from 'vitest'
import { PART_WORDS } from '#shared/platform/part-words.ts'
import { SHIPPING_DEFAULTS } from '#shared/platform/settings/shipping.ts'
import { weekdayOf } from '#shared/kernel/days.ts'
import { DAY } from '#server/kernel/time/clock.ts'
import { guestOf } from '#test/guests.ts'
import { switchPart } from '#test/parts.ts'
import { VIENNA } from '#test/purchase.ts'
import { signedIn } from '#test/signed-in.ts'
import { boughtGift } from './gifts/gifts.testing.ts'
import {
  coffeeEvery,
  deliveriesOf,
  openSubscriptionShop,
  passDays,
  setNextCharges,
  subscribed,
  subscriptionOrder,
} from './subscriptions.testing.ts'

const shop = await openSubscriptionShop()
const owner = await signedIn(shop, { role: 'owner' })
// Without the part, the shop needs no roast days.
const calendar = { ...SHIPPING_DEFAULTS, roastDays: [], packingDays: ['Tue', 'Fri'], restDays: 3, version: 0 }
const saved = await owner.put('/api/settings/shipping', calendar)
if (saved.status !== 200) throw new Error(saved.text)
await switchPart(shop, 'roastery', 'off')
const buyer = await signedIn(shop)

afterAll(() => shop.close())

const isPacked = (day: string) => ['Tue', 'Fri'].includes(weekdayOf(day))
const datesOf = (order: string) =>
  shop.db
    .selectFrom('orders')
    .select(['roasts_on', 'ships_on', 'arrives_from'])
    .where('id', '=', order)
    .executeTakeFirstOrThrow()

test('its terms, pages and changes name packing days, and deliveries are made on them', async () => {
  const lines = await coffeeEvery(shop, 1)
  const { consent } = await subscriptionOrder(buyer, lines)
  const { id } = await subscribed(shop, buyer, lines)
  const read = async () => (await buyer.get(`/api/subscriptions/${id}`)).body
  const { next, movableTo, upcoming } = await read()
  const days = [next, ...upcoming].map(({ roastsOn }: { roastsOn: string }) => roastsOn)
  for (const day of [...days, ...movableTo]) expect([day, isPacked(day)]).toEqual([day, true])
  expect(next.arrivesFrom > next.roastsOn).toBe(true)

  const answers = [
    await buyer.post(`/api/subscriptions/${id}/move`, { number: next.number, on: '2020-01-01' }),
    await buyer.post(`/api/subscriptions/${id}/move`, { number: next.number, on: movableTo[1] }),
    await buyer.post(`/api/subscriptions/${id}/skip`, { number: next.number }),
    await buyer.post(`/api/subscriptions/${id}/pause`, { until: movableTo[9] }),
    await buyer.post(`/api/subscriptions/${id}/resume`, {}),
  ]
  expect(answers.map(({ status }) => status)).toEqual([400, 200, 200, 200, 200])
  expect(answers[0]!.body.message).toContain('We do not pack on that day')
  const texts = [consent, JSON.stringify(await read()), ...answers.map(({ body }) => body.message)]
  for (const text of texts) expect([text, PART_WORDS.roastery.test(text)]).toEqual([text, false])

  await passDays(shop, 30)
  const made = (await deliveriesOf(shop, id)).filter(({ order_id: order }) => order !== null)
  expect(made.length).toBeGreaterThan(2)
  for (const { order_id: order } of made) {
    const { roasts_on, ships_on } = await datesOf(order!)
    expect([roasts_on, isPacked(ships_on!)]).toEqual([null, true])
  }
})

test('a delivery that is paid days later is packed later, and the next one is not too close', async () => {
  const { id } = await subscribed(shop, buyer, await coffeeEvery(shop, 1))
  await setNextCharges(shop, id, 'INSTRUMENT_DECLINED')
  const last = async () => (await deliveriesOf(shop, id)).at(-1)!
  for (let day = 0; day < 20 && (await last()).number === 1; day++) await passDays(shop, 1)
  const { order_id: order } = await last()
  const planned = await datesOf(order!)
  await passDays(shop, 4)
  await setNextCharges(shop, id, 'accept')
  for (let day = 0; day < 4 && (await last()).state !== 'paid'; day++) await passDays(shop, 1)
  expect(await last()).toMatchObject({ number: 2, state: 'paid' })
  const second = await datesOf(order!)
  expect([second.roasts_on, isPacked(second.ships_on!)]).toEqual([null, true])
  expect(second.ships_on! > planned.ships_on!).toBe(true)
  expect(second.arrives_from! > planned.arrives_from!).toBe(true)
  for (let day = 0; day < 20 && (await last()).number === 2; day++) await passDays(shop, 1)
  const third = await datesOf((await last()).order_id!)
  expect(Date.parse(third.ships_on!) - Date.parse(second.ships_on!)).toBeGreaterThanOrEqual(4 * DAY)
})

test('a gift begins on a packing day', async () => {
  const { code } = await boughtGift(shop, guestOf(shop))
  const { firstDays, grinds } = (await shop.visitor().post('/api/gift-subscriptions/open', { code })).body
  expect(firstDays.length).toBeGreaterThan(5)
  for (const day of firstDays) expect([day, isPacked(day)]).toEqual([day, true])
  const body = { code, shippingAddress: VIENNA, grind: grinds[0] ?? '', firstOn: '' }
  const wrong = await shop.visitor().post('/api/gift-subscriptions/claim', { ...body, firstOn: '2020-01-01' })
  expect(wrong.body.message).toContain('We do not pack on that day')
  const { message, gift } = (await shop.visitor().post('/api/gift-subscriptions/claim', body)).body
  expect(message).toContain('is packed on')
  expect(isPacked(gift.next.roastsOn)).toBe(true)
})
