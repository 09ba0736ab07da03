/**
 * `npm run bench -- instances`: one, two and three instances on one PostgreSQL database behind nginx. Shows what an
 * instance adds, and what each response costs all instances in CPU time. The load, nginx and PostgreSQL run on the same
 * machine, so the CPU time says more about larger machines than the rates do.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { freePorts } from '#test/torture/behind-nginx.ts'
import { startNginx } from '#test/torture/nginx.ts'
import { startPostgres } from '#test/postgres.ts'
import { SENDER } from '#test/sender.ts'
import { responsesPerSecond } from './load.ts'
import { complete, disconnect, fillCarts } from './orders.ts'
import { startProduct, type Product } from './server.ts'
import { startServices } from './services.ts'
import { prepareShop } from './stock.ts'

const MAX_INSTANCES = 3
const BUYERS = 32
const DURATION_MS = 3000
const ORDERS = 600
const PURCHASES = 200

type Figure = { perSecond: number; cpuMs: number }
type Figures = Record<'cached page' | 'product list' | 'orders placed' | 'whole purchases', Figure>

/** Measures 1 to 3 instances and returns the table. @param cache a folder on the disk to measure on */
export async function measureInstances(cache: string): Promise<string> {
  const lines: string[] = []
  for (let count = 1; count <= MAX_INSTANCES; count++) {
    const figures = await measure(cache, count)
    const cells = Object.entries(figures).map(([name, { perSecond, cpuMs }]) => {
      const rate = Math.round(perSecond).toLocaleString('en-US')
      return `${name} ${rate}/s at ${cpuMs.toFixed(cpuMs < 1 ? 3 : 1)} ms`
    })
    lines.push(`  ${count} ${count === 1 ? 'instance ' : 'instances'}   ${cells.join('   ')}\n`)
  }
  return lines.join('')
}

async function measure(cache: string, count: number): Promise<Figures> {
  mkdirSync(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'bench-instances-'))
  const postgres = await startPostgres()
  const [nginxPort = 0, ...ports] = await freePorts(count + 1)
  const services = await startServices(nginxPort, ['shippo'])
  const instances: Product[] = []
  try {
    await postgres.createDatabase('instances')
    const databaseUrl = postgres.url('instances')
    const prepared = await prepareShop(join(folder, '1'), BUYERS, databaseUrl)
    const settings = { ...services.settings, ...SENDER, TRUST_PROXY: '127.0.0.1', DATABASE_POOL: '20' }
    for (const [index, port] of ports.entries()) {
      const role = { ROLE: index === 0 ? 'all' : 'web', UPLOAD_DIR: join(folder, 'uploads') }
      const dataDir = join(folder, String(index + 1))
      instances.push(await startProduct(dataDir, { databaseUrl, port, settings: { ...settings, ...role } }))
    }
    const nginx = await startNginx({ port: nginxPort, upstreams: ports })
    try {
      const buyers = await fillCarts(nginxPort, prepared, services.paypalPort)
      await complete(buyers, 'buy', BUYERS)
      const figures = {
        'cached page': await ofReads(instances, nginxPort, '/shop'),
        'product list': await ofReads(instances, nginxPort, '/api/products'),
        'orders placed': await ofWork(instances, ORDERS, () => complete(buyers, 'place', ORDERS)),
        'whole purchases': await ofWork(instances, PURCHASES, () => complete(buyers, 'buy', PURCHASES)),
      }
      disconnect(buyers)
      return figures
    } finally {
      await nginx.stop()
    }
  } finally {
    for (const instance of instances) await instance.stop()
    await services.stop()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const cpuOf = (instances: Product[]) => instances.reduce((sum, { cpuMs }) => sum + cpuMs(), 0)

async function ofReads(instances: Product[], port: number, path: string): Promise<Figure> {
  const before = cpuOf(instances)
  const start = performance.now()
  const perSecond = await responsesPerSecond(port, [path], DURATION_MS)
  const responses = (perSecond * (performance.now() - start)) / 1000
  return { perSecond, cpuMs: (cpuOf(instances) - before) / responses }
}

/** @param work completes `count` actions and returns the seconds that they took */
async function ofWork(instances: Product[], count: number, work: () => Promise<number>): Promise<Figure> {
  const before = cpuOf(instances)
  const seconds = await work()
  return { perSecond: count / seconds, cpuMs: (cpuOf(instances) - before) / count }
}
