import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { placed } from '#test/purchase.ts'
import { openShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { searchTextOf } from '#server/checkout/orders/buyers.ts'

const shop = await openShop()

let admin: SignedInVisitor
beforeEach(async () => {
  await shop.db.deleteFrom('users').execute()
  admin = await signedIn(shop, { name: 'Olive Owner', isAdmin: true })
})
afterAll(() => shop.close())

async function found(keyword: string, page = 1): Promise<string[]> {
  const { status, body } = await admin.get(
    `/api/users/search?keyword=${encodeURIComponent(keyword)}&pageNumber=${page}`,
  )
  expect(status).toBe(200)
  return body.users.map(({ name }: { name: string }) => name)
}

test('users are listed newest first, twenty per page, with the number of their orders', async () => {
  for (let number = 1; number <= 21; number++) await signedIn(shop, { name: `Buyer ${number}` })
  const buyer = await signedIn(shop, { name: 'Newest' })
  const bean = await shop.sell()
  for (let count = 0; count < 2; count++) await placed(buyer, [{ _id: bean, qty: 1 }])
  const { body } = await admin.get('/api/users/search')
  expect(body).toMatchObject({ page: 1, pages: 2, count: 23 })
  expect(body.users).toHaveLength(20)
  expect(body.users[0]).toEqual({
    _id: buyer.id,
    name: 'Newest',
    email: buyer.email,
    isAdmin: false,
    createdAt: expect.any(String),
    orders: 2,
  })
  const last = await admin.get('/api/users/search?pageNumber=2')
  expect(last.body.users.map(({ name }: { name: string }) => name)).toEqual([
    'Buyer 2',
    'Buyer 1',
    'Olive Owner',
  ])
  expect((await admin.get('/api/users/search?pageNumber=3')).body.users).toEqual([])
})

test('the list without parameters contains all users', async () => {
  for (let number = 1; number <= 25; number++) await signedIn(shop)
  const { body } = await admin.get('/api/users')
  expect(body).toHaveLength(26)
  expect(Object.keys(body[0]).sort()).toEqual(['_id', 'email', 'isAdmin', 'name'])
})

describe('a search', () => {
  test('finds names regardless of case and accents, emails, and ids', async () => {
    const zoe = await signedIn(shop, { name: 'Zoë García' })
    await signedIn(shop, { name: 'Zora' })
    for (const keyword of ['zoe', 'GARCIA zoe', 'García', zoe.email, zoe.id, zoe.id.slice(0, 20)])
      expect(await found(keyword), keyword).toEqual(['Zoë García'])
    expect(await found('zoe zora')).toEqual([])
  })

  test.each(['%', '_', '\\', '%%', "'"])('treats %s as a plain character', async (keyword) => {
    await signedIn(shop, { name: `Odd a${keyword}b` })
    await signedIn(shop, { name: 'Plain acb' })
    expect(await found(`a${keyword}b`)).toEqual([`Odd a${keyword}b`])
  })

  test('finds users by their new name, and no longer by the old name', async () => {
    const user = await signedIn(shop, { name: 'Mária Maiden' })
    await user.put('/api/users/profile', { name: 'Mária Married' })
    expect(await found('maiden')).toEqual([])
    expect(await found('maria married')).toEqual(['Mária Married'])
    await admin.put(`/api/users/${user.id}`, { name: 'Mária Third', email: user.email, isAdmin: false })
    expect(await found('maria third')).toEqual(['Mária Third'])
    const registered = { name: 'Jörg Neu', email: 'joerg@example.com', password: 'a long quiet evening' }
    await shop.visitor().post('/api/users', registered)
    expect(await found('jorg')).toEqual(['Jörg Neu'])
  })

  test.each([`keyword=${'x'.repeat(101)}`, 'pageNumber=0', 'pageNumber=1&pageNumber=2', 'role=admin'])(
    'refuses unknown parameters and invalid values: %s',
    async (query) => {
      expect((await admin.get(`/api/users/search?${query}`)).status).toBe(400)
    },
  )

  test('returns the first and the last page of a thousand users', async () => {
    const model = await shop.db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
    for (let batch = 0; batch < 2; batch++) {
      const rows = Array.from({ length: 500 }, (_, index) => {
        const email = `many${batch * 500 + index}@example.com`
        return {
          ...model,
          id: `m${batch * 500 + index}`,
          email,
          search_text: searchTextOf({ ...model, email }),
        }
      })
      await shop.db.insertInto('users').values(rows).execute()
    }
    for (const query of ['', 'pageNumber=50', 'keyword=example&pageNumber=50', 'keyword=many999']) {
      const { body } = await admin.get(`/api/users/search?${query}`)
      expect(body.users.length, query).toBeGreaterThan(0)
    }
  })
})

test('users are sorted by name whatever its letters, or by email, both ways', async () => {
  for (const name of ['bea', 'Álvaro', 'Carl']) await signedIn(shop, { name })
  const named = async (query: string) =>
    (await admin.get(`/api/users/search?${query}`)).body.users.map(({ name }: { name: string }) => name)
  expect(await named('sort=name&order=asc')).toEqual(['Álvaro', 'bea', 'Carl', 'Olive Owner'])
  expect(await named('sort=name&order=desc&pageSize=10')).toEqual(['Olive Owner', 'Carl', 'bea', 'Álvaro'])
  const { body } = await admin.get('/api/users/search?sort=email&order=asc')
  const emails = body.users.map(({ email }: { email: string }) => email)
  expect(emails).toEqual((emails as string[]).toSorted())
})
