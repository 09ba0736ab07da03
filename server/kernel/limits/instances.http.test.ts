// On PostgreSQL only: several instances, which only a database server can have.
/** Several instances share a PostgreSQL database, so they share every limit. On SQLite there is only one process. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { buildApp, type Built } from '#server/app.ts'
import { connectDatabase, type Database } from '../db/connect.ts'
import { sweep } from '#server/start/jobs/jobs.ts'
import { HOUR } from '../time/clock.ts'
import { openStore } from '#server/platform/storage/open-store.ts'
import { hashPassword } from '#server/platform/sessions/passwords.ts'
import { MANY_CONNECTIONS, onPostgres } from '#test/database.ts'
import { openDatabaseLine } from '#test/database-line.ts'
import { addUser, noPictures, openShop, PASSWORD, type TestShop } from '#test/shop.ts'
import { sendUntilNotBusy } from '#test/visitor.ts'

type Instance = Pick<Built, 'app'>

let shop: TestShop
let others: { built: Built; database: Database }[]
let instances: Instance[]
let email: string

describe.runIf(onPostgres)('three instances on one database', () => {
  beforeEach(async () => {
    shop = await openShop({ connections: MANY_CONNECTIONS, env: { RATE_LIMITS: 'on' } })
    others = [await openAnother(), await openAnother()]
    instances = [shop, ...others.map(({ built }) => built)]
    const passwordHash = await hashPassword(PASSWORD)
    ;({ email } = await addUser(shop, { name: 'Ann', isAdmin: false, passwordHash }))
  })
  afterEach(async () => {
    for (const { built, database } of others) {
      await built.app.close()
      await database.close()
    }
    await shop.close()
  })

  test('together accept fifteen guesses for one account', async () => {
    const statuses = await callInTurn(45, (index) => guess(`10.0.0.${index}`))
    expect(countOf(statuses, 401)).toBe(15)
    expect(countOf(statuses, 429)).toBe(30)
  })

  test('together accept five guesses from one address', async () => {
    const statuses = await callInTurn(15, () => guess('10.9.9.9'))
    expect(countOf(statuses, 401)).toBe(5)
  })

  test('share the count of one address, also for concurrent calls', async () => {
    const asked = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        post(instances[index % 3]!, '/api/account/forgot', { email: `${index}@example.com` }, '10.8.8.8'),
      ),
    )
    expect(countOf(asked, 200)).toBe(20)
    expect(countOf(asked, 429)).toBe(40)
  })

  test('reset the count of an owner’s mistakes at every instance', async () => {
    for (let round = 0; round < 2; round++) {
      expect(countOf(await callInTurn(4, () => guess('10.7.7.7')), 401)).toBe(4)
      const right = await post(instances[1]!, '/api/users/auth', { email, password: PASSWORD }, '10.7.7.7')
      expect(right).toBe(200)
    }
  })

  test('delete expired counts, and no others', async () => {
    await callInTurn(3, () => guess('10.6.6.6'))
    expect((await storedCounts()).length).toBeGreaterThan(0)
    await sweep(shop.shop)
    expect((await storedCounts()).length).toBeGreaterThan(0)
    shop.clock.advance(25 * HOUR)
    await sweep(shop.shop)
    expect(await storedCounts()).toEqual([])
  })

  test('apply the limits separately while the table of counts is not available', async () => {
    await shop.db.schema.alterTable('rate_limits').renameTo('rate_limits_away').execute()
    const statuses: number[] = []
    for (let index = 0; index < 20; index++) statuses.push(await guess(`10.5.0.${index}`)(instances[0]!))
    expect([countOf(statuses, 401), countOf(statuses, 429)]).toEqual([15, 5])
    const right = { email: 'nobody@example.com', password: PASSWORD }
    expect(await post(instances[1]!, '/api/users/auth', right, '10.4.4.4')).toBe(401)
  })

  test('answer 503 to every guess while the database is not available, and keep the counts', async () => {
    const line = await openDatabaseLine(shop.shop.config.databaseUrl!)
    onTestFinished(() => line.close())
    const cutOff = await openAnother(line.url)
    others.push(cutOff)
    const guesses = async (count: number, from: string) => {
      const statuses: number[] = []
      for (let index = 0; index < count; index++) statuses.push(await guess(from)(cutOff.built))
      return statuses
    }
    expect(await guesses(3, '10.3.3.3')).toEqual([401, 401, 401])
    await line.cut()
    const away = [...(await guesses(3, '10.3.3.3')), ...(await guesses(3, '10.2.2.2'))]
    expect(away).toEqual(Array(6).fill(503))
    await line.mend()
    await expect.poll(() => guess('10.1.1.1')(cutOff.built)).toBe(401)
    await pause(2500)
    const back = await guesses(4, '10.3.3.3')
    expect(countOf(back, 401)).toBe(2)
    expect(countOf(back, 429)).toBe(2)
  })
})

async function openAnother(databaseUrl = shop.shop.config.databaseUrl) {
  const { providers, clock } = shop.shop
  const config = { ...shop.shop.config, databaseUrl }
  const database = await connectDatabase(config, () => {})
  const store = await openStore(config)
  const rest = { config, providers, clock, store, pictures: noPictures, pages: null }
  return { database, built: await buildApp({ db: database.db, ...rest }) }
}

const storedCounts = () => shop.db.selectFrom('rate_limits').selectAll().execute()
const countOf = (statuses: number[], wanted: number) => statuses.filter((status) => status === wanted).length

const guess = (from: string) => (at: Instance) =>
  post(at, '/api/users/auth', { email, password: 'not this one' }, from)

/** Makes `calls` calls, one after the other, at each instance in turn. Returns the status of each. */
async function callInTurn(
  calls: number,
  call: (index: number) => (at: Instance) => Promise<number>,
): Promise<number[]> {
  const statuses: number[] = []
  for (let index = 0; index < calls; index++) statuses.push(await call(index)(instances[index % 3]!))
  return statuses
}

async function post({ app }: Instance, url: string, payload: object, from: string): Promise<number> {
  const call = { method: 'POST', url, payload, remoteAddress: from } as const
  return (await sendUntilNotBusy(app, call)).statusCode
}
