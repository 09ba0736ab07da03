/**
 * `npm run bench`: compares the built product with a minimal `node:http` server and with the disk, in one run on one
 * machine, as a table of medians. Then measures lists, orders and backups of shops with years of data. `-- --quick`
 * runs one short round instead of three and skips the lists. `-- lists` measures only the lists, and `-- desk` only the
 * owner's desk; `--keep FOLDER` keeps their shops for the next run. `-- instances` and `-- soak` measure two instances and
 * memory (their files say how).
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { bundleServer } from '../scripts/bundle-server.ts'
import { isBundled } from '../scripts/stamps.mjs'
import { deskTable, measureDesk } from './desk.ts'
import { measureLists } from './lists.ts'
import { fdatasyncRate } from './disk.ts'
import { measureBackup } from './backup.ts'
import { BACKUP_SIZES, DESK_SIZES, SIZES, type Sizes } from './fill.ts'
import { fillPlace, withPlaces } from './filled.ts'
import { measureInstances } from './instances.ts'
import { compareOrders } from './full-shop.ts'
import { type Paths, newSearchWords, responsesPerSecond, sampleOf, startBare } from './load.ts'
import { type Buyer, completedPerSecond, disconnect, fillCarts, whilePlacing } from './orders.ts'
import { p99Of } from './probe.ts'
import { measurePurchases, PAYING_BUYERS } from './purchases.ts'
import { WRITTEN_EVERY_MS } from './rendering.ts'
import { Figures, ROWS, type RowName } from './rows.ts'
import { COMMANDS, startProduct, type Product } from './server.ts'
import { soak } from './soak.ts'
import { prepareShop, type PreparedShop } from './stock.ts'
import { notes, table } from './table.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    keep: { type: 'string' },
    minutes: { type: 'string', default: '60' },
  },
})
const { quick, keep: keepIn = null } = values
const [task] = positionals
const ROUNDS = quick ? 1 : 3
const DURATION_MS = quick ? 1000 : 2000
const BUYERS = 64
/** Orders per second while the page's p99 is measured. */
const PACE = 300
/** Purchases measured on each database. */
const PURCHASES = quick ? 200 : 600

if (!isBundled()) await bundleServer()

// In the repository, and therefore on the disk of the shop's data folder. /tmp may be in memory.
const CACHE = join(import.meta.dirname, '../.cache')

async function main(): Promise<void> {
  mkdirSync(CACHE, { recursive: true })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
  print(heading())
  if (task === 'instances') return print(`\n${table(await measureInstances(CACHE))}\n`)
  if (task === 'soak') return soak(newFolder(), Number(values.minutes), (line) => print(`  ${line}\n`))
  if (task === undefined) await compareWithBareServer()
  if (!quick && task !== 'desk') await lists()
  if (!quick && task !== 'lists') await desk()
}

/** Measures the public pages and orders, compared with a minimal server and the disk. */
async function compareWithBareServer(): Promise<void> {
  const dataDir = newFolder()
  const figures = new Figures()
  const prepared = await prepareShop(dataDir, BUYERS)
  await coldStarts(figures, dataDir)
  await underLoad(figures, dataDir, prepared)
  await purchases(figures)
  print(`\n${table(figures.rows)}\n${notes(figures.rows)}`)
}

/** A folder that is deleted when the program ends. */
function newFolder(): string {
  const folder = mkdtempSync(join(CACHE, 'bench-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Measures shops with years of data on each database: lists, orders, backup and restore. */
async function lists(): Promise<void> {
  for (const database of ['SQLite', 'PostgreSQL'] as const) {
    await withPlaces(database, { cache: CACHE, keepIn }, async (newPlace) => {
      progress(`filling a shop on ${database}`)
      const filled = await fillPlace(await newPlace('years'), SIZES)
      progress(`the lists on ${database}`)
      print(`\n  ${described(database, SIZES)}\n\n${table(await measureLists(filled))}`)
      progress(`orders on ${database}`)
      print(`\n${table([await compareOrders(filled, await newPlace(null))])}`)
      progress(`backup on ${database}`)
      const source = await fillPlace(await newPlace('backup'), BACKUP_SIZES)
      const rows = await measureBackup(source, await newPlace(null))
      print(`\n  ${described(database, BACKUP_SIZES)}\n\n${table(rows)}`)
    })
  }
}

/** Measures the owner's desk on each database. */
async function desk(): Promise<void> {
  for (const database of ['SQLite', 'PostgreSQL'] as const) {
    await withPlaces(database, { cache: CACHE, keepIn }, async (newPlace) => {
      progress(`filling a shop on ${database}`)
      const filled = await fillPlace(await newPlace('desk'), DESK_SIZES)
      progress(`the desk on ${database}`)
      print(`\n  ${described(database, DESK_SIZES)}\n\n${deskTable(await measureDesk(filled))}`)
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
  const [program = '', ...rest] = COMMANDS.node
  const shop = await startProduct(dataDir, {
    command: [program, '--import=./bench/every-query.ts', '--import=./bench/rendering.ts', ...rest],
    // The list of queries that the first one changes is a module of the sources.
    settings: { RUN_SOURCES: '1', RENDERING_FILE: join(dataDir, 'rendering') },
  })
  try {
    const buyers = await fillCarts(shop.port, prepared)
    for (let round = 1; round <= ROUNDS; round++) {
      await measureCached(figures, shop.port, prepared)
      await measureUncached(figures, shop, { ...prepared, dataDir })
      progress(`round ${round} of ${ROUNDS}: orders`)
      await measureOrders(figures, shop.port, buyers, dataDir)
    }
    disconnect(buyers)
    figures.add('loaded', shop.residentMb())
  } finally {
    await shop.stop()
  }
}

/** Measures whole purchases with all their mails and events, on each database. */
async function purchases(figures: Figures): Promise<void> {
  const options = { count: PURCHASES, waitForEvents: !quick }
  progress('purchases on SQLite')
  const onSqlite = await measurePurchases('SQLite', CACHE, options)
  figures.add('purchases', onSqlite.buy.perSecond)
  figures.add('cpuOfPurchase', onSqlite.buy.cpuMs, ofOrder(onSqlite))
  progress('purchases on PostgreSQL')
  const onPostgres = await measurePurchases('PostgreSQL', CACHE, options)
  figures.add('purchasesOnPostgres', onPostgres.buy.perSecond)
  figures.add('cpuOfPurchaseOnPostgres', onPostgres.buy.cpuMs, ofOrder(onPostgres))
}

const ofOrder = ({ place }: { place: { cpuMs: number } }) =>
  ({ name: 'an order', unit: 'ms', figure: place.cpuMs }) as const

/** Compares cached responses with two bare servers. */
async function measureCached(figures: Figures, port: number, { productIds }: PreparedShop): Promise<void> {
  const subjects = [
    { row: 'page', path: '/shop' },
    { row: 'list', path: '/api/products' },
    { row: 'detail', path: `/api/products/${productIds[0]}` },
  ] as const
  for (const { row, path } of subjects) {
    progress(ROWS[row].name)
    const sample = await sampleOf(port, path)
    const same = await startBare(sample, false)
    const naked = await startBare(sample, true)
    const rate = (of: { port: number }) => responsesPerSecond(of.port, [path], DURATION_MS / 2)
    // Measures each server twice, in an order in which a slow phase of the machine affects all of them.
    const rates = [await rate(naked), await rate(same), await rate({ port }), await rate({ port })]
    rates.push(await rate(same), await rate(naked))
    const mean = (one: number, other: number) => (rates[one]! + rates[other]!) / 2
    figures.add(row, mean(2, 3), { name: 'bare', unit: '/s', figure: mean(1, 4) })
    figures.add(`${row}Naked`, mean(2, 3), { name: 'bare', unit: '/s', figure: mean(0, 5) })
    await Promise.all([same.stop(), naked.stop()])
  }
}

/** Measures searches, and the CPU time of pages that are rendered for each request. */
async function measureUncached(
  figures: Figures,
  shop: Product,
  { names, productIds, dataDir }: PreparedShop & { dataDir: string },
): Promise<void> {
  const slugs = await Promise.all(productIds.map((id) => slugOf(shop.port, id)))
  const word = newSearchWords()
  const measured = async (row: RowName, paths: Paths) => {
    progress(ROWS[row].name)
    let [cpu, drawn, start] = [0, 0, 0]
    const begin = () => ([cpu, drawn, start] = [shop.cpuMs(), renderingMs(dataDir), performance.now()])
    const rate = await responsesPerSecond(shop.port, paths, DURATION_MS / 2, begin)
    await pause(2 * WRITTEN_EVERY_MS)
    const count = (rate * (performance.now() - start)) / 1000
    return {
      rate,
      cpuMs: (shop.cpuMs() - cpu) / count,
      drawnMs: (renderingMs(dataDir) - drawn) / count,
    }
  }
  for (const [row, paths] of [
    ['search', names.map((name) => `/api/products?keyword=${encodeURIComponent(name)}`)],
    ['newSearch', () => `/api/products?keyword=a%20${word()}`],
  ] as [RowName, Paths][]) {
    const { rate, cpuMs } = await measured(row, paths)
    figures.add(row, rate, { name: 'per CPU', unit: '/s', figure: 1000 / cpuMs })
  }
  for (const [row, paths] of [
    ['newHome', () => `/?${word()}`],
    ['newShop', () => `/shop?${word()}`],
    ['newProduct', () => `/product/${oneOf(slugs)}?${word()}`],
    ['newFound', () => `/search/${oneOf(names)}?${word()}`],
    ...(['About', 'Gallery', 'Menu', 'Artshow', 'Music'] as const).map((name): [RowName, Paths] => [
      `new${name}`,
      () => `/${name.toLowerCase()}?${word()}`,
    ]),
  ] as [RowName, Paths][]) {
    const { cpuMs, drawnMs } = await measured(row, paths)
    figures.add(row, cpuMs, { name: 'renderToString', unit: 'ms', figure: drawnMs })
  }
}

/** The CPU time in ms that the shop has spent in `renderToString`. */
function renderingMs(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'rendering'), 'utf8'))
}

/** The product's name in the address of its page; an id there is redirected. */
async function slugOf(port: number, id: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/products/${id}`)
  return ((await response.json()) as { slug: string }).slug
}

/** One of the words at random, encoded for a URL. */
function oneOf(words: string[]): string {
  return encodeURIComponent(words[Math.floor(Math.random() * words.length)]!)
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

  const probing = { port, paths: ['/', '/shop'], perSecond: 100, milliseconds: 2.5 * DURATION_MS }
  await p99Of({ ...probing, milliseconds: 500 })
  const idle = await p99Of(probing)
  // The target rate, or half of the shop's maximum: at the maximum all requests wait in a queue.
  const pace = Math.min(PACE, orders / 2)
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
    `${quick ? 'One short round' : `Medians of ${ROUNDS} rounds`}; 50 readers, ${BUYERS} buyers; whole purchases by ${PAYING_BUYERS}.\n`,
  ].join('\n')
}

function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K  ${text}`)
}

function print(text: string): void {
  progress('')
  process.stdout.write(text)
}

await main()
