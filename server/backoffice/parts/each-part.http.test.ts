/** What each part leaves and takes away while it is closing and while it is off, with and without something owed. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PartId, PartState } from '#shared/platform/parts.ts'
import { requestReviews } from '#server/catalog/products/reviews/reviews.ts'
import { DAY } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { addDays } from '#shared/kernel/days.ts'
import { createFeaturedArtist } from '#test/featured-artist.ts'
import { MAIL_SETTINGS, mailboxOf, type Mailbox } from '#test/mailbox.ts'
import { bought, orderBody, place, placed } from '#test/purchase.ts'
import { newBags } from '#test/roastery/bags.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'

let shop: TestShop
let owner: SignedInVisitor
let buyer: SignedInVisitor
let mailbox: Mailbox
beforeAll(async () => {
  shop = await openShop({ env: MAIL_SETTINGS })
  owner = await signedIn(shop, { role: 'owner', name: 'Olive Owner' })
  buyer = await signedIn(shop, { name: 'Buying Bea' })
  mailbox = mailboxOf(shop)
})
afterAll(() => shop.close())

async function put(part: PartId, state: PartState) {
  const { version } = (await owner.get('/api/parts')).body
  return owner.put(`/api/parts/${part}`, { state, version })
}
async function setPart(part: PartId, state: PartState): Promise<void> {
  const { status, body } = await put(part, state)
  expect([part, state, status, body.message]).toEqual([part, state, 200, undefined])
}
const owedOf = async (part: PartId): Promise<string[]> => {
  const { parts } = (await owner.get('/api/parts')).body
  const { owed } = parts.find(({ _id }: { _id: string }) => _id === part)
  return owed.map(({ text }: { text: string }) => text)
}
const productOf = async (id: string) => (await shop.visitor().get(`/api/products/${id}`)).body
const statusOf = async (path: string, visitor = shop.visitor()) => (await visitor.get(path)).status
const aMug = () => shop.sell({ name: 'Mug', sizeGrams: null, stock: 20 })

test('roastery: coffees roasted to order become ready stock, orders to roast block off, and all is back', async () => {
  const coffee = await shop.sell({ name: 'Guji', isRoastedToOrder: true, sizeGrams: 340, stock: 0 })
  const order = await placed(buyer, [{ _id: coffee, qty: 2 }])
  expect(await owedOf('roastery')).toEqual(['1 order to roast for'])
  expect((await put('roastery', 'off')).status).toBe(409)
  await setPart('roastery', 'closing')
  expect(await productOf(coffee)).toMatchObject({ isRoastedToOrder: false, countInStock: 0 })
  expect((await shop.visitor().get('/api/delivery')).body.coffee.dates.roastsOn).toBeNull()
  expect((await place(buyer, [{ _id: coffee, qty: 1 }])).status).toBe(409)
  // What is owed is still planned and roasted.
  expect(await statusOf('/api/green', owner)).toBe(200)
  expect((await buyer.get(`/api/orders/${order}`)).body.delivery.roastsOn).not.toBeNull()
  await buyer.delete(`/api/orders/${order}`)
  await setPart('roastery', 'off')
  expect(await statusOf('/api/green', owner)).toBe(404)
  expect(await statusOf('/api/recall', owner)).toBe(200)
  const form = (await owner.get(`/api/products/${coffee}`)).body
  await owner.put(`/api/products/${coffee}`, {
    ...form,
    countInStock: 3,
    isRoastedToOrder: true,
    sizes: undefined,
  })
  expect(await productOf(coffee)).toMatchObject({ isRoastedToOrder: false, countInStock: 3 })
  await setPart('roastery', 'on')
  expect(await productOf(coffee)).toMatchObject({ isRoastedToOrder: true })
  expect((await shop.visitor().get('/api/delivery')).body.coffee.dates.roastsOn).not.toBeNull()
})

test('roastery: while it is off, the code on a sold bag still opens its page', async () => {
  const { code, batch } = await newBags(shop)
  await shop.db.updateTable('batches').set({ state: 'roasted' }).where('id', '=', batch).execute()
  await setPart('roastery', 'off')
  expect(await statusOf(`/api/lots/${code}`)).toBe(200)
  await setPart('roastery', 'on')
})

test('art for sale: works are not for sale, a cart keeps its other goods, and the works are for sale again', async () => {
  const artist = await createFeaturedArtist(shop)
  const edit = {
    artist,
    title: 'Six Miles of Mist',
    price: 640,
    notForSale: false,
    box: 'Large',
    packedGrams: 2400,
  }
  const work = (
    await owner.post('/api/works', { ...edit, image: '', year: 2025, medium: '', dimensions: '', text: '' })
  ).body._id
  const mug = await aMug()
  const shown = async () => {
    const { works } = (await shop.visitor().get('/api/works')).body
    return works.find(({ _id }: { _id: string }) => _id === work)
  }
  expect(await shown()).toMatchObject({ state: 'forSale', price: 640 })
  for (const state of ['closing', 'off'] as const) {
    await setPart('artForSale', state)
    expect(await shown()).toMatchObject({ state: 'notForSale', price: null })
    expect(await statusOf(`/api/products/${work}`)).toBe(404)
    // A buyer who has it in the cart: one sentence, and the other goods can be bought.
    const ofMug = await orderBody(buyer, [{ _id: mug, qty: 1 }])
    const both = [{ _id: work, qty: 1 }, ...ofMug.orderItems]
    const { status, body } = await buyer.post('/api/orders', { ...ofMug, orderItems: both })
    expect([status, body.message]).toEqual([409, 'Six Miles of Mist is no longer on sale'])
    expect((await place(buyer, [{ _id: mug, qty: 1 }])).status).toBe(201)
  }
  expect(await statusOf('/api/works/statements', owner)).toBe(200)
  expect(await statusOf('/api/works/all', owner)).toBe(404)
  await setPart('artForSale', 'on')
  expect(await shown()).toMatchObject({ state: 'forSale', price: 640 })
  await bought(shop, buyer, [{ _id: work, qty: 1 }])
  expect(await owedOf('artForSale')).toEqual(['1 open order with a work', '1 artist to pay'])
  expect((await put('artForSale', 'off')).status).toBe(409)
  await setPart('artForSale', 'closing')
  expect(await shown()).toMatchObject({ state: 'sold' })
  await setPart('artForSale', 'on')
})

test('reviews: while closing, they are shown and new ones are refused; while off, none is shown and no buyer is asked for one; on again, all are shown', async () => {
  const coffee = await shop.sell({ name: 'Harrar' })
  await bought(shop, buyer, [{ _id: coffee, qty: 1 }])
  const review = { rating: 5, comment: 'Apricot.' }
  expect((await buyer.post(`/api/products/${coffee}/reviews`, review)).status).toBe(201)
  const other = await signedIn(shop)
  await bought(shop, other, [{ _id: coffee, qty: 1 }])
  await setPart('reviews', 'closing')
  expect(await productOf(coffee)).toMatchObject({ numReviews: 1, reviews: [review] })
  expect((await other.post(`/api/products/${coffee}/reviews`, review)).status).toBe(409)
  expect((await buyer.put(`/api/products/${coffee}/reviews/mine`, { ...review, rating: 4 })).status).toBe(200)
  await setPart('reviews', 'off')
  expect(await productOf(coffee)).toMatchObject({ rating: 0, numReviews: 0, reviews: [] })
  expect((await other.post(`/api/products/${coffee}/reviews`, review)).status).toBe(404)
  expect(await statusOf('/api/reviews', owner)).toBe(404)
  const delivered = new Date(shop.clock.now().getTime() - 8 * DAY).toISOString()
  await shop.db
    .updateTable('orders')
    .set({ state: 'delivered', delivered_at: delivered })
    .where('state', '=', 'paid')
    .execute()
  await requestReviews(shop.shop)
  const asked = () => shop.db.selectFrom('outbox').select('id').where('kind', '=', 'order-review').execute()
  expect(await asked()).toEqual([])
  await setPart('reviews', 'on')
  expect(await productOf(coffee)).toMatchObject({ rating: 4, numReviews: 1 })
  // Nothing was lost by the switch: those who may be asked are asked now.
  await requestReviews(shop.shop)
  expect((await asked()).length).toBeGreaterThan(0)
})

test('newsletters: no new subscribers while closing; off blocks an old confirmation, and never an unsubscription', async () => {
  const subscribe = (email: string) => shop.visitor().post('/api/newsletter', { email })
  const confirm = (link: string) => shop.visitor().post('/api/newsletter/confirm', { link })
  /** Subscribes, and returns the link that confirms it. */
  const linkOf = async (email: string) => {
    await subscribe(email)
    const [mail] = await mailbox.newMailsTo(email)
    return /newsletter\/confirm#([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  }
  await confirm(await linkOf('ann@example.com'))
  const late = await linkOf('late@example.com')
  const draft = { subject: 'New lots', preview: '', blocks: [{ kind: 'text', markdown: 'Hello' }] }
  const { _id } = (await owner.post('/api/newsletters', draft)).body
  const on = addDays(nowAt(shop.clock).day, 3)
  await owner.post(`/api/newsletters/${_id}/send`, { on })
  await setPart('newsletters', 'closing')
  expect((await subscribe('new@example.com')).status).toBe(409)
  expect((await confirm(late)).status).toBe(409)
  expect(await statusOf('/api/newsletters', owner)).toBe(200)
  expect(await owedOf('newsletters')).toEqual(['1 newsletter to send'])
  expect((await put('newsletters', 'off')).status).toBe(409)
  await owner.post(`/api/newsletters/${_id}/stop`)
  await setPart('newsletters', 'off')
  expect((await confirm(late)).status).toBe(404)
  expect(await statusOf('/api/newsletters', owner)).toBe(404)
  const { link_key: link } = await shop.db
    .selectFrom('newsletter_subscribers')
    .select('link_key')
    .where('email', '=', 'ann@example.com')
    .executeTakeFirstOrThrow()
  const prefer = (wish: object) => shop.visitor().put('/api/newsletter/preferences', { link, ...wish })
  expect((await prefer({ news: true, lots: true })).status).toBe(409)
  expect((await shop.visitor().post(`/newsletter/unsubscribe?link=${link}`, undefined)).body).toEqual({
    status: 'success',
  })
  await setPart('newsletters', 'on')
  expect((await confirm(late)).status).toBe(200)
})

test('the set-up switches off what the owner does not do, or to nothing new where something is owed', async () => {
  const coffee = await shop.sell({ name: 'Sidamo', isRoastedToOrder: true, sizeGrams: 340, stock: 0 })
  await placed(buyer, [{ _id: coffee, qty: 1 }])
  const { version } = (await owner.get('/api/parts')).body
  const { status, body } = await owner.post('/api/parts', { needed: ['giftCards', 'subscriptions'], version })
  expect(status).toBe(200)
  const states = Object.fromEntries(
    body.parts.map(({ _id, state }: { _id: string; state: string }) => [_id, state]),
  )
  expect(states).toMatchObject({ roastery: 'closing', events: 'off', giftCards: 'on', reviews: 'on' })
  expect((await owner.post('/api/parts', { needed: [], version })).status).toBe(409)
  const { items } = (await owner.get('/api/setup')).body
  expect(items.find(({ item }: { item: string }) => item === 'parts').state).toBe('done')
})
