// On SQLite only: plans, which the same code computes on both databases.
/** The plan of a roast day, from paid orders to batches. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addDays } from '#shared/kernel/days.ts'
import { ROASTING_DEFAULTS } from '#shared/platform/settings/roasting.ts'
import { greenLot } from '#test/roastery/green.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { offerSubscriptions, subscribed, toMorning } from '#server/subscriptions/subscriptions.testing.ts'
import {
  addCoffee,
  addRoast,
  codeOf,
  orderOf,
  ordered,
  planned,
  planOn,
  setCapacity,
  promise,
  textsIn,
  weightsIn,
  work,
} from './roast-plan.testing.ts'

let shop: TestShop
let admin: SignedInVisitor
let packer: SignedInVisitor

beforeAll(async () => {
  shop = await openShop()
  toMorning(shop)
  admin = await signedIn(shop, { name: 'Olive Owner', isAdmin: true })
  packer = await signedIn(shop, { name: 'Pat Packer', role: 'packer' })
})
// Each test begins without orders and batches.
afterEach(async () => {
  await shop.db.updateTable('orders').set({ state: 'shipped' }).where('state', '=', 'paid').execute()
  await shop.db.deleteFrom('batches').execute()
  await shop.db.deleteFrom('roast_days').execute()
})
afterAll(() => shop.close())

test('a plan has the demand of paid orders, and automatic planning covers it with the fewest batches', async () => {
  const { day } = await orderOf(shop, 16)
  const before = await planOn(packer, day)
  expect(before).toMatchObject({
    isRoastDay: true,
    orders: 1,
    batches: [],
    coffees: [
      {
        product: { name: 'Guji' },
        sizes: [{ grams: 1000, grind: 'Whole bean', ordered: 16, planned: 0, packaged: 0 }],
        demandGrams: 16_000,
        netGrams: 16_000,
      },
    ],
    roasts: [{ loss: 200, measured: 0, demandGrams: 16_000, onHandGrams: 0, missingGrams: 16_000 }],
  })
  expect(textsIn(before)).toEqual(['Guji is short by 35.27 lb (16 kg) of roasted coffee'])
  const after = await planned(packer, day)
  // 16 kg roasted are 20 kg green.
  expect(weightsIn(after)).toEqual({ Guji: [10_000, 10_000] })
  expect(after.roasts[0]).toMatchObject({ scheduledGrams: 16_000, missingGrams: 0 })
  expect(after.batches.map(({ code }) => code)).toEqual(
    ['01', '02'].map((number) => `${codeOf(day)}-${number}`),
  )
  expect(after.problems).toEqual([])
})

test('a straight coffee and a blend share the batches of a roast', async () => {
  const huila = await addRoast(shop, 'Huila')
  const sidamo = await addRoast(shop, 'Sidamo')
  const straight = await addCoffee(shop, 'Huila', [{ roast: huila, percent: 100 }])
  const blend = await addCoffee(shop, 'House', [
    { roast: huila, percent: 60 },
    { roast: sidamo, percent: 40 },
  ])
  const { day } = await ordered(shop, [
    { _id: straight, qty: 2 },
    { _id: blend, qty: 10 },
  ])
  const plan = await planned(packer, day)
  expect(plan.roasts.map(({ roast, demandGrams }) => [roast.name, demandGrams])).toEqual([
    ['Huila', 8000],
    ['Sidamo', 4000],
  ])
  expect(weightsIn(plan)).toEqual({ Huila: [10_000], Sidamo: [5000] })
  expect(plan.batches[0]!.greens).toEqual([
    { lot: expect.objectContaining({ name: 'Huila green' }), grams: 10_000 },
  ])
})

test('bags, lots and batches that are there are used first, but not if they are too old', async () => {
  const { coffee, roast, day } = await orderOf(shop, 16)
  const add = { day, roastId: roast, greenGrams: 5000 }
  const fresh = (await packer.post('/api/roastery/batches', add)).body
  await work(shop, fresh._id, 4000)
  await shop.db
    .updateTable('batches')
    .set({ roasts_on: addDays(day, -2), roasted_at: `${addDays(day, -2)}T15:00:00.000Z` })
    .execute()
  const at = { made_at: isoNow(shop.clock), made_by: 'Ben', made_on: day }
  const lot = { id: `lot-${coffee}`, code: `L-${coffee}`, product_id: coffee, roasted_on: addDays(day, -2) }
  await shop.db
    .insertInto('coffee_lots')
    .values({ ...lot, grams: 5000, grams_left: 3000, ...at })
    .execute()
  const bags = { coffee_lot_id: lot.id, product_id: coffee, size_id: coffee, grams: 1000, ...at }
  await shop.db
    .insertInto('bags')
    .values([
      { ...bags, id: `bags-${coffee}`, grind: 'Whole bean', qty: 2, qty_left: 2 },
      { ...bags, id: `other-${coffee}`, grind: 'Espresso', qty: 2, qty_left: 2 },
    ])
    .execute()
  expect(await planOn(packer, day)).toMatchObject({
    coffees: [{ packagedGrams: 2000, looseGrams: 3000, netGrams: 11_000 }],
    roasts: [{ onHandGrams: 4000, missingGrams: 7000 }],
  })
  const old = addDays(day, -ROASTING_DEFAULTS.freshDays - 1)
  await shop.db.updateTable('coffee_lots').set({ roasted_on: old }).execute()
  await shop.db
    .updateTable('batches')
    .set({ roasts_on: old, roasted_at: `${old}T15:00:00.000Z` })
    .execute()
  expect((await planOn(packer, day)).roasts).toMatchObject([{ onHandGrams: 0, missingGrams: 16_000 }])
})

test('planning again changes nothing, and keeps batches that were changed by hand or weighed', async () => {
  const { roast, coffee, day } = await orderOf(shop, 16)
  const first = await planned(packer, day)
  expect((await planned(packer, day)).batches).toEqual(first.batches)
  const [one] = first.batches
  const body = { greenGrams: 6000, day, position: 0, version: one!.version }
  expect((await packer.put(`/api/roastery/batches/${one!._id}`, body)).body).toMatchObject({ isByHand: true })
  await ordered(shop, [{ _id: coffee, qty: 8 }])
  const again = await planned(packer, day)
  // 24 kg roasted are 30 kg green; 6 kg are planned by hand.
  expect(weightsIn(again)).toEqual({ Guji: [6000, 12_000, 12_000] })
  await work(shop, again.batches[1]!._id)
  await packer.delete(`/api/roastery/batches/${one!._id}`)
  const added = await packer.post('/api/roastery/batches', { day, roastId: roast, greenGrams: 4000 })
  expect(added.status).toBe(201)
  const last = await planned(packer, day)
  expect(last.batches.map(({ state, greenGrams }) => [state, greenGrams])).toEqual([
    ['weighed', 12_000],
    ['planned', 4000],
    ['planned', 7000],
    ['planned', 7000],
  ])
})

test('after a refund, the plan names the batches that are too much, and work that has begun stays', async () => {
  const roast = await addRoast(shop, 'Yirga')
  const coffee = await addCoffee(shop, 'Yirga', [{ roast, percent: 100 }])
  const { id, day } = await ordered(shop, [{ _id: coffee, qty: 16 }])
  const { batches } = await planned(packer, day)
  await work(shop, batches[0]!._id)
  // With 1% tax.
  const refund = { lines: [{ _id: coffee, qty: 12 }], total: 218.16 }
  expect((await admin.post(`/api/orders/${id}/refund`, refund)).status).toBe(200)
  const plan = await planOn(packer, day)
  expect(plan.coffees[0]!.sizes[0]).toMatchObject({ ordered: 4 })
  expect(textsIn(plan)).toEqual([
    `Yirga: 26.46 lb (12 kg) of roasted coffee more than needed. You can change ${batches[1]!.code}, or plan the day again. Work has begun on ${batches[0]!.code}: it stays as it is`,
  ])
  const again = await planned(packer, day)
  expect(again.batches.map(({ _id }) => _id)).toEqual([batches[0]!._id])
})

test('late orders are planned for today or the next roast day', async () => {
  const { id, day } = await orderOf(shop, 4)
  await promise(shop, id, addDays(nowAt(shop.clock).day, -3))
  const { days } = (await packer.get('/api/roastery/plan')).body
  const late = days.find(({ orders }: { orders: number }) => orders > 0).day
  expect(late <= day).toBe(true)
  expect((await planOn(packer, late)).roasts).toMatchObject([{ missingGrams: 4000 }])
  expect((await planned(packer, late)).roasts).toMatchObject([{ missingGrams: 0 }])
})

test('deliveries of subscriptions are planned before they are charged', async () => {
  await offerSubscriptions(shop)
  const roast = await addRoast(shop, 'Kenya')
  const coffee = await addCoffee(shop, 'Kenya', [{ roast, percent: 100 }])
  const buyer = await signedIn(shop)
  const { order } = await subscribed(shop, buyer, [{ _id: coffee, qty: 3, subscribe: { weeks: 1 } }])
  await shop.db.updateTable('orders').set({ state: 'shipped' }).where('id', '=', order).execute()
  const { days } = (await packer.get('/api/roastery/plan')).body
  const due = days.find(({ bookedGrams }: { bookedGrams: number }) => bookedGrams > 0 && bookedGrams < 4000)
  expect(due).toMatchObject({ bookedGrams: 3750, orders: 0 })
  const plan = await planOn(packer, due.day)
  expect(plan.coffees[0]!.sizes[0]).toMatchObject({ ordered: 0, planned: 3 })
  // The delivery a week later fits into the same batch.
  expect(weightsIn(await planned(packer, due.day))).toEqual({ Kenya: [7500] })
})

test('with too little capacity, the orders that were promised last stay open and are named', async () => {
  const { coffee, day } = await orderOf(shop, 4)
  const second = await ordered(shop, [{ _id: coffee, qty: 4 }])
  await promise(shop, second.id, day)
  expect((await setCapacity(admin, day, 6000)).status).toBe(200)
  const plan = await planned(packer, day)
  expect(weightsIn(plan)).toEqual({ Guji: [5000] })
  const { number } = await shop.db
    .selectFrom('orders')
    .select('number')
    .where('id', '=', second.id)
    .executeTakeFirstOrThrow()
  expect(textsIn(plan)).toEqual([
    'Guji is short by 8.82 lb (4 kg) of roasted coffee',
    `Order ${number} does not fit into the day’s capacity of 13.23 lb (6 kg)`,
  ])
})

test('coffee of a later day that does not fit there is roasted earlier', async () => {
  const { coffee, day } = await orderOf(shop, 4)
  const later = (await packer.get('/api/roastery/plan')).body.days.find(
    (each: { day: string }) => each.day > day,
  ).day
  const large = await ordered(shop, [{ _id: coffee, qty: 16 }])
  await promise(shop, large.id, later)
  await setCapacity(admin, later, 12_000)
  await setCapacity(admin, day, 20_000)
  // Together 25 kg green: 12 on the later day, 13 on this one.
  expect(weightsIn(await planned(packer, day)).Guji!.reduce((sum, grams) => sum + grams)).toBe(13_000)
  expect(weightsIn(await planned(packer, later))).toEqual({ Guji: [12_000] })
  expect((await planOn(packer, later)).problems).toEqual([])
})

test('a coffee without recipe and a lot with too little green coffee are named', async () => {
  const green = await greenLot(shop, { name: 'Last bag', bought_grams: 2000 })
  const roast = await addRoast(shop, 'Rare', { green })
  const rare = await addCoffee(shop, 'Rare', [{ roast, percent: 100 }])
  const unknown = await addCoffee(shop, 'Unknown', [])
  const { day } = await ordered(shop, [
    { _id: rare, qty: 4 },
    { _id: unknown, qty: 2 },
  ])
  const plan = await planned(packer, day)
  expect(weightsIn(plan)).toEqual({ Rare: [5000] })
  expect(textsIn(plan)).toEqual([
    'Unknown has no recipe. 2 bags are not in the plan',
    expect.stringMatching(
      /^Lot G-\w+ \(Last bag\) has 4.41 lb \(2 kg\) left. All planned batches together take 11.02 lb \(5 kg\)$/,
    ),
  ])
})

test('batches of a day that is over and were not roasted are named on the next roast day', async () => {
  const { roast, day } = await orderOf(shop, 4)
  const { code } = (await packer.post('/api/roastery/batches', { day, roastId: roast, greenGrams: 5000 }))
    .body
  const today = nowAt(shop.clock).day
  await shop.db
    .updateTable('batches')
    .set({ roasts_on: addDays(today, -1) })
    .where('code', '=', code)
    .execute()
  const { days } = (await packer.get('/api/roastery/plan')).body
  const next = days.find(
    (each: { day: string; isRoastDay: boolean }) => each.day >= today && each.isRoastDay,
  ).day
  expect(textsIn(await planOn(packer, next)).join()).toContain(`Batch ${code} of `)
})
