/** Regular jobs of several instances: one of them runs a job in each interval, and signals reach the one with the jobs. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onPostgres } from '#test/database.ts'
import { openInstance } from '#test/instance.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { DAY, HOUR, MINUTE } from '#server/kernel/time/clock.ts'
import { claimRun } from './jobs.ts'

describe('a regular job', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop()
  })
  afterAll(() => shop.close())

  test('is run by one of many instances that claim it at the same time', async () => {
    for (let round = 0; round < 3; round++) {
      const claims = await Promise.all(Array.from({ length: 20 }, () => claimRun(shop.shop, 'a job', MINUTE)))
      expect(claims.filter(Boolean)).toHaveLength(1)
      shop.clock.advance(MINUTE)
    }
  })

  test('is not run again before its interval has passed', async () => {
    expect(await claimRun(shop.shop, 'another job', MINUTE)).toBe(true)
    shop.clock.advance(MINUTE / 2)
    expect(await claimRun(shop.shop, 'another job', MINUTE)).toBe(false)
    shop.clock.advance(MINUTE / 2)
    expect(await claimRun(shop.shop, 'another job', MINUTE)).toBe(true)
  })

  test('is run within its interval after a clock was a day ahead for a minute', async () => {
    for (const interval of [MINUTE / 4, HOUR]) {
      const name = `a job each ${interval} ms`
      shop.clock.advance(DAY)
      expect(await claimRun(shop.shop, name, interval)).toBe(true)
      shop.clock.advance(-DAY)
      const claims = await Promise.all([1, 2, 3].map(() => claimRun(shop.shop, name, interval)))
      expect(claims.filter(Boolean)).toHaveLength(1)
      shop.clock.advance(interval / 2)
      expect(await claimRun(shop.shop, name, interval)).toBe(false)
    }
  })
})

describe.runIf(onPostgres)('a process without jobs', () => {
  test('passes its signals on to the process that runs them', async () => {
    const web = await openShop({ env: { ROLE: 'web' } })
    const jobs = await openInstance(web, web.shop.config.databaseUrl!, { role: 'jobs' })
    const started = new Promise<string>((resolve) => {
      jobs.shop.paypalSignal.onRaise(() => resolve('PayPal'))
    })
    // The jobs start to listen a moment after their start. A signal that is sent earlier is lost, so the test repeats
    // it.
    const raising = setInterval(() => web.shop.paypalSignal.raise(), 50)
    expect(await started).toBe('PayPal')
    clearInterval(raising)
    await jobs.close()
    await web.close()
  })
})
