/**
 * `npm run bench -- instances`: what a second instance on one PostgreSQL database behind nginx adds to reads. The load, nginx
 * and PostgreSQL run on the same cores, so reads that cost an instance little are limited by them.
 */
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { freePorts } from '#test/torture/behind-nginx.ts'
import { startNginx } from '#test/torture/nginx.ts'
import { startPostgres } from '#test/postgres.ts'
import { startSharedSandboxes } from '#test/torture/shared-sandboxes.ts'
import { newSearchWords, responsesPerSecond } from './load.ts'
import { COMMANDS, startProduct } from './server.ts'
import { prepareShop } from './stock.ts'
import type { Row } from './table.ts'

const ROUNDS = 5
const DURATION_MS = 3000
/** Until V8 has compiled what the instances run often, which takes threads of its own. */
const WARM_UP_MS = 12_000

const READS: Record<string, (word: string) => string> = {
  'a page that is rendered': (word) => `/shop?${word}`,
  'a search for new words': (word) => `/api/products?keyword=${word}`,
  'a cached page': () => '/shop',
}

/** Measures one and two instances by turns. @param cache a folder on the disk to measure on */
export async function measureInstances(cache: string): Promise<Row[]> {
  const folder = await mkdtemp(join(cache, 'bench-instances-'))
  const postgres = await startPostgres()
  const stops: (() => Promise<void>)[] = []
  try {
    await postgres.createDatabase('instances')
    const databaseUrl = postgres.url('instances')
    await prepareShop(join(folder, '1'), 1, databaseUrl)
    const [oneAlone = 0, both = 0, ...ports] = await freePorts(4)
    // Sandboxes of its own keep a second instance from starting.
    const sandboxes = await startSharedSandboxes(join(folder, 'sandboxes'), `http://127.0.0.1:${both}`)
    stops.push(sandboxes.close)
    const [program = '', ...rest] = COMMANDS.node
    const command = [program, '--import=./bench/every-query.ts', ...rest]
    for (const [index, port] of ports.entries()) {
      const own = { TRUST_PROXY: '127.0.0.1', UPLOAD_DIR: join(folder, 'uploads'), RUN_SOURCES: '1' }
      const settings = { ...sandboxes.env, ...own }
      const dataDir = join(folder, String(index + 1))
      stops.push((await startProduct(dataDir, { command, databaseUrl, port, settings })).stop)
    }
    stops.push((await startNginx({ port: oneAlone, upstreams: ports.slice(0, 1) })).stop)
    stops.push((await startNginx({ port: both, upstreams: ports })).stop)
    return await compare(oneAlone, both)
  } finally {
    for (const stop of stops.toReversed()) await stop()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function compare(one: number, two: number): Promise<Row[]> {
  const word = newSearchWords()
  const rows: Row[] = []
  for (const [name, path] of Object.entries(READS)) {
    const rate = (port: number, milliseconds = DURATION_MS) =>
      responsesPerSecond(port, () => path(word()), milliseconds)
    await rate(two, WARM_UP_MS)
    const figures: number[] = []
    const alone: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      alone.push(await rate(one))
      figures.push(await rate(two))
    }
    rows.push({
      name: `${name}, two instances`,
      figures,
      unit: '/s',
      reference: { name: 'one instance', unit: '/s', figures: alone },
      target: { of: 'ratio', limit: 'at least', value: 1.7 },
    })
  }
  return rows
}
