/**
 * `npm run bench`: compares the built product with a minimal `node:http` server and with the disk, in one run on one
 * machine, as a table of medians. Then measures lists, orders, backup and restore of shops with years of data. `-- --quick` runs one short round
 * instead of three and skips the lists. `-- lists` measures only the lists.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { measureLists, measureProducts } from './admin.ts'
import { fdatasyncRate } from './disk.ts'
import { measureBackup } from './backup.ts'
import { BACKUP_SIZES, MANY_PRODUCTS, SIZES, type Sizes } from './fill.ts'
import { fillPlace, withPlaces } from './filled.ts'
import { compareOrders } from './full-shop.ts'
import { responsesPerSecond, sampleOf, startBare, type Paths } from './load.ts'
import { completedPerSecond, fillCarts, whilePlacing, type Buyer } from './orders.ts'
import { p99Of } from './probe.ts'
import { Figures, ROWS, type RowName } from './rows.ts'
import { COMMANDS, startProduct } from './server.ts'
import { prepareShop, type PreparedShop } from './stock.ts'
import { notes, table } from './table.ts'

const quick = process.argv.includes('--quick')
const listsOnly = process.argv.includes('lists')
const ROUNDS = quick ? 1 : 3
const DURATION_MS = quick ? 1000 : 2000
const BUYERS = 64
const PAYING_BUYERS = 32

// In the repository, and therefore on the disk of the shop's data folder. /tmp may be in memory.
const CACHE = join(import.meta.dirname, '../.cache')

async function main(): Promise<void> {
  mkdirSync(CACHE, { recursive: true })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
  print(heading())
  if (!listsOnly) await compareWithBareServer()
  if (!quick) await lists()
}

/** Measures the public pages and orders, compared with a minimal server and the disk. */
async function compareWithBareServer(): Promise<void> {
  const dataDir = mkdtempSync(join(CACHE, 'bench-'))
  const figures = new Figures()
  process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  const prepared = await prepareShop(dataDir, BUYERS)
  await coldStarts(figures, dataDir)
  await underLoad(figures, dataDir, prepared)
  print(`\n${table(figures.rows)}\n${notes(figures.rows)}`)
}

/** Measures shops with years of data on each database: lists, orders, backup and restore. */
async function lists(): Promise<void> {
  for (const database of ['SQLite', 'PostgreSQL'] as const) {
    await withPlaces(database, CACHE, async (newPlace) => {
      progress(`filling a shop on ${database}`)
      const filled = await fillPlace(await newPlace(), SIZES)
      progress(`the lists on ${database}`)
      print(`\n  ${described(database, SIZES)}\n\n${table(await measureLists(filled))}`)
      progress(`orders on ${database}`)
      print(`\n${table([await compareOrders(filled, await newPlace())])}`)
      progress(`backup on ${database}`)
      const source = await fillPlace(await newPlace(), BACKUP_SIZES)
      print(
        `\n  ${described(database, BACKUP_SIZES)}\n\n${table(await measureBackup(source, await newPlace()))}`,
      )
      progress(`the product list on ${database}`)
      const many = await fillPlace(await newPlace(), MANY_PRODUCTS)
      print(`\n  ${described(database, MANY_PRODUCTS)}\n\n${table(await measureProducts(many))}`)
    })
  }
}

function described(database: string, { products, orders, users }: Sizes): string {
  const [p, o, u] = [products, orders, users].map((count) => count.toLocaleString('en-US'))
  return `${database}: ${p} products, ${o} orders, ${u} users`
}

/** Measures starts with an existing data folder, directly with `node` and through npm. */
async function coldStarts(figures: Figures, dataDir: string): Promise<void> {
  await (await startProduct(dataDir)).stop()
  for (let round = 1; round <= ROUNDS; round++) {
    progress(`start ${round} of ${ROUNDS}`)
    const byNode = await startProduct(dataDir)
    figures.add('nodeStart', byNode.firstResponseMs / 1000)
    await pause(1000)
    figures.add('started', byNode.residentMb())
    await byNode.stop()
    const byNpm = await startProduct(dataDir, { command: COMMANDS.npm })
    figures.add('npmStart', byNpm.firstResponseMs / 1000)
    await byNpm.stop()
  }
}

/** Measures all rounds with the same running server. */
async function underLoad(figures: Figures, dataDir: string, prepared: PreparedShop): Promise<void> {
  const shop = await startProduct(dataDir)
  try {
    const buyers = await fillCarts(shop.port, prepared)
    const subjects = readSubjects(prepared)
    for (let round = 1; round <= ROUNDS; round++) {
      for (const subject of subjects) {
        progress(`round ${round} of ${ROUNDS}: ${ROWS[subject.row].name}`)
        await measureReads(figures, shop.port, subject)
      }
      progress(`round ${round} of ${ROUNDS}: orders`)
      await measureOrders(figures, shop.port, buyers, dataDir)
    }
    for (const { client } of buyers) client.close()
    figures.add('loaded', shop.residentMb())
  } finally {
    await shop.stop()
  }
}

type Subject = {
  row: RowName
  paths: Paths
  /** The bare server copies the size and type of the responses to these paths. */
  like: readonly string[]
}

function readSubjects({ productIds, names }: PreparedShop): Subject[] {
  const pages = ['/', '/shop']
  const list = [1, 2].map((page) => `/api/products?pageNumber=${page}`)
  const detail = productIds.map((id) => `/api/products/${id}`)
  const search = names.map((name) => `/api/products?keyword=${encodeURIComponent(name)}`)
  const nextWord = newSearchWords()
  return [
    { row: 'page', paths: pages, like: pages },
    { row: 'list', paths: list, like: list },
    { row: 'detail', paths: detail, like: detail },
    { row: 'search', paths: search, like: search },
    { row: 'newSearch', paths: () => `/api/products?keyword=a%20${nextWord()}`, like: search },
    { row: 'newPage', paths: () => `/shop?${nextWord()}`, like: ['/shop'] },
  ]
}

/** Measures the product between two runs of the bare server. Compares it with the mean of these two runs. */
async function measureReads(figures: Figures, port: number, { row, paths, like }: Subject): Promise<void> {
  const bare = await startBare(await sampleOf(port, like))
  const before = await responsesPerSecond(bare.port, ['/'], DURATION_MS / 2)
  const found = await responsesPerSecond(port, paths, DURATION_MS)
  const after = await responsesPerSecond(bare.port, ['/'], DURATION_MS / 2)
  await bare.stop()
  figures.add(row, found, { name: 'bare', unit: '/s', figure: (before + after) / 2 })
}

async function measureOrders(
  figures: Figures,
  port: number,
  buyers: Buyer[],
  dataDir: string,
): Promise<void> {
  const disk = { name: 'fdatasync', unit: '/s', figure: fdatasyncRate(dataDir, DURATION_MS / 2) } as const
  const orders = await completedPerSecond(buyers, 'place', 2 * DURATION_MS)
  figures.add('orders', orders, disk)
  figures.add(
    'purchases',
    await completedPerSecond(buyers.slice(0, PAYING_BUYERS), 'buy', 2 * DURATION_MS),
    disk,
  )

  const probing = { port, paths: ['/', '/shop'], perSecond: 100, milliseconds: 2.5 * DURATION_MS }
  await p99Of({ ...probing, milliseconds: 500 })
  const idle = await p99Of(probing)
  // The target rate. At most half of the shop's maximum, because at the maximum all requests wait in a queue.
  const pace = Math.min(3 * disk.figure, orders / 2)
  const { result: busy, rate } = await whilePlacing(buyers, pace, () => p99Of(probing))
  figures.add('p99', busy, { name: 'idle', unit: 'ms', figure: idle })
  figures.add('pace', rate)
}

function heading(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown'
  return [
    `Node ${process.version}, ${process.platform} ${process.arch}, ${availableParallelism()} CPUs (${model}), shared by the product,`,
    'the bare server, the load generator, the probe and all other processes: a load of ' +
      `${loadavg()[0]!.toFixed(1)} at the start.`,
    'SQLite with full durability.',
    `${quick ? 'One short round' : `Medians of ${ROUNDS} rounds`}; 50 readers, ${BUYERS} buyers, ${PAYING_BUYERS} of them with whole purchases.\n`,
  ].join('\n')
}

/** Returns a new search word at each call, so that no cached response matches. */
function newSearchWords(): () => string {
  let count = 0
  return () => (count++).toString(36).padStart(5, 'q')
}

function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K  ${text}`)
}

function print(text: string): void {
  progress('')
  process.stdout.write(text)
}

await main()
