// Slow, not in `npm run check`: it lives two months with ten accounts.
/**
 * Wholesale over many days: YEAR_ACCOUNTS and YEAR_DAYS. `npm run torture -- wholesale` lives a year, with kills and outages.
 */
import { expect, test } from 'vitest'
import { randomOfTest } from '../random-of-test.ts'
import { openShop } from '../shop.ts'
import { liveYear } from './year.ts'

const accounts = Number(process.env.YEAR_ACCOUNTS ?? 10)
const days = Number(process.env.YEAR_DAYS ?? 60)

test(
  'orders, deliveries, invoices and payments of accounts agree on every day, whatever happens to them',
  async () => {
    const shop = await openShop()
    const { wrong, done } = await liveYear({ shop, random: randomOfTest(), accounts, days })
    if (process.env.YEAR_DAYS) process.stdout.write(`    ${JSON.stringify(done)}\n`)
    expect([...new Set(wrong)].slice(0, 20)).toEqual([])
    expect(done['delivery 200']).toBeGreaterThan(days / 2)
    if (days > 14) expect(done['most issues at once']).toBeGreaterThan(accounts)
    expect(done['taken over']).toBeGreaterThan(accounts)
    await shop.close()
  },
  days * accounts * 1000,
)
