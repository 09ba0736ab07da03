// On SQLite only: addresses and recipients, the same code on both databases.
/** Address books: saving, changing and deleting addresses, from two devices, and by placing orders. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MAX_ADDRESSES } from '#shared/checkout/api/addresses.ts'
import { guestOf } from '#test/guests.ts'
import { BALTIMORE, VIENNA, orderBody, placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import type { Visitor } from '#test/visitor.ts'

let shop: TestShop
let bean: string
let ann: SignedInVisitor
/** The same account on another device. */
let phone: Visitor
beforeAll(async () => {
  shop = await openShop()
  bean = await shop.sell({ stock: 1000 })
})
beforeEach(async () => {
  ann = await signedIn(shop, { name: 'Ann Lee' })
  phone = Object.assign(shop.visitor(), { cookie: ann.cookie })
})
afterAll(() => shop.close())

const HOME = { ...VIENNA, recipient: 'Ann Lee', label: 'Home', phone: '703 555 0100', isDefault: true }
const OFFICE = { ...BALTIMORE, recipient: 'Ann Lee', label: 'Office' }
const listOf = async (visitor: Visitor) => (await visitor.get('/api/addresses')).body.addresses
const save = async (visitor: Visitor, body: object = HOME) => {
  const { status, body: saved, text } = await visitor.post('/api/addresses', body)
  expect(status, text).toBe(201)
  return saved
}
const order = async (visitor: Visitor, more: object = {}, address: typeof VIENNA = VIENNA) => {
  const { status, text } = await visitor.post('/api/orders', {
    ...(await orderBody(visitor, [{ _id: bean, qty: 1 }], address)),
    ...more,
  })
  expect(status, text).toBe(201)
}

const statuses = (answers: { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b)

describe('an address book', () => {
  test('is empty at first, and shows saved addresses on another device', async () => {
    expect(await listOf(ann)).toEqual([])
    const saved = await save(ann)
    expect(saved).toEqual({ ...HOME, phone: '7035550100', _id: saved._id, usedAt: null, version: 1 })
    expect(await listOf(phone)).toEqual([saved])
  })

  test('cannot be read, changed or deleted by another user or an admin', async () => {
    const { _id, version } = await save(ann)
    for (const other of [await signedIn(shop), await signedIn(shop, { isAdmin: true })]) {
      expect(await listOf(other)).toEqual([])
      expect((await other.put(`/api/addresses/${_id}`, { ...OFFICE, version })).status).toBe(404)
      expect((await other.delete(`/api/addresses/${_id}`)).status).toBe(404)
    }
    expect(await listOf(ann)).toMatchObject([{ label: 'Home' }])
  })

  test('is deleted with its account', async () => {
    await save(ann)
    const admin = await signedIn(shop, { isAdmin: true })
    expect((await admin.delete(`/api/users/${ann.id}`)).status).toBe(200)
    const left = await shop.db.selectFrom('addresses').selectAll().where('user_id', '=', ann.id).execute()
    expect(left).toEqual([])
  })

  test('has one default address', async () => {
    await save(ann)
    const office = await save(ann, { ...OFFICE, isDefault: true })
    const defaults = async () =>
      (await listOf(ann)).map(({ label, isDefault }: typeof HOME) => [label, isDefault]).toSorted()
    expect(await defaults()).toEqual([
      ['Home', false],
      ['Office', true],
    ])
    const { status } = await ann.put(`/api/addresses/${office._id}`, { ...OFFICE, version: 1 })
    expect(status).toBe(200)
    expect(await defaults()).toEqual([
      ['Home', false],
      ['Office', false],
    ])
  })

  test.each([
    [{ state: 'AK', postalCode: '99501' }, 'We do not ship to Alaska'],
    [{ postalCode: '21202' }, '21202 is not a ZIP code in Virginia'],
    [{ recipient: ' ' }, 'Recipient is required'],
    [{ phone: '12' }, 'Enter 7 to 15 digits'],
    [{ label: 'x'.repeat(41) }, 'Label may have 40 characters at most'],
  ])('refuses %o', async (wrong, message) => {
    const { status, body } = await ann.post('/api/addresses', { ...HOME, ...wrong })
    expect([status, body.message]).toEqual([400, expect.stringContaining(message)])
    expect(await listOf(ann)).toEqual([])
  })
})

describe('the same address', () => {
  test('is not saved twice, even in another spelling or from two devices at once', async () => {
    const answers = await Promise.all([ann, phone, ann].map((device) => device.post('/api/addresses', HOME)))
    expect(statuses(answers)).toEqual([201, 409, 409])
    const respelled = {
      ...HOME,
      address: '123 maple ave. East',
      postalCode: '22180-1234',
      recipient: 'ANN LEE',
    }
    const { status, body } = await ann.post('/api/addresses', respelled)
    expect([status, body.code, body._id]).toEqual([409, 'same', (await listOf(ann))[0]._id])
    expect(await listOf(ann)).toHaveLength(1)
  })

  test('can be saved for another recipient, and an address cannot be changed into a saved one', async () => {
    await save(ann)
    const { _id } = await save(ann, { ...HOME, recipient: 'Bob Lee' })
    const { status, body } = await ann.put(`/api/addresses/${_id}`, { ...HOME, version: 1 })
    expect([status, body.code]).toEqual([409, 'same'])
  })
})

describe('two devices', () => {
  test('that change the same address: the second change is refused, and the first stays', async () => {
    const { _id, version } = await save(ann)
    const first = await ann.put(`/api/addresses/${_id}`, { ...HOME, label: 'Flat', version })
    expect([first.status, first.body.version]).toEqual([200, 2])
    const second = await phone.put(`/api/addresses/${_id}`, { ...HOME, phone: '', version })
    expect([second.status, second.body.code]).toEqual([409, 'version'])
    expect((await phone.delete(`/api/addresses/${_id}?version=${version}`)).status).toBe(409)
    expect(await listOf(ann)).toMatchObject([{ label: 'Flat', phone: '7035550100' }])
  })

  test('that change the same address at the same moment: one succeeds', async () => {
    const { _id, version } = await save(ann)
    const labels = ['One', 'Two', 'Three', 'Four']
    const answers = await Promise.all(
      labels.map((label, index) =>
        [ann, phone][index % 2]!.put(`/api/addresses/${_id}`, { ...HOME, label, version }),
      ),
    )
    expect(statuses(answers)).toEqual([200, 409, 409, 409])
  })

  test('that change different addresses both succeed', async () => {
    const [home, office] = [await save(ann), await save(ann, OFFICE)]
    const answers = await Promise.all([
      ann.put(`/api/addresses/${home._id}`, { ...HOME, label: 'Flat', version: 1 }),
      phone.put(`/api/addresses/${office._id}`, { ...OFFICE, label: 'Shop', version: 1 }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
  })
})

test('an account has at most 20 addresses, even if two devices save at once', async () => {
  for (let house = 1; house < MAX_ADDRESSES; house++)
    await save(ann, { ...HOME, address: `${house} Maple Ave` })
  const answers = await Promise.all(
    [ann, phone].map((device, index) =>
      device.post('/api/addresses', { ...OFFICE, address: `${index + 1} Light St` }),
    ),
  )
  expect(statuses(answers)).toEqual([201, 409])
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('full')
  await order(ann, {}, { ...BALTIMORE, address: '77 Light St' })
  const list = await listOf(ann)
  expect(list).toHaveLength(MAX_ADDRESSES)
  expect((await ann.delete(`/api/addresses/${list[0]._id}?version=${list[0].version}`)).status).toBe(200)
  expect(await listOf(ann)).toHaveLength(MAX_ADDRESSES - 1)
})

describe('an order', () => {
  test('saves its address with recipient and phone, once, and puts it first', async () => {
    await save(ann, OFFICE)
    shop.clock.advance(1000)
    const address = { ...VIENNA, recipient: 'Bob Lee', phone: '703-555-0100' }
    await order(ann, {}, address)
    await order(ann, {}, { ...address, address: '123 MAPLE AVE E', phone: '555 0199' } as typeof VIENNA)
    const list = await listOf(ann)
    expect(list.map(({ recipient }: typeof HOME) => recipient)).toEqual(['Bob Lee', 'Ann Lee'])
    expect(list[0]).toMatchObject({
      address: VIENNA.address,
      phone: '7035550100',
      usedAt: expect.any(String),
    })
    shop.clock.advance(1000)
    await order(ann, {}, { ...BALTIMORE, phone: '555 0199' } as typeof VIENNA)
    expect((await listOf(ann))[0]).toMatchObject({ label: 'Office', phone: '5550199', version: 2 })
  })

  test('does not save its address if the buyer declines, and a guest has no address book', async () => {
    await order(ann, { saveAddress: false })
    expect(await listOf(ann)).toEqual([])
    const before = await shop.db.selectFrom('addresses').select('id').execute()
    const gus = guestOf(shop)
    await placed(gus, [{ _id: bean, qty: 1 }])
    expect(await shop.db.selectFrom('addresses').select('id').execute()).toEqual(before)
    expect((await gus.get('/api/addresses')).status).toBe(401)
  })
})
