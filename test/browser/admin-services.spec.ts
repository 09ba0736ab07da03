/** The outside services: their page with the test of their connection, and Today while one fails. */
import { expect, type Page } from '@playwright/test'
import type { adminHome } from '#shared/backoffice/api/admin.ts'
import type { services } from '#shared/backoffice/api/services.ts'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import { expectAccessible } from './axe.ts'
import { signInAsOwner } from './steps.ts'
import { test } from './visitor.ts'

test.beforeEach(async ({ page }) => {
  await signInAsOwner(page)
})

test('each outside service shows its state, and Test connection calls it now', async ({ page }) => {
  await page.goto('/admin/services')
  const services = page.getByRole('list', { name: 'Services' })
  await expectAccessible(page, 'the services')
  for (const [name, words] of [
    ['Payments', 'No money moves.'],
    ['Shipping', 'Rates are invented, no parcel moves.'],
    ['Mail', 'Emails stay in the shop; read them in the mail log.'],
    ['Address search', 'A small map without real streets.'],
    ['Pictures', ''],
  ] as const) {
    const service = services.getByRole('listitem').filter({ hasText: name }).filter({ hasText: words })
    await expect(service).toContainText(name === 'Pictures' ? 'Data folder' : 'Sandbox')
    await service.getByRole('button', { name: `Test connection: ${name}` }).click()
    await expect(page.getByText(`${name}: the connection works`)).toBeVisible()
    await expect(service).toContainText('Answered at')
  }
})

test('the test of a failing service shows its reason', async ({ page }) => {
  await page.goto('/admin/services')
  await page.route('**/api/desk/services/mail/test', (route) => route.fulfill({ json: FAILING_MAIL }))
  await page.getByRole('button', { name: 'Test connection: Mail' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'SMTP' })).toContainText(
    '535 Authentication failed',
  )
})

test('Today names a failing service with the time, the reason and what to do, and leads to its test', async ({
  page,
}) => {
  const home = await homeWith(page, (services) => {
    services[2] = FAILING_MAIL
  })
  await page.route('**/api/desk', (route) => route.fulfill({ json: home }))
  await page.goto('/admin')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText(
    'Mail (SMTP) is failing since Nov 21, 10:04 AM: 535 Authentication failed.',
  )
  await expect(alert).toContainText('Emails wait')
  await alert.getByRole('link', { name: 'Test the connection' }).click()
  await expect(page.getByRole('heading', { name: 'Services', level: 1 })).toBeVisible()
})

test('a service that the environment connects is read-only, with its variables, and a lost key is said', async ({
  page,
}) => {
  await page.route('**/api/services', async (route) => {
    const answer = await route.fetch()
    const list = (await answer.json()) as Reply<typeof services.list>
    list.key.isLost = true
    Object.assign(list.connections[0]!, {
      source: 'environment',
      variables: ['PAYPAL_CLIENT_ID', 'PAYPAL_ENV'],
    })
    Object.assign(list.connections[1]!, { source: 'screen', problem: 'Not connected: its key is missing' })
    await route.fulfill({ json: list })
  })
  await page.goto('/admin/services')
  await expect(page.getByRole('alert').first()).toContainText('their key is missing')
  const payments = page.getByRole('list', { name: 'Services' }).locator('#payments')
  await payments.getByText('Connect PayPal').click()
  await expect(payments).toContainText('PAYPAL_CLIENT_ID, PAYPAL_ENV')
  await expect(payments.getByRole('form')).toHaveCount(0)
  const shipping = page.locator('#shipping')
  await shipping.getByText('Connect Shippo').click()
  await expect(shipping.getByRole('alert')).toContainText('its key is missing')
  await expect(shipping.getByRole('form')).toBeVisible()
  await expectAccessible(page, 'the services with a lost key')
})

test('the copying of pictures to a bucket shows how far it is, why it has stopped, and goes on with Try again', async ({
  page,
}) => {
  const stopped = {
    to: 'bucket',
    copied: 412,
    total: 980,
    problem: 'The bucket is full',
    nextTryAt: AT,
  } as const
  let copy: NonNullable<Reply<typeof services.copyAgain>['pictures']>['copy'] = stopped
  const fields = { endpoint: 'https://s3.example.com', region: 'us-east-1', bucket: 'pictures' }
  const inBucket = (saved: Reply<typeof services.copyAgain>) =>
    Object.assign(saved, { source: 'screen', version: 1, fields, pictures: { place: 'folder', copy } })
  const listOf = async () =>
    (await (await page.request.get('/api/services')).json()) as Reply<typeof services.list>
  await page.route('**/api/services', async (route) => {
    const list = await listOf()
    inBucket(list.connections.at(-1)!)
    await route.fulfill({ json: list })
  })
  await page.route('**/api/services/storage/copy', async (route) => {
    copy = { ...stopped, copied: 413, problem: '', nextTryAt: null }
    await route.fulfill({ json: inBucket((await listOf()).connections.at(-1)!) })
  })
  await page.goto('/admin/services')
  const pictures = page.locator('#storage')
  await expect(pictures.getByRole('status').first()).toContainText('412 of 980 copied')
  await expect(pictures.getByRole('alert')).toContainText('The bucket is full. Nothing is lost.')
  await expectAccessible(page, 'copying that has stopped')
  await pictures.getByRole('button', { name: 'Try again' }).click()
  await expect(pictures).toContainText('413 of 980 copied')
  await expect(pictures.getByRole('alert')).toHaveCount(0)
  copy = { ...stopped, copied: 414, problem: '', nextTryAt: null }
  await expect(pictures).toContainText('414 of 980 copied')
})

type Home = Reply<typeof adminHome.today>

const AT = '2026-11-21T15:04:00.000Z'
const FAILING_MAIL: Home['services'][number] = {
  service: 'mail',
  mode: 'live',
  state: 'failing',
  at: AT,
  since: AT,
  problem: '535 Authentication failed',
  nextTryAt: null,
}

async function homeWith(page: Page, change: (services: Home['services']) => void): Promise<Home> {
  const home = (await (await page.request.get('/api/desk')).json()) as Home
  change(home.services)
  return home
}

test('Today names a service that fails in part, and its page has the reason, while its other calls work', async ({
  page,
}) => {
  const webhooks = {
    calls: 'webhooks',
    at: AT,
    since: AT,
    problem: 'PayPal answered 429',
    nextTryAt: AT,
  } as const
  const home = await homeWith(page, (services) => {
    services[0] = { ...services[0]!, state: 'working', at: AT, since: AT, alsoFailing: [webhooks] }
  })
  await page.route('**/api/desk', (route) => route.fulfill({ json: home }))
  await page.route('**/api/desk/services', (route) => route.fulfill({ json: home.services }))
  await page.goto('/admin')
  await expect(page.getByRole('alert')).toContainText(
    'Payments (PayPal) are failing in part: Checking webhooks.',
  )
  await expectAccessible(page, 'Today with a service that fails in part')
  await page.goto('/admin/services')
  const payments = page.getByRole('listitem').filter({ hasText: 'Payments PayPal' })
  await expect(payments).toContainText('Answered at')
  await expect(payments).toContainText('Checking webhooks: Failing since')
  await expect(payments).toContainText('PayPal answered 429')
  await expectAccessible(page, 'the services with one that fails in part')
})
