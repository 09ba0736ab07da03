/**
 * Measures the owner's desk in a shop of three years: each list sorted by each of its columns, on the first page and in the
 * middle; all other lists; accounts of wholesale; the search with each kind
 * of text; and Today.
 */
import { api } from '#shared/start/api.ts'
import { adminHome } from '#shared/backoffice/api/admin.ts'
import { deskSearch } from '#shared/backoffice/api/desk-search.ts'
import { orders } from '#shared/checkout/api/orders.ts'
import { users } from '#shared/people/api/users.ts'
import { dayOf } from '#shared/kernel/dates.ts'
import { addDays } from '#shared/kernel/days.ts'
import { deliveries } from '#shared/wholesale/api/deliveries.ts'
import { ledger } from '#shared/wholesale/api/ledger.ts'
import { isFile, type Endpoint } from '#shared/platform/api/endpoint.ts'
import { urlOf } from '#shared/platform/api/url.ts'
import { Client, json, request } from './client.ts'
import type { Filled } from './filled.ts'
import { startProduct } from './server.ts'

/** The most that 95 of 100 answers may take, in milliseconds. */
const MAX_P95 = 50
const REPEATS = 40
/** Slow responses are repeated less often. */
const MAX_REPEATING_MS = 6000

/** Times in milliseconds. `cpu` is the mean CPU time of an answer in the shop's process, which other load hardly changes. */
export type Timing = { name: string; p50: number; p95: number; cpu: number }

type Desk = { ask: (path: string) => Promise<unknown>; cpuMs: () => number }

export async function measureDesk({ dataDir, databaseUrl, cookie }: Filled): Promise<Timing[]> {
  const shop = await startProduct(dataDir, { databaseUrl })
  const client = new Client(shop.port)
  const desk: Desk = {
    ask: async (path) => json(await client.ask(request({ path, cookie, encodings: 'identity' })), 200),
    cpuMs: shop.cpuMs,
  }
  try {
    return [
      ...(await measureSorted(desk)),
      // Not first: the database is still reading its tables into memory then.
      await figuresOf(desk, 'Today', () => urlOf(adminHome.today, {})),
      ...(await measureOthers(desk)),
      ...(await measureSearch(desk)),
    ]
  } finally {
    client.close()
    await shop.stop()
  }
}

const everyList = (Object.values(api).flatMap((contract) => Object.values(contract)) as Endpoint[]).filter(
  ({ method, access, path, reply }) =>
    method === 'GET' &&
    !['public', 'user', 'buyer'].includes(access) &&
    !isFile(reply) &&
    !path.includes(':'),
)

type Shape = Record<string, { _zod: { def: { innerType?: { _zod: { def: { entries?: object } } } } } }>
const queryOf = ({ query }: Endpoint) =>
  (query?._zod.def as unknown as { shape?: Shape } | undefined)?.shape ?? {}

async function measureSorted(desk: Desk): Promise<Timing[]> {
  const timings: Timing[] = []
  for (const endpoint of everyList) {
    const { sort, pageNumber } = queryOf(endpoint)
    if (!sort || !pageNumber) continue
    const columns = Object.keys(sort._zod.def.innerType?._zod.def.entries ?? {})
    for (const column of columns) {
      const at = (page: number, repeat: number) =>
        urlOf(endpoint, {
          query: { sort: column, order: repeat % 2 === 0 ? 'asc' : 'desc', pageSize: '25', pageNumber: page },
        })
      const { pages } = (await desk.ask(at(1, 0))) as { pages: number }
      const name = `${endpoint.path} by ${column}`
      timings.push(await figuresOf(desk, name, (repeat) => at(1, repeat)))
      const middle = Math.ceil(pages / 2)
      if (pages > 2)
        timings.push(await figuresOf(desk, `  page ${middle} of ${pages}`, (repeat) => at(middle, repeat)))
    }
  }
  return timings
}

/** The specification defines no pages for this list. */
const UNPAGED = new Set<Endpoint>([users.list])

/** All lists as they are first opened, and lists with a filter. */
async function measureOthers(desk: Desk): Promise<Timing[]> {
  const opened = everyList
    .filter((endpoint) => !UNPAGED.has(endpoint) && endpoint.path !== adminHome.today.path)
    .filter(({ query }) => query === undefined || query.safeParse({}).success)
    .map((endpoint) => urlOf(endpoint, {}))
  const filtered = [
    urlOf(orders.list, { query: { keyword: 'silva' } }),
    urlOf(orders.list, { query: { keyword: 'ann', sort: 'total' } }),
    urlOf(orders.list, { query: { keyword: 'nobody at all' } }),
    urlOf(orders.list, { query: { state: 'delivered', sort: 'total' } }),
    urlOf(orders.list, { query: { state: 'paid', sort: 'delivered' } }),
    urlOf(users.search, { query: { keyword: 'silva', sort: 'email' } }),
  ]
  const timings: Timing[] = []
  for (const path of [...opened, ...filtered, ...(await wholesalePaths(desk))])
    timings.push(await figuresOf(desk, path, () => path))
  return timings
}

/** The ledger of an account, a year of its statement, ageing of earlier days, and the deliveries of today. */
async function wholesalePaths(desk: Desk): Promise<string[]> {
  const today = dayOf(new Date())
  const { accounts } = (await desk.ask(urlOf(ledger.ageing, {}))) as { accounts: { _id: string }[] }
  const of = { params: { id: accounts[0]!._id } }
  return [
    urlOf(ledger.account, of),
    urlOf(ledger.statement, { ...of, query: { from: addDays(today, -365), until: today } }),
    ...[30, 365, 900].map((days) => urlOf(ledger.ageing, { query: { day: addDays(today, -days) } })),
    urlOf(deliveries.day, { params: { day: today } }),
  ]
}

async function measureSearch(desk: Desk): Promise<Timing[]> {
  const { orders: found } = (await desk.ask(urlOf(orders.list, { query: { pageNumber: 900 } }))) as {
    orders: { _id: string; number: string; user: { name: string; email: string } }[]
  }
  const [{ _id: id, number, user }] = found as [(typeof found)[number]]
  const texts = {
    'order number': number,
    'beginning of a number': number.slice(0, 3),
    'id of an order': id,
    email: user.email,
    'tracking number': `92${id}`,
    'full name': user.name,
    'first name': 'ann',
    'beginning of a name': 'naka',
    product: 'kenya',
    phone: '703 555 0100',
    'two letters': 'an',
    'one letter': 'a',
    code: 'CODE12',
    'no hit': 'zzyzx nobody',
    'many words': 'the best cup of the year',
  }
  const timings: Timing[] = []
  for (const [what, text] of Object.entries(texts))
    timings.push(await figuresOf(desk, `search: ${what}`, () => urlOf(deskSearch.find, { query: { text } })))
  return timings
}

/** A list that fails has no figures, so that one of them does not end the measurement. */
async function figuresOf(desk: Desk, name: string, pathOf: (repeat: number) => string): Promise<Timing> {
  try {
    return { name, ...(await timed(desk, pathOf)) }
  } catch (error) {
    return { name: `${name}: ${String(error)}`, p50: Number.NaN, p95: Number.NaN, cpu: Number.NaN }
  }
}

async function timed(
  { ask, cpuMs }: Desk,
  pathOf: (repeat: number) => string,
): Promise<Omit<Timing, 'name'>> {
  const figures: number[] = []
  for (const repeat of [0, 1]) await ask(pathOf(repeat))
  const start = performance.now()
  const before = cpuMs()
  while (figures.length < REPEATS && performance.now() - start < MAX_REPEATING_MS) {
    const path = pathOf(figures.length)
    const asked = performance.now()
    await ask(path)
    figures.push(performance.now() - asked)
  }
  const cpu = (cpuMs() - before) / figures.length
  figures.sort((a, b) => a - b)
  const at = (share: number) => figures[Math.ceil(figures.length * share) - 1]!
  return { p50: at(0.5), p95: at(0.95), cpu }
}

const cell = (value: number) => value.toFixed(1).padStart(8)

/** A table of the timings, with those over the limit marked. */
export function deskTable(timings: Timing[]): string {
  const width = Math.max(...timings.map(({ name }) => name.length))
  const lines = timings.map(
    ({ name, p50, p95, cpu }) =>
      `  ${name.padEnd(width)}${cell(p50)}${cell(p95)}${cell(cpu)}  ${p95 <= MAX_P95 ? 'ok' : `over ${MAX_P95} ms`}\n`,
  )
  return `  ${''.padEnd(width)}  p50 ms  p95 ms  CPU ms\n${lines.join('')}`
}
