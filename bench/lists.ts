/**
 * Measures a shop with years of data: all lists of admins with their last pages and searches, the admin's home and money
 * page, and the public product pages without the cache.
 */
import { api } from '#shared/start/api.ts'
import { adminHome } from '#shared/backoffice/api/admin.ts'
import { isFile, type Endpoint } from '#shared/platform/api/endpoint.ts'
import { inbox } from '#shared/mail/api/inbox.ts'
import { labels } from '#shared/shipping/api/labels.ts'
import { mail } from '#shared/mail/api/mail.ts'
import { money } from '#shared/payments/api/money.ts'
import { orderAdmin } from '#shared/checkout/api/order-admin.ts'
import { orders } from '#shared/checkout/api/orders.ts'
import { productAdmin } from '#shared/catalog/api/product-admin.ts'
import { products, type Product as Listed } from '#shared/catalog/api/products.ts'
import { changeLog } from '#shared/platform/api/change-log.ts'
import { reviewAdmin } from '#shared/catalog/api/review-admin.ts'
import { urlOf } from '#shared/platform/api/url.ts'
import { users } from '#shared/people/api/users.ts'
import { dayOf } from '#shared/kernel/dates.ts'
import { Client, json, request } from './client.ts'
import type { Filled } from './filled.ts'
import { startProduct, type Product } from './server.ts'
import type { Row } from './table.ts'

const MAX_MS = 50
const REPEATS = 15
/** Slow responses are repeated less often. */
const MAX_REPEATING_MS = 2000
const DAY_MS = 24 * 3600 * 1000

type Query = { endpoint: Endpoint; query?: Record<string, string | number> }

/** What admins look at, in addition to the plain lists: single pages, and lists with filters. */
const FILTERED: Query[] = [
  { endpoint: adminHome.today },
  { endpoint: adminHome.waiting },
  { endpoint: money.books },
  { endpoint: labels.queue },
  { endpoint: orders.mine },
  { endpoint: orders.list, query: { keyword: 'silva' } },
  { endpoint: orders.list, query: { keyword: 'ann silva' } },
  { endpoint: orders.list, query: { keyword: 'buyer' } },
  { endpoint: orders.list, query: { keyword: 'nobody at all' } },
  { endpoint: orders.list, query: { state: 'shipped' } },
  { endpoint: orders.list, query: { state: 'delivered', keyword: 'silva' } },
  { endpoint: orderAdmin.sales, query: { from: dayBefore(120), to: dayBefore(30) } },
  { endpoint: productAdmin.list, query: { keyword: 'kenya' } },
  { endpoint: productAdmin.list, query: { show: 'low' } },
  { endpoint: productAdmin.words },
  { endpoint: users.search, query: { keyword: 'silva' } },
  { endpoint: users.search, query: { keyword: 'nobody at all' } },
  { endpoint: inbox.list, query: { keyword: 'silva' } },
  { endpoint: inbox.list, query: { status: 'new' } },
  { endpoint: mail.list, query: { state: 'sent' } },
  { endpoint: mail.list, query: { kind: 'message' } },
  { endpoint: changeLog.list, query: { subject: 'menu' } },
  { endpoint: reviewAdmin.list, query: { keyword: 'kenya' } },
  { endpoint: reviewAdmin.list, query: { show: 'hidden' } },
  { endpoint: reviewAdmin.list, query: { by: 'buyers' } },
  { endpoint: reviewAdmin.list, query: { by: 'others' } },
]

/** Public data whose responses are all cached. An unused parameter avoids the cache. */
const PUBLIC_FILES = ['/api/products/top', '/sitemap.xml', '/feeds/products.xml', '/feeds/coffees.xml']

function dayBefore(days: number): string {
  return dayOf(new Date(Date.now() - days * DAY_MS))
}

/**
 * Every endpoint that returns a paginated list to admins. New endpoints are included automatically, except lists of one
 * record, such as the bags of a recalled lot: the filled shop has no roastery.
 */
function lists(): Query[] {
  const all = Object.values(api).flatMap((contract) => Object.values(contract) as Endpoint[])
  return all
    .filter(({ method, access, reply }) => method === 'GET' && access === 'admin' && !isFile(reply))
    .filter(({ path }) => !path.includes(':'))
    .filter(({ query }) => query && 'pageNumber' in (query._zod.def as unknown as { shape: object }).shape)
    .map((endpoint) => ({ endpoint }))
}

/** Measures a filled shop. Returns a row for each list and page; the reference of a row is the CPU time of a response. */
export async function measureLists({ dataDir, databaseUrl, cookie }: Filled): Promise<Row[]> {
  const shop = await startProduct(dataDir, { databaseUrl })
  const client = new Client(shop.port)
  try {
    const measuring = { shop, client, cookie }
    return [...(await measureQueries(measuring)), ...(await measurePublic(measuring))]
  } finally {
    client.close()
    await shop.stop()
  }
}

type Measuring = { shop: Product; client: Client; cookie: string }

async function measureQueries(measuring: Measuring): Promise<Row[]> {
  const rows: Row[] = []
  for (const { endpoint, query = {} } of [...lists(), ...FILTERED]) {
    const name = urlOf(endpoint, { query })
    const { pages = 1 } = await read<{ pages?: number }>(measuring, name)
    rows.push(await timed(measuring, name, () => name))
    if (pages < 2) continue
    const back = (repeat: number) => Math.max(2, pages - repeat)
    const pathOf = (repeat: number) => urlOf(endpoint, { query: { ...query, pageNumber: back(repeat) } })
    rows.push(await timed(measuring, `  page ${pages.toLocaleString('en-US')} and before`, pathOf))
  }
  const everyone = await timed(measuring, `${urlOf(users.list, {})}, the whole list`, () =>
    urlOf(users.list, {}),
  )
  return [...rows, { ...everyone, target: undefined }]
}

const listed = (pageNumber: number, keyword = '') => urlOf(products.list, { query: { pageNumber, keyword } })
const one = (id: string) => urlOf(products.one, { params: { id } })

/** The paths of a filtered list. Spaces around a keyword are ignored, so each repeat is a new URL. */
const found = (query: Record<string, string>) => (repeat: number) =>
  urlOf(products.find, { query: { ...query, keyword: (query.keyword ?? '') + ' '.repeat(repeat + 1) } })

/** Measures what visitors get when it is not in the cache. */
async function measurePublic(measuring: Measuring): Promise<Row[]> {
  // Spaces around a keyword are ignored, so each repeat is a new URL with the same response.
  const searched = (word: string) => (repeat: number) => listed(1, word + ' '.repeat(repeat + 1))
  const { pages } = await read<{ pages: number }>(measuring, listed(1))
  const shown = await read<{ products: Listed[] }>(measuring, listed(pages - 1))
  // In the filled shop, a tenth of all reviews are about the oldest product.
  const { products: oldest } = await read<{ products: Listed[] }>(measuring, listed(pages))
  const rows = [
    await timed(measuring, 'public list', searched('')),
    await timed(measuring, `  page ${pages.toLocaleString('en-US')} and before`, (repeat) =>
      listed(pages - repeat - 2),
    ),
    await timed(measuring, 'public search, many matches', searched('kenya')),
    await timed(measuring, 'public search, no match', searched('nothing at all')),
    await timed(measuring, 'filters and their counts', found({ process: 'washed,natural', sort: 'price' })),
    await timed(measuring, 'search with a typing error', found({ keyword: 'choclate' })),
    await timed(measuring, 'product', (repeat) => `${one(shown.products[0]!._id)}?${repeat}`),
    await timed(
      measuring,
      'product with thousands of reviews',
      (repeat) => `${one(oldest.at(-1)!._id)}?${repeat}`,
    ),
    await timed(measuring, 'page of the shop', (repeat) => `/shop?${repeat}`),
    await timed(measuring, 'page of a search', (repeat) => `/search/kenya?${repeat}`),
  ]
  for (const path of PUBLIC_FILES) rows.push(await timed(measuring, path, (repeat) => `${path}?${repeat}`))
  return rows
}

async function read<T>({ client, cookie }: Measuring, path: string): Promise<T> {
  return json(await client.ask(request({ path, cookie, encodings: 'identity' })), 200) as T
}

/**
 * Measures as many responses as the median needs, after one to warm up. The reference is the mean CPU time of a
 * response in the shop's process, which other load on the machine hardly changes.
 * @param pathOf a different path for each repeat, if the response is cached
 */
async function timed(
  { shop, client, cookie }: Measuring,
  name: string,
  pathOf: (repeat: number) => string,
): Promise<Row> {
  const figures: number[] = []
  await client.ask(request({ path: pathOf(0), cookie }))
  const before = { at: performance.now(), cpuMs: shop.cpuMs() }
  while (figures.length < REPEATS && performance.now() - before.at < MAX_REPEATING_MS) {
    const path = pathOf(figures.length + 1)
    const bytes = request({ path, cookie })
    const start = performance.now()
    const { status } = await client.ask(bytes)
    figures.push(performance.now() - start)
    if (status !== 200) throw new Error(`${path} returned ${status}`)
  }
  const cpuMs = (shop.cpuMs() - before.cpuMs) / figures.length
  const reference = { name: 'CPU', unit: 'ms' as const, figures: figures.map(() => cpuMs) }
  return { name, figures, unit: 'ms', reference, target: { of: 'figure', limit: 'at most', value: MAX_MS } }
}
