/** Measures the admin lists of a shop with years of data: first pages, last pages and searches. */
import { api } from '#shared/api/api.ts'
import { adminHome } from '#shared/api/admin.ts'
import { isFile, type Endpoint } from '#shared/api/endpoint.ts'
import { inbox } from '#shared/api/inbox.ts'
import { mail } from '#shared/api/mail.ts'
import { orderAdmin } from '#shared/api/order-admin.ts'
import { orders } from '#shared/api/orders.ts'
import { productAdmin } from '#shared/api/product-admin.ts'
import { products } from '#shared/api/products.ts'
import { record } from '#shared/api/record.ts'
import { urlOf } from '#shared/api/url.ts'
import { users } from '#shared/api/users.ts'
import { Client, json, request } from './client.ts'
import type { Filled } from './filled.ts'
import { startProduct } from './server.ts'
import type { Row } from './table.ts'

const MAX_MS = 50
const REPEATS = 15

type Query = { endpoint: Endpoint; query?: Record<string, string | number> }

/** Filters that admins use, in addition to the plain lists. */
const FILTERED: Query[] = [
  { endpoint: adminHome.today },
  { endpoint: users.list },
  { endpoint: orders.list, query: { keyword: 'silva' } },
  { endpoint: orders.list, query: { keyword: 'nobody at all' } },
  { endpoint: orders.list, query: { state: 'shipped' } },
  { endpoint: orderAdmin.sales, query: { from: '2026-01-01', to: '2026-03-31' } },
  { endpoint: productAdmin.list, query: { keyword: 'kenya' } },
  { endpoint: productAdmin.list, query: { show: 'low' } },
  { endpoint: users.search, query: { keyword: 'silva' } },
  { endpoint: inbox.list, query: { keyword: 'silva' } },
  { endpoint: mail.list, query: { state: 'sent' } },
  { endpoint: record.list, query: { subject: 'menu' } },
]

/** Every endpoint that returns a paginated list to admins. New endpoints are included automatically. */
function lists(): Query[] {
  const all = Object.values(api).flatMap((contract) => Object.values(contract) as Endpoint[])
  return all
    .filter(({ method, access, reply }) => method === 'GET' && access === 'admin' && !isFile(reply))
    .filter(({ query }) => query && 'pageNumber' in (query._zod.def as unknown as { shape: object }).shape)
    .map((endpoint) => ({ endpoint }))
}

/** Measures the admin lists of a filled shop. Returns one row per list and page. */
export function measureLists(filled: Filled): Promise<Row[]> {
  return measure(filled, [...lists(), ...FILTERED])
}

/** Measures the visitors' product list, with far more products than a real shop has. */
export function measureProducts(filled: Filled): Promise<Row[]> {
  return measure(filled, [{ endpoint: products.list }])
}

async function measure({ dataDir, databaseUrl, cookie }: Filled, queries: Query[]): Promise<Row[]> {
  const shop = await startProduct(dataDir, { databaseUrl })
  try {
    return await measureQueries(shop.port, cookie, queries)
  } finally {
    await shop.stop()
  }
}

async function measureQueries(port: number, cookie: string, queries: Query[]): Promise<Row[]> {
  const client = new Client(port)
  const rows: Row[] = []
  for (const { endpoint, query = {} } of queries) {
    const name = urlOf(endpoint, { query })
    const first = await timed(client, cookie, () => name)
    rows.push(row(name, first.times))
    if (first.pages < 2) continue
    // A different page each time, so that no response comes from a cache.
    const last = await timed(client, cookie, (repeat) =>
      urlOf(endpoint, { query: { ...query, pageNumber: Math.max(2, first.pages - repeat) } }),
    )
    rows.push(row(`  page ${first.pages.toLocaleString('en-US')} and before`, last.times))
  }
  client.close()
  return rows
}

/** Sends one request to warm up, then as many as the median needs. */
async function timed(
  client: Client,
  cookie: string,
  pathOf: (repeat: number) => string,
): Promise<{ times: number[]; pages: number }> {
  const first = request({ path: pathOf(0), cookie })
  const { pages = 1 } = json(await client.ask(first), 200) as { pages?: number }
  const times: number[] = []
  for (let repeat = 1; repeat <= REPEATS; repeat++) {
    const bytes = request({ path: pathOf(repeat), cookie })
    const start = performance.now()
    await client.ask(bytes)
    times.push(performance.now() - start)
  }
  return { times, pages }
}

/** A row with the median and the fastest time. The fastest time is the cost without other load on the machine. */
function row(name: string, figures: number[]): Row {
  const fastest = Math.min(...figures)
  return {
    name,
    figures,
    unit: 'ms',
    reference: { name: 'fastest', unit: 'ms', figures: figures.map(() => fastest) },
    target: { of: 'figure', limit: 'at most', value: MAX_MS },
  }
}
