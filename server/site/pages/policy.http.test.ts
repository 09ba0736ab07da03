// On SQLite only: pages, the same code on both databases.
// Slow, not in `npm run check`: servers in child processes.
/** Which documents of a live shop may load the scripts of which ways to pay. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type TestShop } from '#test/shop.ts'
import { ensureBuilt } from '#test/torture/running-shop.ts'
import { PAY_METHOD_DEFAULTS } from '#shared/platform/settings/pay-methods.ts'

const BUILT = join(import.meta.dirname, '../../../build/site/server/index.js')

let shop: TestShop
let sandbox: TestShop
beforeAll(async () => {
  ensureBuilt()
  const build = (await import(pathToFileURL(BUILT).href)) as ServerBuild
  const pages = { build: async () => build, assets: null, files: null, mode: 'production' as const }
  shop = await openShop({
    pages,
    env: { PAYPAL_CLIENT_ID: 'ours', PAYPAL_CLIENT_SECRET: 'secret' },
    providers: (real) => ({ ...real, payments: { ...real.payments, mode: 'live' } }),
  })
  sandbox = await openShop({ pages })
}, 300_000)
afterAll(async () => {
  await shop.close()
  await sandbox.close()
})

/** The origins outside the shop in the policy of a page, by directive. */
async function hostsOn(path: string, of = shop): Promise<Record<string, string[]>> {
  const { headers } = await of.visitor().get(path)
  const directives = String(headers['content-security-policy']).split('; ')
  const found = directives.map((directive) => {
    const [name = '', ...sources] = directive.split(' ')
    return [name, sources.filter((source) => source.startsWith('https:'))] as const
  })
  return Object.fromEntries(found.filter(([, hosts]) => hosts.length > 0))
}

const save = async (changes: object) => {
  const admin = await shop.admin()
  const { version } = (await admin.get('/api/settings/pay-methods')).body
  const saved = await admin.put('/api/settings/pay-methods', { ...PAY_METHOD_DEFAULTS, ...changes, version })
  expect(saved.status).toBe(200)
}

const PAYPAL = ['https://*.paypal.com', 'https://*.paypalobjects.com']
const ONLY_PAYPAL = {
  'script-src': PAYPAL,
  'style-src': PAYPAL,
  'img-src': PAYPAL,
  'connect-src': PAYPAL,
  'frame-src': PAYPAL,
}

test.each(['/', '/shop', '/login', '/profile', '/gift-cards/balance', '/privacypolicy', '/admin'])(
  'the page %s, which cannot show a payment, may load nothing from PayPal or others',
  async (path) => expect(await hostsOn(path)).toEqual({}),
)

test.each(['/cart', '/placeorder', '/order/0kx1', '/gift-cards', '/Cart', '/cart/'])(
  'the page %s may load what the methods need that are on',
  async (path) => {
    await save({ venmo: false })
    expect(await hostsOn(path)).toEqual(ONLY_PAYPAL)
    await save({ venmo: true, googlePay: true, applePay: true })
    expect(await hostsOn(path)).toEqual({
      'script-src': [
        ...PAYPAL,
        'https://*.venmo.com',
        'https://applepay.cdn-apple.com',
        'https://pay.google.com',
      ],
      'style-src': [...PAYPAL, 'https://applepay.cdn-apple.com'],
      'img-src': [
        ...PAYPAL,
        'https://*.venmo.com',
        'https://applepay.cdn-apple.com',
        'https://www.gstatic.com',
      ],
      'font-src': ['https://applepay.cdn-apple.com'],
      'connect-src': [...PAYPAL, 'https://*.venmo.com', 'https://pay.google.com', 'https://google.com/pay'],
      'frame-src': [...PAYPAL, 'https://*.venmo.com', 'https://pay.google.com'],
    })
  },
)

test.each(['/profile/payments', '/subscriptions/0kx1'])(
  'the page %s, where only PayPal can be saved, may load only from PayPal',
  async (path) => {
    await save({ venmo: true, googlePay: true, applePay: true })
    expect(await hostsOn(path)).toEqual(ONLY_PAYPAL)
  },
)

test('in sandbox mode no page may load anything from elsewhere', async () => {
  for (const path of ['/', '/cart', '/order/0kx1']) expect(await hostsOn(path, sandbox)).toEqual({})
})
