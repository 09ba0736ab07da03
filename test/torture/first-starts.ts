/** Several instances that start at the same moment on an empty PostgreSQL database. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '#server/time/clock.ts'
import { demoProducts } from '#server/start/seed/demo.ts'
import { demoArtists, demoMenu } from '#server/start/seed/content.ts'
import { withDatabase } from './books.ts'
import { caller } from './caller.ts'
import { makeDatabase } from './places.ts'
import { OWNER, startShop, type RunningShop } from './running-shop.ts'
import { startStandIns } from './stand-ins.ts'

export type Found = { violations: string[]; note: string }

const INSTANCES = 3

/**
 * So many times: a fresh database, and three instances at once, by turns with the admin's password in the settings and
 * without. All must serve, with one admin and one demo catalogue.
 * @param postgres address of a server where databases may be made
 */
export async function firstStarts(postgres: string, times: number): Promise<Found> {
  const violations: string[] = []
  let slowest = 0
  for (let time = 0; time < times; time++) {
    const found = await startTogether(postgres, time % 2 === 0)
    violations.push(...found.violations.map((line) => `First start ${time + 1}: ${line}`))
    slowest = Math.max(slowest, found.slowest)
  }
  return {
    violations,
    note: `${times} times ${INSTANCES} instances at once, slowest start ${slowest.toFixed(1)} s`,
  }
}

async function startTogether(
  postgres: string,
  hasAdmin: boolean,
): Promise<{ violations: string[]; slowest: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'frame-first-'))
  const databaseUrl = await makeDatabase(postgres)
  const standIns = await startStandIns(folder, 'http://127.0.0.1')
  const env = { ...standIns.env, UPLOAD_DIR: join(folder, 'uploads') }
  const given = hasAdmin ? OWNER : { email: '', password: '' }
  const dataDirs = Array.from({ length: INSTANCES }, (_, index) => join(folder, `instance-${index + 1}`))
  const starts = await Promise.allSettled(
    dataDirs.map((dataDir) =>
      startShop(
        { dataDir, databaseUrl },
        { ...env, ADMIN_EMAIL: given.email, ADMIN_PASSWORD: given.password },
      ),
    ),
  )
  const shops = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  try {
    const violations = starts.flatMap((start) => (start.status === 'rejected' ? [String(start.reason)] : []))
    violations.push(...(await wrongRows({ dataDir: folder, databaseUrl })))
    const admins = hasAdmin ? [OWNER] : await writtenDown(dataDirs)
    if (admins.length !== 1) violations.push(`${admins.length} instances wrote down how the admin signs in`)
    for (const admin of admins) violations.push(...(await shutOut(shops, admin)))
    return { violations, slowest: Math.max(0, ...shops.map(({ readyAfter }) => readyAfter)) }
  } finally {
    await Promise.all(shops.map((shop) => shop.kill()))
    await standIns.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** One admin, and every row of the demo once. */
async function wrongRows(place: Parameters<typeof withDatabase>[0]): Promise<string[]> {
  return withDatabase(place, async (db) => {
    const count = async (table: 'users' | 'products' | 'artists' | 'menu_pages') =>
      (await db.selectFrom(table).selectAll().execute()).length
    const expected = [
      ['users', 1],
      ['products', demoProducts(systemClock).length],
      ['artists', demoArtists(systemClock).length],
      ['menu_pages', demoMenu().length],
    ] as const
    const wrong: string[] = []
    for (const [table, rows] of expected) {
      const found = await count(table)
      if (found !== rows) wrong.push(`${table} has ${found} rows, not ${rows}`)
    }
    return wrong
  })
}

type SignIn = { email: string; password: string }

/** What instances wrote into their data folders: the one that made the admin does. */
async function writtenDown(dataDirs: string[]): Promise<SignIn[]> {
  const texts = await Promise.all(
    dataDirs.map((dataDir) => readFile(join(dataDir, 'admin-sign-in.txt'), 'utf8').catch(() => null)),
  )
  return texts.flatMap((text) => {
    if (text === null) return []
    const [email = '', password = ''] = text.split('\n')
    return [{ email, password }]
  })
}

/** The admin must be able to sign in at every instance, and find the goods there. */
async function shutOut(shops: RunningShop[], admin: SignIn): Promise<string[]> {
  const wrong: string[] = []
  for (const { origin } of shops) {
    const owner = caller(origin)
    const signedIn = await owner.post('/api/users/auth', admin)
    if (signedIn.status !== 200) wrong.push(`Signing in answered ${signedIn.status} ${signedIn.text}`)
    const goods = await owner.get('/api/products')
    if (goods.status !== 200 || goods.body.products.length === 0) wrong.push(`No goods: ${goods.text}`)
  }
  return wrong
}
