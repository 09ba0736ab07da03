/** Shows whether the shop's memory stays flat: during mixed load, and during requests for many different URLs. */
import { Client, request } from './client.ts'
import { newSearchWords } from './load.ts'
import type { Product } from './server.ts'
import type { PreparedShop } from './stock.ts'

const CONNECTIONS = 8
const SAMPLES = 20

type Print = (text: string) => void

/** Requests cached and uncached pages, data, searches and 404s for some minutes; prints the memory 20 times. */
export async function mixedLoad(
  shop: Product,
  prepared: PreparedShop,
  minutes: number,
  print: Print,
): Promise<void> {
  const end = performance.now() + minutes * 60_000
  const every = (minutes * 60_000) / SAMPLES
  let next = performance.now() + every
  await load(shop, prepared, (asked) => {
    if (performance.now() < next) return true
    next += every
    print(`${((end - next + every) / 60_000).toFixed(1)} minutes left: ${describe(shop, asked)}`)
    return performance.now() < end
  })
}

/** Requests `count` URLs, each of them once; prints the memory 20 times. */
export async function distinctUrls(
  shop: Product,
  prepared: PreparedShop,
  count: number,
  print: Print,
): Promise<void> {
  const every = Math.max(1, Math.floor(count / SAMPLES))
  await load(shop, { ...prepared, isDistinct: true }, (asked) => {
    if (asked % every === 0) print(describe(shop, asked))
    return asked < count
  })
}

function describe(shop: Product, asked: number): string {
  return `${asked.toLocaleString('en-US')} requests, ${shop.residentMb().toFixed(0)} MB\n`
}

/** Sends requests on several connections until `goOn`, which gets the number of responses so far, returns false. */
async function load(
  shop: Product,
  prepared: PreparedShop & { isDistinct?: boolean },
  goOn: (asked: number) => boolean,
): Promise<void> {
  const next = paths(prepared)
  let asked = 0
  let isOver = false
  const loops = Array.from({ length: CONNECTIONS }, async () => {
    const client = new Client(shop.port)
    while (!isOver) {
      const { status } = await client.ask(request({ path: next() }))
      if (status >= 500) throw new Error(`Status ${status}`)
      isOver ||= !goOn(++asked)
    }
    client.close()
  })
  await Promise.all(loops)
}

function paths({
  productIds,
  names,
  isDistinct = false,
}: PreparedShop & { isDistinct?: boolean }): () => string {
  const word = newSearchWords()
  let turn = 0
  const one = (of: string[]) => encodeURIComponent(of[turn % of.length]!)
  const distinct = [
    () => `/shop?${word()}`,
    () => `/product/${one(productIds)}?${word()}`,
    () => `/search/${word()}`,
    () => `/api/products?keyword=${word()}`,
    () => `/product/${word()}`,
    () => `/${word()}`,
  ]
  const repeated = [
    () => '/',
    () => '/shop',
    () => `/product/${one(productIds)}`,
    () => `/search/${one(names)}`,
    () => '/api/products',
    () => `/api/products/${one(productIds)}`,
  ]
  const all = isDistinct ? distinct : [...repeated, ...repeated, ...distinct]
  return () => all[turn++ % all.length]!()
}
