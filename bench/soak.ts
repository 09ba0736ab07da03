/**
 * `npm run bench -- soak`: whether memory stays flat during an hour of mixed load and then during requests for 100,000
 * different addresses. `--minutes` shortens the hour.
 */
import { Client, request } from './client.ts'
import { newSearchWords } from './load.ts'
import { startProduct, type Product } from './server.ts'
import { prepareShop } from './stock.ts'

const CONNECTIONS = 8
const ADDRESSES = 100_000
const SAMPLES = 20

const pick = (of: readonly string[], turn: number) => encodeURIComponent(of[turn % of.length]!)

/** Prints the memory of the shop 20 times in each part. @param dataDir an empty folder */
export async function soak(dataDir: string, minutes: number, print: (line: string) => void): Promise<void> {
  const { productIds, names } = await prepareShop(dataDir, 1)
  const shop = await startProduct(dataDir)
  const word = newSearchWords()
  const distinct = [
    () => `/shop?${word()}`,
    (turn: number) => `/product/${pick(productIds, turn)}?${word()}`,
    () => `/search/${word()}`,
    () => `/api/products?keyword=${word()}`,
    () => `/product/${word()}`,
    () => `/${word()}`,
  ]
  const mixed = [
    ...['/', '/shop', '/menu', '/subscribe', '/api/products', '/cart'].map((path) => () => path),
    (turn: number) => `/api/products/${pick(productIds, turn)}`,
    (turn: number) => `/search/${pick(names, turn)}`,
    ...distinct,
  ]
  const sample = (asked: number) =>
    print(`${asked.toLocaleString('en-US')} requests: ${shop.residentMb().toFixed(0)} MB`)
  try {
    const every = (minutes * 60_000) / SAMPLES
    const start = performance.now()
    let due = every
    await load(shop, mixed, (asked) => {
      const passed = performance.now() - start
      if (passed < due) return true
      due += every
      sample(asked)
      return passed < minutes * 60_000
    })
    await load(shop, distinct, (asked) => {
      if (asked % (ADDRESSES / SAMPLES) === 0) sample(asked)
      return asked < ADDRESSES
    })
  } finally {
    await shop.stop()
  }
}

/** Sends requests on several connections until `goOn`, which gets the number of responses so far, returns false. */
async function load(
  shop: Product,
  paths: readonly ((turn: number) => string)[],
  goOn: (asked: number) => boolean,
): Promise<void> {
  let [turn, asked, isOver] = [0, 0, false]
  const loops = Array.from({ length: CONNECTIONS }, async () => {
    const client = new Client(shop.port)
    while (!isOver) {
      const path = paths[++turn % paths.length]!(turn)
      const { status } = await client.ask(request({ path }))
      if (status >= 500) throw new Error(`Status ${status} for ${path}`)
      isOver ||= !goOn(++asked)
    }
    client.close()
  })
  await Promise.all(loops)
}
