/**
 * A new owner connects all services on screen, without a file or a terminal: a shop at an https address without any
 * credentials, and servers in the place of PayPal, Shippo, Mapbox and a mail provider that accept only the right ones.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, type Locator, type Page, type Route } from '@playwright/test'
import { startMapboxSandbox, type MapboxSandbox } from '#sandbox/mapbox/mapbox.ts'
import { startPaypalSandbox, type PaypalSandbox } from '#sandbox/paypal/paypal.ts'
import { startShippoSandbox, type ShippoSandbox } from '#sandbox/shippo/shippo.ts'
import { openBucket, type TestBucket } from '#server/platform/storage/store.testing.ts'
import { mailServer, type MailServer } from '../mail-server.ts'
import { OWNER, startShop, type RunningShop } from '../torture/running-shop.ts'
import { expectAccessible } from './axe.ts'
import { fillSignIn } from './steps.ts'

const ORIGIN = 'https://frame.example'
const PAYPAL = { clientId: 'AX-client-of-this-shop', clientSecret: 'EL-secret-of-this-shop' }
const MERCHANT = 'MERCHANT12345'
const SHIPPO = 'shippo_live_0123456789abcdef0123'
const MAPBOX = 'pk.token-of-this-shop'
const STORAGE = { key: 'AKIAOFTHISSHOP', secret: 'secret+key/of-the-bucket' }
const MAIL = { user: 'shop@frame.example', password: 'the word of the mailbox' }

let paypal: PaypalSandbox
let shippo: ShippoSandbox
let mapbox: MapboxSandbox
let mail: MailServer
let bucket: TestBucket
let shop: RunningShop
let folder: string

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'frame-connect-'))
  paypal = await startPaypalSandbox({ ...PAYPAL, merchantId: MERCHANT, webhookId: null })
  shippo = await startShippoSandbox({ token: SHIPPO })
  mapbox = await startMapboxSandbox({ token: MAPBOX })
  mail = await mailServer(MAIL)
  bucket = await openBucket(STORAGE)
  const addresses = `paypal=${paypal.apiBase},shippo=${shippo.apiBase},mapbox=${mapbox.apiBase}`
  shop = await startShop(
    { dataDir: folder, databaseUrl: null },
    {
      SEED: 'none',
      PUBLIC_ORIGIN: ORIGIN,
      TRUST_PROXY: '127.0.0.1',
      SERVICE_ADDRESSES: addresses,
      // The mail server and the bucket of the test are on this machine.
      ALLOW_PRIVATE_HOSTS: '1',
    },
  )
})
test.afterAll(async () => {
  await shop?.kill()
  for (const server of [paypal, shippo, mapbox, mail, bucket]) await server?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Stands for the reverse proxy that handles https. */
async function proxy(route: Route): Promise<void> {
  const asked = route.request()
  const { pathname, search } = new URL(asked.url())
  const headers = {
    ...(await asked.allHeaders()),
    'x-forwarded-proto': 'https',
    'x-forwarded-for': '203.0.113.7',
  }
  const plain = Object.entries(headers).filter(([name]) => !name.startsWith(':'))
  const body = asked.postDataBuffer()
  const answer = await new Promise<{ status: number; headers: Record<string, string>; body: Buffer }>(
    (resolve, reject) => {
      const call = request(shop.origin + pathname + search, {
        method: asked.method(),
        headers: { ...Object.fromEntries(plain), host: 'frame.example', 'accept-encoding': 'identity' },
      })
      call.on('error', reject)
      call.on('response', (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 502,
            headers: Object.fromEntries(
              Object.entries(response.headers).map(([name, value]) => [
                name,
                Array.isArray(value) ? value.join('\n') : String(value),
              ]),
            ),
            body: Buffer.concat(chunks),
          }),
        )
      })
      call.end(body ?? undefined)
    },
  )
  await route.fulfill(answer)
}

const serviceOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Services' }).locator(':scope > li').filter({ hasText: name })

const goingLiveOf = (page: Page) => page.getByRole('region', { name: 'Going live' })

/** An item of the list Going live. */
const goalOf = (page: Page, title: string) =>
  goingLiveOf(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: title, exact: true }) })

/** Opens the form of a service, and returns it. */
async function formOf(page: Page, name: string, by: string): Promise<Locator> {
  const service = serviceOf(page, name)
  await service
    .locator('summary')
    .filter({ hasText: `Connect ${by}` })
    .click()
  return service.getByRole('form', { name: `Connect ${by}` })
}

async function fill(form: Locator, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    const field = form.getByLabel(label, { exact: true })
    if (label === 'Encryption') await field.selectOption({ label: value })
    else await field.fill(value)
  }
}

const press = (form: Locator, name: string) => form.getByRole('button', { name, exact: true }).click()

test('a new owner connects PayPal, Shippo, Mapbox, mail and a bucket on screen, with wrong secrets first, and makes the webhooks', async ({
  page,
}) => {
  test.setTimeout(300_000)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.route(`${ORIGIN}/**`, proxy)
  await page.goto(`${ORIGIN}/login`)
  await fillSignIn(page, OWNER.email, OWNER.password)
  await expect(page).not.toHaveURL(`${ORIGIN}/login`)
  await page.goto(`${ORIGIN}/admin/services`)
  await expect(serviceOf(page, 'Payments')).toContainText('Not connected')

  await test.step('PayPal', async () => {
    const form = await formOf(page, 'Payments', 'PayPal')
    await fill(form, { 'Client ID': PAYPAL.clientId, Secret: 'EL-secret-of-another-shop' })
    await press(form, 'Test')
    await expect(form).toContainText('Refused.')
    await expect(form.getByLabel('Secret', { exact: true })).toHaveAttribute('aria-invalid', 'true')
    paypal.addFault({ kind: 'error', times: 3 })
    await fill(form, { Secret: PAYPAL.clientSecret })
    await press(form, 'Test and save')
    await expect(form).toContainText('Not reached.')
    await expect(serviceOf(page, 'Payments')).toContainText('Not connected')
    paypal.clearFaults()
    await fill(form, { 'Merchant ID optional': 'ANOTHER1' })
    await press(form, 'Test')
    await expect(form.getByLabel('Merchant ID optional')).toHaveAttribute('aria-invalid', 'true')
    await fill(form, { 'Merchant ID optional': MERCHANT })
    await press(form, 'Test')
    await expect(form).toContainText('It is not saved yet')
    await press(form, 'Test and save')
    await expect(page.getByText('PayPal is connected')).toBeVisible()
    await expect(serviceOf(page, 'Payments')).toContainText('Live')
    await expect(form.getByLabel('Secret', { exact: true })).toHaveValue('')
    await expect(form).toContainText('ends with shop')
  })

  await test.step('Shippo', async () => {
    const form = await formOf(page, 'Shipping', 'Shippo')
    await fill(form, { 'API token': 'shippo_live_ffffffffffff' })
    await press(form, 'Test and save')
    await expect(form).toContainText('Refused.')
    await fill(form, { 'API token': SHIPPO })
    await press(form, 'Test and save')
    await expect(page.getByText('Shippo is connected')).toBeVisible()
  })

  await test.step('Mapbox', async () => {
    const form = await formOf(page, 'Address search', 'Mapbox')
    await fill(form, { 'Access token': 'sk.a-secret-token' })
    await press(form, 'Test')
    await expect(form).toContainText('Enter a public token')
    await fill(form, { 'Access token': MAPBOX })
    await press(form, 'Test and save')
    await expect(page.getByText('Mapbox is connected')).toBeVisible()
  })

  await test.step('Mail', async () => {
    const form = await formOf(page, 'Mail', 'the mail server')
    const port = form.getByLabel('Port', { exact: true })
    await fill(form, { Encryption: 'TLS' })
    await expect(port).toHaveValue('465')
    await fill(form, { Encryption: 'None (only inside a private network)' })
    await expect(port).toHaveValue('25')
    await fill(form, { Port: String(mail.port), Encryption: 'STARTTLS' })
    await expect(port).toHaveValue(String(mail.port))
    await fill(form, {
      'Mail server': '127.0.0.1',
      Encryption: 'None (only inside a private network)',
      Port: String(mail.port),
      'User optional': MAIL.user,
      'Password optional': 'another word',
      'Sender’s address': MAIL.user,
    })
    await press(form, 'Test and save')
    await expect(form.getByLabel('Password optional')).toHaveAttribute('aria-invalid', 'true')
    await expect(form).toContainText('does not accept this user and password')
    await fill(form, { 'Password optional': MAIL.password })
    await press(form, 'Test and save')
    await expect(page.getByText('The mail server is connected')).toBeVisible()
    await mail.received(({ to, subject }) => to.includes(OWNER.email) && subject.startsWith('Test of'))
  })

  await test.step('the bucket', async () => {
    await expect(serviceOf(page, 'Pictures')).toContainText('Data folder')
    const form = await formOf(page, 'Pictures', 'the bucket')
    await fill(form, {
      Endpoint: bucket.endpoint,
      Region: bucket.region,
      Bucket: 'another-bucket',
      'Access key': STORAGE.key,
      'Secret key': STORAGE.secret,
    })
    await press(form, 'Test')
    await expect(form.getByLabel('Bucket', { exact: true })).toHaveAttribute('aria-invalid', 'true')
    await fill(form, { Bucket: bucket.bucket })
    await press(form, 'Test and save')
    await expect(page.getByText('The bucket is saved')).toBeVisible()
    await expect(serviceOf(page, 'Pictures').getByText('Bucket', { exact: true }).first()).toBeVisible()
    await expect(serviceOf(page, 'Pictures')).not.toContainText('Data folder')
    await expect(goalOf(page, 'A place for pictures')).toHaveAttribute('data-state', 'done')
  })

  for (const [name, by] of [
    ['Payments', 'PayPal'],
    ['Shipping', 'Shippo'],
  ] as const)
    await test.step(`the webhook at ${by}`, async () => {
      const service = serviceOf(page, name)
      // The step of PayPal is open by itself.
      if (by === 'Shippo')
        await service
          .locator('summary')
          .filter({ hasText: `News from ${by}` })
          .click()
      const [typed] = await service.getByRole('form').locator('input[type=password]').all()
      await typed!.fill('half a secret')
      await service.getByRole('button', { name: 'Make the webhook' }).click()
      await expect(service).toContainText(`${by} sends its news to this shop.`)
      await expect(typed!).toHaveValue('half a secret')
    })
  expect(shippo.hooks()).toHaveLength(1)

  await test.step('going live', async () => {
    for (const title of [
      'Payments',
      'News of payments',
      'Shipping',
      'News of parcels',
      'Mail',
      'Address search',
      'A place for pictures',
    ])
      await expect(goalOf(page, title)).toHaveAttribute('data-state', 'done')
    const list = goingLiveOf(page)
    await list.getByRole('button', { name: 'Mark as done: You have read your policies' }).click()
    await expect(list.getByRole('button', { name: 'Open again: You have read your policies' })).toBeVisible()
    await expectAccessible(page, 'the connected services')
  })

  await test.step('nothing secret is on the page, in its answers or in the log', async () => {
    await page.reload()
    await expect(serviceOf(page, 'Payments')).toContainText('Live')
    const answer = await page.evaluate(async () => (await fetch('/api/services')).text())
    for (const secret of [PAYPAL.clientSecret, SHIPPO, MAPBOX, MAIL.password, STORAGE.secret])
      for (const text of [await page.content(), answer, shop.output()]) expect(text).not.toContain(secret)
  })
})
