/** The owner's settings of the ways to pay, and documents of a live shop, which open payments in documents of their own. */
import { expect, test, type Page } from '@playwright/test'
import { APPLE_DOMAIN_PATH } from '#shared/platform/settings/pay-methods.ts'
import { expectAccessible } from './axe.ts'
import { callApi } from './by-api.ts'
import { expectAt, signInAsOwner, waitForHydration } from './steps.ts'

const SETTINGS = '/api/settings/pay-methods'

/** A file with line ends that a browser would change in a text field. */
const FILE = Buffer.from('7B2270737049644\r\n22:\r\n')

test('the owner switches methods off, and saves Apple’s domain file, which is served as it was chosen', async ({
  page,
}) => {
  await signInAsOwner(page)
  const before = await callApi(page.request, 'GET', SETTINGS)
  try {
    await page.goto('/admin/settings')
    await page.getByRole('link', { name: /^Ways to pay/ }).click()
    await expect(page.getByRole('heading', { name: 'Ways to pay', level: 1 })).toBeVisible()
    await expectAccessible(page, 'ways to pay')
    await page.getByLabel('Venmo', { exact: true }).setChecked(false)
    const input = page.getByLabel('Choose the file')
    await input.setInputFiles({
      name: 'picture.png',
      mimeType: 'image/png',
      buffer: Buffer.from([137, 80, 255]),
    })
    await expect(page.getByText('picture.png is not the text file that PayPal gives')).toBeVisible()
    await input.setInputFiles({ name: 'apple-file', mimeType: '', buffer: FILE })
    await expect(page.getByText(`${FILE.length} characters, to be replaced by another file`)).toBeVisible()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Settings saved')).toBeVisible()
    const served = await page.request.get(APPLE_DOMAIN_PATH)
    expect([served.status(), await served.body()]).toEqual([200, FILE])
    const { methods } = await callApi(page.request, 'GET', '/api/config/paypal')
    expect(methods).not.toContain('venmo')

    await page.reload()
    await expect(page.getByLabel('Venmo', { exact: true })).not.toBeChecked()
    await page.getByLabel('Or paste its text').fill('pasted')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Settings saved')).toBeVisible()
    expect(await (await page.request.get(APPLE_DOMAIN_PATH)).text()).toBe('pasted')
    await page.getByRole('button', { name: 'Remove the file' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(async () => (await page.request.get(APPLE_DOMAIN_PATH)).status()).toBe(404)
  } finally {
    const { version } = await callApi(page.request, 'GET', SETTINGS)
    await callApi(page.request, 'PUT', SETTINGS, { ...before, version })
  }
})

/** Lets the documents of the shop be those of a live shop, whose policy allows PayPal only where there is a payment. */
async function asLiveShop(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const answer = await route.fetch()
    const body = (await answer.text()).replace('<html ', '<html data-limits-payments="true" ')
    return route.fulfill({ response: answer, body })
  })
}

const mark = (page: Page) => page.evaluate(() => void ((globalThis as { marked?: true }).marked = true))
const isMarked = (page: Page) => page.evaluate(() => 'marked' in globalThis)

test('a live shop opens the cart in a document of its own, and other pages in the same document', async ({
  page,
}) => {
  await asLiveShop(page)
  await page.goto('/')
  await waitForHydration(page)
  await mark(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click()
  await expectAt(page, '/privacypolicy')
  expect(await isMarked(page)).toBe(true)
  await page.getByRole('banner').getByRole('link', { name: /cart/i }).first().click()
  await expectAt(page, '/cart')
  await waitForHydration(page)
  expect(await isMarked(page)).toBe(false)
  // From there on, no further document is needed.
  await mark(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Gift cards' }).click()
  await expectAt(page, '/gift-cards')
  expect(await isMarked(page)).toBe(true)
  await page.goBack()
  await expectAt(page, '/cart')
  expect(await isMarked(page)).toBe(true)
})
