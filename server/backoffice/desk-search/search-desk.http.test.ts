import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import type { deskSearch } from '#shared/backoffice/api/desk-search.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import type { StaffRole } from '#shared/kernel/roles.ts'
import { boughtCard } from '#server/payments/refunds/bought-card.testing.ts'
import { boughtGift } from '#server/subscriptions/gifts/gifts.testing.ts'
import { coffeeEvery, openSubscriptionShop, subscribed } from '#server/subscriptions/subscriptions.testing.ts'
import { createFeaturedArtist } from '#test/featured-artist.ts'
import { addLot } from '#test/roastery/by-admin.ts'
import { sendContactMessage } from '#test/messages.ts'
import { pay, placed, VIENNA } from '#test/purchase.ts'
import { pdfText } from '#test/pdf-text.ts'
import type { TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'

let shop: TestShop
let admin: SignedInVisitor
let grace: SignedInVisitor
let bean: string
let order: { _id: string; number: string }

beforeAll(async () => {
  shop = await openSubscriptionShop()
  admin = await signedIn(shop, { name: 'Olive Owner', isAdmin: true })
  grace = await signedIn(shop, { name: 'Grace Hopper' })
  bean = await shop.sell({ stock: 500, priceCents: 1500 })
  const id = await placed(grace, [{ _id: bean, qty: 1 }])
  await pay(shop, grace, id)
  order = (await admin.get(`/api/orders/${id}`)).body
})
afterAll(() => shop.close())

type Found = Reply<typeof deskSearch.find>

async function search(text: string, by = admin): Promise<Found['groups']> {
  const { status, body } = await by.get(`/api/desk/search?text=${encodeURIComponent(text)}`)
  expect(status).toBe(200)
  return (body as Found).groups
}

const kinds = async (text: string, by = admin) => (await search(text, by)).map(({ kind }) => kind)
const first = async (text: string, by = admin) => (await search(text, by))[0]?.hits[0]
const staff = (role: StaffRole) => signedIn(shop, { role })

test('an order is found by its number in any spelling, its beginning, its id and its tracking number, and comes first', async () => {
  await admin.put(`/api/orders/${order._id}/ship`, { trackingNumber: '9400111899223100001234' })
  const to = `/order/${order._id}`
  const bare = order.number.replace('-', '')
  for (const text of [
    order.number,
    `#${order.number}`,
    bare.toLowerCase(),
    order._id,
    '9400 1118 9922 3100 0012 34',
  ])
    expect(await first(text), text).toMatchObject({ title: `Order ${order.number}`, to, isExact: true })
  for (const text of [order.number.slice(0, 2), order.number.slice(0, 5), bare.slice(0, 4)])
    expect((await search(text)).find(({ kind }) => kind === 'order')?.hits).toContainEqual(
      expect.objectContaining({ to, isExact: false }),
    )
})

test('a tracking number with spaces is found in every spelling, and by its beginning', async () => {
  const id = await placed(grace, [{ _id: bean, qty: 1 }])
  await pay(shop, grace, id)
  await admin.put(`/api/orders/${id}/ship`, { trackingNumber: '9205 5902 aa88 1600 0000 71' })
  const { rows } = await sql<{ tracking_number: string }>`
    select tracking_number from shipments where order_id = ${id}`.execute(shop.db)
  expect(rows).toEqual([{ tracking_number: '9205 5902 aa88 1600 0000 71' }])
  const packer = await staff('packer')
  for (const text of [
    '9205 5902 AA88 1600 0000 71',
    '92055902aa881600000071',
    '9205-5902-aa88-1600-0000-71',
  ]) {
    expect(await first(text), text).toMatchObject({ to: `/order/${id}`, isExact: true })
    expect(await first(text, packer), text).toMatchObject({ to: `/admin/packing/${id}`, isExact: true })
  }
  for (const text of ['920559', '9205 5902 aa', '9205-5902-AA88-16']) {
    expect((await search(text))[0]!.hits, text).toMatchObject([{ to: `/order/${id}`, isExact: false }])
    expect(await first(text, packer), text).toMatchObject({ to: `/admin/packing/${id}` })
  }
  expect(await kinds('9205 5902 ab')).not.toContain('order')
})

test('a person is found by the whole email first, and by words of the name with that person’s orders', async () => {
  expect(await first(grace.email)).toMatchObject({ title: 'Grace Hopper', isExact: true })
  for (const text of ['grace hopper', 'hopper GRACE', 'Grace Hop'])
    expect(await kinds(text), text).toEqual(['person', 'order'])
  expect(await kinds('hopper')).toEqual(['order', 'person'])
  expect(await kinds('hopper nobody')).toEqual([])
})

test('products are found by name, SKU and id; codes by their beginning; messages by their words', async () => {
  const { body: product } = await admin.get(`/api/products/${bean}`)
  for (const text of [product.name, product.name.slice(0, 4)])
    expect(await first(text), text).toMatchObject({ title: product.name })
  expect(await kinds(product.name)).toContain('order')
  expect(await first(bean)).toMatchObject({ to: `/admin/product/${bean}/edit`, isExact: true })
  await sendContactMessage(shop, { name: 'Zenobia', message: 'Is the roof terrace open?' })
  expect(await kinds('roof TERRACE')).toEqual(['message'])
})

const hits = async (words: string) => (await search(words)).flatMap((group) => group.hits)

test('artists, events and newsletters are found by all their words', async () => {
  const artist = await createFeaturedArtist(shop, { name: 'Quilla Vane', title: 'Slow Tide' })
  const { body: letter } = await admin.post('/api/newsletters', {
    subject: 'Quilla is back',
    blocks: [{ kind: 'text', markdown: 'Come and see.' }],
  })
  const { body: event, text } = await admin.post('/api/events', {
    title: 'An evening with Quilla',
    starts: '2027-01-20T18:30',
    ends: '2027-01-20T20:00',
    place: 'The back room',
    seats: 8,
    price: null,
    image: '',
    description: '',
    isDraft: false,
  })
  expect(event._id, text).toBeTruthy()
  expect(await hits('quilla')).toEqual(
    expect.arrayContaining([
      { title: 'Quilla Vane', detail: 'Slow Tide', to: `/admin/artshow/${artist}/edit`, isExact: false },
      {
        title: 'An evening with Quilla',
        detail: '2027-01-20',
        to: `/admin/events/${event._id}/edit`,
        isExact: false,
      },
      {
        title: 'Quilla is back',
        detail: 'draft',
        to: `/admin/newsletters/${letter._id}/edit`,
        isExact: false,
      },
    ]),
  )
  expect((await hits('room QUILLA')).map(({ title }) => title)).toEqual(['An evening with Quilla'])
  expect(await hits('quilla nowhere')).toEqual([])
})

test('a gift card is found by its whole code and its last four characters, and the answer does not have the code', async () => {
  const { body: card } = await admin.post('/api/giftcards', { amount: 30 })
  const { pages } = await pdfText((await admin.get(`/api/giftcards/${card._id}/file.pdf`)).bytes!)
  const code = /[A-Z2-9]{4}(-[A-Z2-9]{4}){3}/.exec(pages.flat().join('\n'))![0]
  const hit = await first(code)
  expect(hit).toMatchObject({ title: `Gift card ending in ${code.slice(-4)}`, isExact: true })
  expect(JSON.stringify(await search(code))).not.toContain(code)
  expect(await kinds(code.slice(-4))).toContain('giftCard')
})

test('the money of a gift subscription, which has no code, is not found as a gift card', async () => {
  const { order: id } = await boughtGift(shop, grace, {
    to: { name: 'Gilda Receives', email: 'gilda@example.com' },
  })
  expect(await kinds('Gilda Receives')).not.toContain('giftCard')
  expect(await first(id)).toMatchObject({ to: `/order/${id}` })
})

test('an order is found by its phone number, which comes first, and by its goods', async () => {
  const id = await placed(grace, [{ _id: bean, qty: 1 }], {
    ...VIENNA,
    recipient: 'Rita Receives',
    phone: '703 555 0177',
  } as typeof VIENNA)
  for (const text of ['(703) 555-0177', '+1 703-555-0177'])
    expect(await first(text), text).toMatchObject({ to: `/order/${id}`, isExact: true })
  expect((await search('703 555'))[0]!.hits).toMatchObject([{ to: `/order/${id}`, isExact: false }])
  const orders = (await search('test beans')).find(({ kind }) => kind === 'order')!
  expect(orders.hits.map(({ to }) => to)).toContain(`/order/${id}`)
})

test('other staff find orders by number, parcel, recipient and goods, and nothing by what they may not read', async () => {
  const id = await placed(grace, [{ _id: bean, qty: 1 }], {
    ...VIENNA,
    recipient: 'Wanda Öst',
    phone: '703 555 0188',
  } as typeof VIENNA)
  const [packer, barista] = [await staff('packer'), await staff('barista')]
  for (const person of [packer, barista]) {
    expect(await first(order.number, person)).toMatchObject({
      to: `/admin/packing/${order._id}`,
      isExact: true,
    })
    expect(await first('ost wanda', person)).toMatchObject({
      to: `/admin/packing/${id}`,
      detail: `Wanda Öst, ${formatDate(shop.clock.now().toISOString(), 'shortDay')}, waiting for payment`,
      isExact: false,
    })
    const [goods] = await search('test beans', person)
    expect(goods!.kind).toBe('order')
    expect(goods!.hits.map(({ to }) => to)).toContain(`/admin/packing/${id}`)
    // The order to Wanda was bought by Grace, who receives other orders herself.
    const ofGrace = await search('grace hopper', person)
    expect(ofGrace.flatMap(({ hits: some }) => some.map(({ to }) => to))).not.toContain(
      `/admin/packing/${id}`,
    )
    for (const text of [grace.email, '703 555 0188', '7035550188'])
      expect(await kinds(text, person), text).toEqual([])
    expect(JSON.stringify(await search('hopper', person))).not.toContain(grace.email)
  }
  expect(await kinds('roof terrace', packer)).toEqual([])
  expect(await kinds('roof terrace', barista)).toEqual(['message'])
  expect((await grace.get('/api/desk/search?text=a')).status).toBe(403)
  expect((await shop.visitor().get('/api/desk/search?text=a')).status).toBe(401)
})

test('staff who may not open the order of a gift card do not find it by its number or a beginning of it', async () => {
  const { id } = await boughtCard(shop, admin, 50)
  const { number } = (await admin.get(`/api/orders/${id}`)).body
  for (const text of [number, number.slice(0, 2), id]) {
    expect(JSON.stringify(await search(text)), text).toContain(id)
    for (const role of ['packer', 'barista'] as const)
      expect(JSON.stringify(await search(text, await staff(role))), text).not.toContain(id)
  }
})

test('names with accents are found as they are written and without accents, also in the lists', async () => {
  await addLot(admin, { code: 'TZ-1', name: 'Tarrazú', supplier: 'Exportadora Ñandú' })
  await createFeaturedArtist(shop, { name: 'Élodie Müller', title: 'Été' })
  await admin.post('/api/newsletters', {
    subject: 'Señor Röster',
    blocks: [{ kind: 'text', markdown: 'Come.' }],
  })
  await subscribed(shop, await signedIn(shop, { name: 'Mara Jovanović' }), await coffeeEvery(shop, 2))
  const { body: card } = await admin.post('/api/giftcards', { amount: 30 })
  await shop.db
    .updateTable('gift_cards')
    .set({ recipient_name: 'Zoë Ångström' })
    .where('id', '=', card._id)
    .execute()
  for (const [text, kind] of [
    ['Tarrazú', 'lot'],
    ['NANDU tarrazu', 'lot'],
    ['Élodie', 'artist'],
    ['muller ÉLODIE', 'artist'],
    ['senor', 'newsletter'],
    ['Jovanović', 'subscription'],
    ['jovanovic mara', 'subscription'],
    ['Zoë', 'giftCard'],
    ['angstrom', 'giftCard'],
  ] as const)
    expect(await kinds(text), text).toContain(kind)
  const listed = async (path: string, keyword: string): Promise<Record<string, unknown[]>> =>
    (await admin.get(`${path}?keyword=${encodeURIComponent(keyword)}`)).body
  for (const name of ['Jovanović', 'jovanovic', 'MARA'])
    expect((await listed('/api/subscriptions', name))['subscriptions'], name).toHaveLength(1)
  for (const name of ['Ångström', 'zoe ANGSTROM'])
    expect((await listed('/api/giftcards', name))['cards'], name).toHaveLength(1)
})

test('short, empty, long and hostile texts get a short answer', async () => {
  expect(await search('')).toEqual([])
  expect(await search('   ')).toEqual([])
  expect(await kinds('gr')).not.toContain('person')
  for (const text of [
    "'; drop table orders; --",
    '%%%',
    '\\',
    // No address of a user has these letters, which ids leave out.
    '\u0000uio',
    '💥💥💥',
    'x'.repeat(100),
    '_'.repeat(9),
  ])
    expect(await kinds(text), text).toEqual([])
  expect((await admin.get(`/api/desk/search?text=${'x'.repeat(101)}`)).status).toBe(400)
  expect((await admin.get('/api/desk/search')).status).toBe(400)
})

test('a kind has five hits at most, and then the address of its list with the text', async () => {
  for (let number = 0; number < 7; number++) await signedIn(shop, { name: `Quentin ${number}` })
  const [people] = await search('quentin')
  expect(people).toMatchObject({ kind: 'person', all: '/admin/userlist?q=quentin' })
  expect(people!.hits).toHaveLength(5)
  expect((await search('hopper')).map(({ all }) => all)).toEqual([null, null])
})

test('a lot is found first by its whole code, although many newer codes begin with it', async () => {
  const lot = await addLot(admin, { code: 'QZ-7', name: 'Quito' })
  for (let end = 0; end < 7; end++) await addLot(admin, { code: `QZ-7${end}`, name: 'Quito' })
  expect(await first('qz-7')).toMatchObject({ to: `/admin/green-coffee/${lot}`, isExact: true })
})
