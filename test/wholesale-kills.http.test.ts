// Slow, not in `npm run check`: servers in child processes.
/** Kills instances during days of wholesale; `npm run torture -- wholesale` does it for a year with 40 accounts. */
import { expect, test } from 'vitest'
import { ownPlace } from './torture/own-place.ts'
import { wholesaleCampaign } from './torture/wholesale/year.ts'

const place = ownPlace()

test(
  'on days of accounts with kills and outages, ledger, goods, invoices and standing dates agree',
  { timeout: 480_000 },
  async () => {
    const { violations } = await wholesaleCampaign(place, { accounts: 10, days: 12, kills: 0.5 })
    expect(violations).toEqual([])
  },
)
