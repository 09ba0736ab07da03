/** What a removal of the demo keeps: what real buyers use, and what the owner has changed. */
import { expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { pdfText } from '#test/pdf-text.ts'
import { orderBody, pay } from '#test/purchase.ts'
import { signedIn } from '#test/signed-in.ts'
import { openDemoShop } from './demo.testing.ts'

const { shop, owner } = await openDemoShop()

test('a removal keeps codes and cards with which real orders are paid, and what the owner has changed', async () => {
  const buyer = await signedIn(shop, { name: 'Real Buyer' })
  const own = await shop.sell({ name: 'Own Coffee', stock: 20, priceCents: 6000 })
  const items = [{ _id: own, qty: 1 }]

  const coded = { ...(await orderBody(buyer, items)), discountCode: 'WELCOME10' }
  const first = await buyer.post('/api/orders', coded)
  expect(first.status, first.text).toBe(201)
  await pay(shop, buyer, first.body._id)

  const { cards } = (await owner.get('/api/giftcards')).body
  const card = cards.find(
    ({ state, balance }: { state: string; balance: number }) => state === 'active' && balance === 18,
  )
  const next = await owner.post(`/api/giftcards/${card._id}/replacement`, { reason: 'Lost' })
  expect(next.status, next.text).toBe(201)
  const file = await owner.get(`/api/giftcards/${next.body._id}/file.pdf`)
  const { pages } = await pdfText(file.bytes!)
  const code = /[A-Z2-9]{4}(-[A-Z2-9]{4}){3}/.exec(pages.flat().join('\n'))![0]
  const second = await buyer.post('/api/orders', { ...(await orderBody(buyer, items)), giftCards: [code] })
  expect(second.status, second.text).toBe(201)
  await pay(shop, buyer, second.body._id)

  const { newsletters } = (await owner.get('/api/newsletters')).body
  const { body: draft } = await owner.get(`/api/newsletters/${newsletters[0]._id}`)
  const { subject, preview, blocks, buyersOf, version } = draft
  const saved = await owner.put(`/api/newsletters/${draft._id}`, {
    subject: `${subject}!`,
    preview,
    blocks,
    buyersOf,
    version,
  })
  expect(saved.status, saved.text).toBe(200)
  const { endings } = (await owner.get('/api/subscriptions/endings')).body
  const ended = { product: endings[0]._id, endsOn: '2099-01-08', replacement: null }
  expect((await owner.post('/api/subscriptions/endings', ended)).status).toBe(201)

  const { kept } = (await owner.get('/api/demo')).body
  expect(kept).toMatchObject({ codes: 1, newsletters: 1 })
  const removed = await owner.post('/api/demo/remove', { products: false, content: false })
  expect(removed.status, removed.text).toBe(200)

  expect(await violations(shop.db)).toEqual([])
  const { body: codes } = await owner.get('/api/discounts')
  expect(codes).toMatchObject([{ code: 'WELCOME10', used: 1 }])
  const left = (await owner.get('/api/giftcards')).body
  const lastFours = new Set(left.cards.map(({ lastFour }: { lastFour: string }) => lastFour))
  expect(lastFours).toEqual(new Set([card.lastFour, next.body.lastFour]))
  expect((await owner.get('/api/newsletters')).body.newsletters).toMatchObject([{ subject: `${subject}!` }])
  expect((await owner.get('/api/subscriptions/endings')).body.endings).toMatchObject([
    { endsOn: '2099-01-08' },
  ])
  const { orders } = (await owner.get('/api/orders')).body
  expect(orders).toHaveLength(2)
})
