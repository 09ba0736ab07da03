// On SQLite only: pages, the same code on both databases.
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aPicture, formOf } from '#test/form.ts'
import { bought, placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { listen, sendRequest } from '#test/wire.ts'
import { MINUTE } from '#server/kernel/time/clock.ts'
import { expireOrders } from '#server/checkout/orders/close.ts'

let shop: TestShop
let admin: SignedInVisitor
let port: number
let id: string
beforeAll(async () => {
  shop = await openShop()
  admin = await signedIn(shop, { isAdmin: true })
  port = await listen(shop)
})
beforeEach(async () => {
  id = await shop.sell({ stock: 10 })
})
afterAll(() => shop.close())

const FORM = { name: 'Edited', price: 20, image: '', category: 'Coffee Beans', countInStock: 10 }

const read = (headers: Record<string, string> = {}) => sendRequest(port, `/api/products/${id}`, { headers })
/** The second request, which is answered from the cache. */
async function readCached(headers: Record<string, string> = {}) {
  await read(headers)
  return read(headers)
}
const stock = async () => (await read()).body.countInStock

const pages = async () => (await sendRequest(port, '/api/upload')).body.pages
/** The list, the artist and the featured artist. */
const shown = (artist: string) =>
  Promise.all(['', `/${artist}`, '/featured'].map((path) => sendRequest(port, `/api/artshow${path}`)))

describe('a cached response is updated at once', () => {
  test('after an admin’s edit, in the product, the list and the best rated', async () => {
    const paths = [`/api/products/${id}`, '/api/products', '/api/products/top']
    for (const path of paths) await sendRequest(port, path)
    await admin.put(`/api/products/${id}`, { ...FORM, name: 'Brand New Name' })
    for (const path of paths) expect((await sendRequest(port, path)).text).toContain('Brand New Name')
  })

  test('after an order, a cancellation and an expiry', async () => {
    const buyer = await signedIn(shop)
    expect(await stock()).toBe(10)
    const first = await placed(buyer, [{ _id: id, qty: 3 }])
    expect(await stock()).toBe(7)
    await buyer.delete(`/api/orders/${first}`)
    expect(await stock()).toBe(10)
    await placed(buyer, [{ _id: id, qty: 4 }])
    expect(await stock()).toBe(6)
    shop.clock.advance(31 * MINUTE)
    await expireOrders(shop.shop)
    expect(await stock()).toBe(10)
    admin = await signedIn(shop, { isAdmin: true })
  })

  test('after a review', async () => {
    const reviewer = await signedIn(shop)
    await bought(shop, reviewer, [{ _id: id, qty: 1 }])
    await read()
    await reviewer.post(`/api/products/${id}/reviews`, { rating: 5, comment: 'Good' })
    expect((await read()).body).toMatchObject({ numReviews: 1, rating: 5 })
  })

  test('after the product is deleted, and a 404 is not cached', async () => {
    await read()
    await admin.delete(`/api/products/${id}`)
    expect((await read()).status).toBe(404)
    expect((await read()).status).toBe(404)
  })

  test('after a menu was uploaded, saved or removed', async () => {
    expect(await pages()).toEqual([])
    const { payload, headers } = formOf('images', [{ bytes: await aPicture() }, { bytes: await aPicture() }])
    const { body: uploaded } = await admin.post('/api/upload/menu', payload, headers)
    expect(await pages()).toEqual(uploaded.pages)
    const { body: saved } = await admin.put('/api/upload/menu', {
      pages: uploaded.menu.image.map((file: string) => ({ file, title: 'Filter', lines: ['V60'] })),
    })
    expect(await pages()).toEqual(saved.pages)
    await admin.put('/api/upload/menu', { pages: [] })
    expect(await pages()).toEqual([])
  })

  test('after an artist was created, saved, featured, replaced as featured and deleted', async () => {
    const [before, featured] = await shown('nobody').then(([all, , one]) => [all!.body.length, one!.text])
    expect([before, featured]).toEqual([0, 'null'])
    const { body: one } = await admin.post('/api/artshow')
    const { body: two } = await admin.post('/api/artshow')
    // Visitors see an artist from the first save on.
    expect((await shown(one._id))[0]!.body).toHaveLength(0)
    await admin.put(`/api/artshow/${two._id}`, { name: 'Ines' })
    expect((await shown(two._id))[0]!.body).toHaveLength(1)
    await admin.put(`/api/artshow/${one._id}`, { name: 'Odile', isFeat: true })
    for (const { text } of await shown(one._id)) expect(text).toContain('Odile')
    await admin.put('/api/artshow', { artshowId: two._id })
    expect((await shown(one._id))[1]!.body.isFeat).toBe(false)
    expect((await shown(two._id))[2]!.body._id).toBe(two._id)
    await admin.delete(`/api/artshow/${two._id}`)
    const [all, gone, nobody] = await shown(two._id)
    expect([all!.body.length, gone!.status, nobody!.text]).toEqual([1, 404, 'null'])
  })

  test('when reads and edits run concurrently', async () => {
    for (let price = 1; price <= 20; price++) {
      const reading = Array.from({ length: 5 }, () => read())
      await Promise.all([...reading, admin.put(`/api/products/${id}`, { ...FORM, price })])
      expect((await read()).body.price).toBe(price)
    }
  })
})

describe('an ETag', () => {
  test('answers 304 without a body while nothing has changed', async () => {
    const { headers } = await readCached()
    const etag = String(headers.etag)
    expect(etag).toMatch(/^"[\w-]+"$/)
    const again = await read({ 'if-none-match': etag })
    expect([again.status, again.text]).toEqual([304, ''])
    expect(again.headers).toMatchObject({ etag, 'cache-control': 'no-cache' })
  })

  test('changes with the data', async () => {
    const { headers } = await readCached()
    await admin.put(`/api/products/${id}`, FORM)
    const changed = await read({ 'if-none-match': String(headers.etag) })
    expect(changed.status).toBe(200)
    expect((await readCached()).headers.etag).not.toBe(headers.etag)
  })

  test('differs by encoding, and every encoding has the same content', async () => {
    const plain = await readCached()
    const etags = new Set([plain.headers.etag])
    for (const [coding, decode] of [
      ['gzip', gunzipSync],
      ['br', brotliDecompressSync],
    ] as const) {
      const answer = await readCached({ 'accept-encoding': coding })
      expect(answer.headers).toMatchObject({ 'content-encoding': coding, vary: 'accept-encoding' })
      expect(decode(answer.bytes).toString()).toBe(plain.text)
      etags.add(String(answer.headers.etag))
    }
    expect(etags.size).toBe(3)
  })
})

test('cached responses are the same for every visitor: no cookie, and no data of one user for another', async () => {
  const cookies = [admin, await signedIn(shop), await signedIn(shop)].map(({ cookie }) => cookie)
  const answers = await Promise.all(cookies.map((cookie) => readCached({ cookie })))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  for (const { status, headers } of answers) expect([status, headers['set-cookie']]).toEqual([200, undefined])
  const profiles = await Promise.all(
    [...cookies, ...cookies].map((cookie) =>
      sendRequest(port, '/api/users/profile', { headers: { cookie } }),
    ),
  )
  expect(new Set(profiles.map(({ body }) => body._id)).size).toBe(3)
  for (const { headers } of profiles) expect(headers['cache-control']).toBe('no-store')
})

test('HEAD of a cached response has its length and no body', async () => {
  const { text } = await readCached()
  const head = await sendRequest(port, `/api/products/${id}`, { method: 'HEAD' })
  expect([head.status, head.text]).toEqual([200, ''])
  expect(Number(head.headers['content-length'])).toBe(Buffer.byteLength(text))
})

test('DELETE and OPTIONS are not answered from the cache', async () => {
  await readCached()
  expect((await sendRequest(port, `/api/products/${id}`, { method: 'DELETE' })).status).toBe(401)
  expect((await sendRequest(port, `/api/products/${id}`, { method: 'OPTIONS' })).status).toBe(404)
})

test('while the server stops, every response closes its connection, cached ones included', async () => {
  const closing = await openShop()
  const closingPort = await listen(closing)
  const product = await closing.sell()
  await sendRequest(closingPort, `/api/products/${product}`)
  const paths = [`/api/products/${product}`, '/api/products/top', '/api/config/paypal', '/nowhere', '/readyz']
  closing.drain()
  for (const path of paths) {
    const { headers } = await sendRequest(closingPort, path, { headers: { connection: 'keep-alive' } })
    expect(headers.connection, path).toBe('close')
  }
  // The second response comes from the cache.
  await sendRequest(closingPort, paths[0]!)
  expect((await sendRequest(closingPort, paths[0]!)).headers).toMatchObject({
    etag: expect.anything(),
    connection: 'close',
  })
  expect((await sendRequest(closingPort, '/readyz')).status).toBe(503)
  await closing.close()
})
