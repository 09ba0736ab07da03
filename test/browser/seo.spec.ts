/** Metadata for tabs, phones, search engines and feed readers. */
import { expect, test, type APIRequestContext } from '@playwright/test'
import sharp from 'sharp'
import { publicPaths } from '#shared/platform/pages.ts'

const PUBLIC_PAGES = publicPaths()

test('icons and manifest exist and have the stated types and sizes', async ({ request }) => {
  const { links } = await headOf(request, '/')
  const manifestUrl = links.find(({ rel }) => rel === 'manifest')?.href ?? ''
  const answer = await request.get(manifestUrl)
  expect(answer.headers()['content-type']).toMatch(/^application\/manifest\+json/)
  const manifest = await answer.json()
  expect(manifest).toMatchObject({ name: 'Frame Roasters', start_url: '/', theme_color: '#f4efe6' })
  expect(manifest.icons.some(({ purpose }: { purpose: string }) => purpose === 'maskable')).toBe(true)
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await request.get(src)
    expect(icon.headers()['content-type']).toBe(type)
    const { width, height, format } = await sharp(await icon.body()).metadata()
    expect([format, `${width}x${height}`]).toEqual(['png', sizes])
  }
  for (const { url } of manifest.shortcuts) expect((await request.get(url)).status()).toBe(200)

  const touch = await request.get(links.find(({ rel }) => rel === 'apple-touch-icon')?.href ?? '')
  expect(await sharp(await touch.body()).metadata()).toMatchObject({
    width: 180,
    height: 180,
    hasAlpha: false,
  })
  const [ico, svg] = links.filter(({ rel }) => rel === 'icon')
  expect(sizesInIco(await (await request.get(ico?.href ?? '')).body())).toEqual([16, 32, 48])
  expect((await request.get(svg?.href ?? '')).headers()['content-type']).toBe('image/svg+xml')
})

for (const path of PUBLIC_PAGES) {
  test(`${path} has a title, a canonical URL, a picture and valid structured data`, async ({ request }) => {
    const head = await headOf(request, path)
    expect(head.title).toMatch(/Frame Roasters$/)
    expect(head.metas.description?.length).toBeGreaterThan(30)
    expect(head.metas.robots).toBeUndefined()
    expect(canonicalOf(head)).toBe(path)
    expect(new URL(head.metas['og:url'] ?? '').pathname).toBe(path)
    const picture = await request.get(head.metas['og:image'] ?? '')
    const { width, height } = await sharp(await picture.body()).metadata()
    expect([width, height].map(String)).toEqual([head.metas['og:image:width'], head.metas['og:image:height']])
    for (const facts of head.data) expect(facts).toMatchObject({ '@context': 'https://schema.org' })
  })
}

test('every page has its own title and description', async ({ request }) => {
  const heads = await Promise.all(PUBLIC_PAGES.map((path) => headOf(request, path)))
  expect(new Set(heads.map(({ title }) => title)).size).toBe(PUBLIC_PAGES.length)
  expect(new Set(heads.map(({ metas }) => metas.description)).size).toBe(PUBLIC_PAGES.length)
})

for (const path of ['/cart', '/login', '/register', '/profile', '/checkout', '/shipping', '/order/x'])
  test(`${path} is not indexed`, async ({ request }) => {
    const head = await headOf(request, path)
    expect(head.metas.robots).toBe('noindex')
    expect(canonicalOf(head)).toBeNull()
  })

test('a page of the shop has one canonical URL, and search results are not indexed', async ({ request }) => {
  expect(canonicalOf(await headOf(request, '/page/1'))).toBe('/shop')
  const second = await headOf(request, '/page/2')
  expect(canonicalOf(second)).toBe('/page/2')
  expect(second.title).toContain('page 2')
  expect(second.metas.robots).toBeUndefined()
  const beyond = await headOf(request, '/page/99')
  expect(beyond.metas.robots).toBe('noindex')
  const search = await headOf(request, '/search/dark%20chocolate/page/1')
  expect(canonicalOf(search)).toBe('/search/dark%20chocolate')
  expect(search.metas.robots).toBe('noindex')
  expect((await headOf(request, '/nothing-here')).metas.robots).toBe('noindex')
})

test('a product’s structured data has its sizes with prices, rating, pictures and breadcrumbs', async ({
  request,
}) => {
  // A product of the demo catalog, because products of other tests have no pictures.
  const [{ _id, slug }] = (await (await request.get('/api/products?keyword=ethiopia')).json()).products
  const product = await (await request.get(`/api/products/${_id}`)).json()
  const head = await headOf(request, `/product/${_id}`)
  expect(canonicalOf(head)).toBe(`/product/${slug}`)
  expect(head.metas['og:url']).toMatch(new RegExp(`/product/${slug}$`))
  const [facts, way] = head.data as any[]
  expect(facts).toMatchObject({ '@type': 'ProductGroup', name: product.name, productGroupID: _id })
  expect(facts.hasVariant.map(({ offers }: any) => [offers.price, offers.priceCurrency])).toEqual(
    product.sizes.map(({ price }: any) => [price.toFixed(2), 'USD']),
  )
  for (const { offers } of facts.hasVariant) expect((await request.get(offers.url)).status()).toBe(200)
  expect(facts.aggregateRating ?? null).toEqual(
    product.numReviews === 0
      ? null
      : { '@type': 'AggregateRating', ratingValue: product.rating, reviewCount: product.numReviews },
  )
  for (const image of facts.image)
    expect((await request.get(image)).headers()['content-type']).toBe('image/jpeg')
  expect(way['@type']).toBe('BreadcrumbList')
  for (const { item } of way.itemListElement) expect((await request.get(item)).status()).toBe(200)
  expect(head.metas['og:image']).toContain(product.pictures.image.src)
})

test('the structured data has a raster logo and the hours, and every page links to the feed of new coffees', async ({
  request,
}) => {
  const home = await headOf(request, '/')
  const [organization, house] = home.data as any[]
  const logo = await request.get(organization.logo)
  expect((await sharp(await logo.body()).metadata()).format).toBe('png')
  expect(house).toMatchObject({ '@type': 'CafeOrCoffeeShop' })
  expect(house.openingHoursSpecification).toHaveLength(2)
  const [returns, shipping, privacy] = await Promise.all(
    ['/refundpolicy', '/shippingpolicy', '/privacypolicy'].map(
      async (path) => (await headOf(request, path)).data as any[],
    ),
  )
  expect(returns![0]).toMatchObject({
    '@id': organization['@id'],
    hasMerchantReturnPolicy: { returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted' },
  })
  expect(shipping![0].hasShippingService.shippingConditions[0]).toMatchObject({ doesNotShip: true })
  expect(privacy).toEqual([])
  for (const path of ['/', '/shop', '/about']) {
    const { links } = await headOf(request, path)
    const feed = links.find(({ rel, type }) => rel === 'alternate' && type === 'application/rss+xml')
    expect((await request.get(feed?.href ?? '')).headers()['content-type']).toMatch(/^application\/rss\+xml/)
  }
})

type Head = {
  title: string
  metas: Record<string, string | undefined>
  links: Record<string, string | undefined>[]
  data: object[]
}

async function headOf(request: APIRequestContext, path: string): Promise<Head> {
  const html = await (await request.get(path)).text()
  const tags = (name: string) =>
    [...html.matchAll(new RegExp(`<${name} ([^>]*?)/?>`, 'g'))].map(([, inside = '']) =>
      Object.fromEntries(
        [...inside.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, key, value = '']) => [key, plain(value)]),
      ),
    )
  return {
    title: plain(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''),
    metas: Object.fromEntries(tags('meta').map(({ name, property, content }) => [name ?? property, content])),
    links: tags('link'),
    data: [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].flatMap(
      ([, json = '']) => JSON.parse(json),
    ),
  }
}

function canonicalOf({ links }: Head): string | null {
  const href = links.find(({ rel }) => rel === 'canonical')?.href
  return href ? new URL(href).pathname : null
}

function plain(text: string): string {
  return text.replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}

function sizesInIco(file: Buffer): number[] {
  expect(file.subarray(0, 4)).toEqual(Buffer.from([0, 0, 1, 0]))
  return Array.from({ length: file.readUInt16LE(4) }, (_, index) => file.readUInt8(6 + 16 * index))
}
