/** Several instances start at the same moment on an empty PostgreSQL database. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '#server/kernel/time/clock.ts'
import { demoProducts } from '#server/start/seed/demo.ts'
import { DEMO_WORKS } from '#server/start/seed/works.ts'
import { demoArtists, demoMenu } from '#server/start/seed/content.ts'
import { withDatabase } from './consistency.ts'
import { caller } from './caller.ts'
import { makeDatabase } from './places.ts'
import { OWNER, startShop, type RunningShop } from './running-shop.ts'
import { startSharedSandboxes } from './shared-sandboxes.ts'

export type Found = { violations: string[]; note: string }

const INSTANCES = 3

/**
 * Starts three instances at once on a new database, `times` times, alternately with and without an admin password in the
 * settings. All must respond, with one admin and one demo catalog.
 * @param postgres address of a server on which databases can be created
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
  const sandboxes = await startSharedSandboxes(folder, 'http://127.0.0.1')
  const env = { ...sandboxes.env, UPLOAD_DIR: join(folder, 'uploads') }
  const account = hasAdmin ? OWNER : { email: '', password: '' }
  const dataDirs = Array.from({ length: INSTANCES }, (_, index) => join(folder, `instance-${index + 1}`))
  const starts = await Promise.allSettled(
    dataDirs.map((dataDir) =>
      startShop(
        { dataDir, databaseUrl },
        { ...env, ADMIN_EMAIL: account.email, ADMIN_PASSWORD: account.password },
      ),
    ),
  )
  const shops = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  try {
    const violations = starts.flatMap((start) => (start.status === 'rejected' ? [String(start.reason)] : []))
    violations.push(...(await wrongRows({ dataDir: folder, databaseUrl })))
    const admins = hasAdmin ? [OWNER] : await signInFiles(dataDirs)
    if (admins.length !== 1)
      violations.push(`${admins.length} instances wrote a file with the admin's password`)
    for (const admin of admins) violations.push(...(await signInFailures(shops, admin)))
    return { violations, slowest: Math.max(0, ...shops.map(({ readyAfter }) => readyAfter)) }
  } finally {
    await Promise.all(shops.map((shop) => shop.kill()))
    await sandboxes.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** There must be one admin, and every row of the demo once. */
async function wrongRows(place: Parameters<typeof withDatabase>[0]): Promise<string[]> {
  return withDatabase(place, async (db) => {
    const count = async (table: 'users' | 'products' | 'artists' | 'menu_pages' | 'works') =>
      (await db.selectFrom(table).selectAll().execute()).length
    const works = await count('works')
    const expected = [
      ['users', 1],
      // Each work of art is a product too.
      ['products', demoProducts(systemClock).length + works],
      ['works', DEMO_WORKS.length],
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

/** The sign-in data in the data folders; only the instance that creates the admin writes it. */
async function signInFiles(dataDirs: string[]): Promise<SignIn[]> {
  const texts = await Promise.all(
    dataDirs.map((dataDir) => readFile(join(dataDir, 'admin-sign-in.txt'), 'utf8').catch(() => null)),
  )
  return texts.flatMap((text) => {
    if (text === null) return []
    const [email = '', password = ''] = text.split('\n')
    return [{ email, password }]
  })
}

/** The admin must be able to sign in at every instance, and every instance must list the products. */
async function signInFailures(shops: RunningShop[], admin: SignIn): Promise<string[]> {
  const wrong: string[] = []
  for (const { origin } of shops) {
    const owner = caller(origin)
    const signedIn = await owner.post('/api/users/auth', admin)
    if (signedIn.status !== 200) wrong.push(`Signing in returned ${signedIn.status} ${signedIn.text}`)
    const products = await owner.get('/api/products')
    if (products.status !== 200 || products.body.products.length === 0)
      wrong.push(`No products: ${products.text}`)
  }
  return wrong
}
