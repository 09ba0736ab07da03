// On SQLite only: pages, the same code on both databases.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type TestShop } from '#test/shop.ts'

let shop: TestShop
let beans: string
let deleted: string
let draft: string
beforeAll(async () => {
  shop = await openShop({ env: { PUBLIC_ORIGIN: 'https://frame.example', ALLOW_SANDBOX: '1' } })
  beans = await shop.sell({ name: 'Tarrazú <Reserve> & "Sons"', priceCents: 1850, sizeGrams: 340 })
  deleted = await shop.sell({ name: 'Gone Beans' })
  draft = await shop.sell({ name: 'Draft Beans' })
  await shop.db.updateTable('products').set({ is_draft: 1 }).where('id', '=', draft).execute()
  await shop.db
    .updateTable('products')
    .set({ deleted_at: shop.clock.now().toISOString() })
    .where('id', '=', deleted)
    .execute()
  await shop.sell({ name: 'Sold Out Mug', stock: 0, sizeGrams: null })
})
afterAll(() => shop.close())

const read = (path: string, host = 'frame.example') => shop.visitor().get(path, { host })

/**
 * A strict XML parser: throws at an unclosed tag, an unescaped `&` or `<`, and a second root. Returns the texts by tag.
 */
function parseXml(text: string): Map<string, string[]> {
  const found = new Map<string, string[]>()
  const open: string[] = []
  let roots = 0
  const body = text.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '')
  expect(body).not.toBe(text)
  for (const [whole, closing, name, attributes, empty, words] of body.matchAll(
    /<(\/?)([\w:]+)((?:\s[\w:]+="[^"<&]*")*)\s*(\/?)>|([^<]+)/g,
  )) {
    if (words !== undefined) {
      expect(words.replace(/&(amp|lt|gt|quot|#39);/g, '')).not.toContain('&')
      if (words.trim()) {
        const tag = open.at(-1)
        if (!tag) throw new Error(`Text outside of the root: ${words}`)
        found.set(tag, [...(found.get(tag) ?? []), words])
      }
    } else if (closing) expect(open.pop()).toBe(name)
    else {
      if (open.length === 0) roots++
      if (!empty) open.push(name!)
      expect(attributes).toBeDefined()
    }
    expect(whole.length).toBeGreaterThan(0)
  }
  expect(body.replace(/<(\/?)([\w:]+)((?:\s[\w:]+="[^"<&]*")*)\s*(\/?)>|([^<]+)/g, '')).toBe('')
  expect(open).toEqual([])
  expect(roots).toBe(1)
  return found
}

describe.each(['/sitemap.xml', '/feeds/products.xml', '/feeds/coffees.xml'])('%s', (path) => {
  test('is well-formed, and contains neither drafts nor deleted products', async () => {
    const answer = await read(path)
    expect(answer.status).toBe(200)
    expect(String(answer.headers['content-type'])).toMatch(/xml; charset=utf-8$/)
    parseXml(answer.text)
    expect(answer.text).toContain(`https://frame.example/product/${beans}`)
    expect(answer.text).not.toContain(deleted)
    expect(answer.text).not.toContain(draft)
  })

  test('contains a new product at once, and no longer after its deletion', async () => {
    const id = await shop.sell({ name: 'Newcomer' })
    expect((await read(path)).text).toContain(id)
    await (await shop.admin()).delete(`/api/products/${id}`)
    expect((await read(path)).text).not.toContain(id)
  })
})

test('the merchant feed has the fields that Google requires', async () => {
  const { text } = await read('/feeds/products.xml')
  expect(text).toContain('xmlns:g="http://base.google.com/ns/1.0"')
  const found = parseXml(text)
  expect(found.get('g:price')).toContain('18.50 USD')
  expect(found.get('title')).toContain('Tarrazú &lt;Reserve&gt; &amp; &quot;Sons&quot;')
  expect(found.get('g:shipping_weight')).toContain('340 g')
  expect(new Set(found.get('g:availability'))).toEqual(new Set(['in_stock', 'out_of_stock']))
  expect(found.get('g:id')).toHaveLength(2)
})

test('the coffee feed contains only coffees', async () => {
  await shop.db
    .updateTable('products')
    .set({ category: 'Goods' })
    .where('name', '=', 'Sold Out Mug')
    .execute()
  const found = parseXml((await read('/feeds/coffees.xml')).text)
  expect(found.get('pubDate')?.[0]).toMatch(/^\w{3}, \d\d \w{3} \d{4} .* GMT$/)
  expect((await read('/feeds/coffees.xml')).text).not.toContain('Mug')
})

test('robots.txt excludes admin and checkout pages, allows the policies and names the sitemap', async () => {
  const { text, headers } = await read('/robots.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  for (const path of ['/admin/', '/api/', '/payment', '/placeorder', '/order/', '/shipping$'])
    expect(text).toContain(`Disallow: ${path}\n`)
  expect(text).not.toContain('Disallow: /shipping\n')
  expect(text).toContain('Sitemap: https://frame.example/sitemap.xml')
})

test('without PUBLIC_ORIGIN links have the port of the shop, not the Host header of the request', async () => {
  const local = await openShop({ env: { PORT: '3210' } })
  const hosts = [
    'localhost:6666',
    '127.0.0.1:8080',
    'evil.example',
    'localhost.evil.example',
    'localhost:1/x',
  ]
  for (const path of ['/sitemap.xml', '/feeds/products.xml', '/feeds/coffees.xml', '/robots.txt']) {
    for (const host of hosts) {
      const { text } = await local.visitor().get(path, { host })
      expect(text, `${path} ${host}`).toContain('http://localhost:3210/')
      expect(text.match(/6666|8080|evil/), `${path} ${host}`).toBeNull()
    }
  }
  await local.close()
})
