/** What a visitor does before a page is hydrated, and while it is, is kept and applied (decisions/012). */
import { expect, test } from '@playwright/test'
import { holdRequests } from './held-requests.ts'
import { WITH_MOTION } from './motion.ts'
import { expectAt, waitForHydration } from './steps.ts'

test.use(WITH_MOTION)

test('input before hydration is applied after it', async ({ page }) => {
  await page.clock.install()
  const { products } = await (await page.request.get('/api/products?keyword=ethiopia')).json()
  const { _id, slug } = products[0]
  const scripts = await holdRequests(page, '**/assets/*.js')
  await page.goto(`/product/${_id}`)
  await page.getByRole('radio', { name: /^2 lb/ }).check()
  await page.getByLabel('Grind').selectOption('Espresso')
  await page.getByLabel('Qty').selectOption('3')
  await page.getByRole('radio', { name: /^Subscribe and save/ }).check()
  const add = page.getByRole('button', { name: 'Add to cart', exact: true })
  await add.click()
  await expect(add).toHaveAttribute('aria-busy', 'true')
  await expectAt(page, `/product/${slug}`)
  await scripts.release()
  await page.clock.resume()
  await page.getByRole('link', { name: 'Go to the cart' }).click()
  await expectAt(page, '/cart')
  await expect(page.getByText('Subtotal [3]', { exact: false })).toBeVisible()
  await expect(page.getByText('Every 2 weeks, 10% off')).toBeVisible()
  await expect(page.getByText(/2 lb \(907 g\), Espresso/).first()).toBeVisible()
})

test('a choice from before hydration is applied once, and not again later', async ({ page }) => {
  await page.clock.install()
  const { products } = await (await page.request.get('/api/products?keyword=ethiopia')).json()
  const scripts = await holdRequests(page, '**/assets/*.js')
  await page.goto(`/product/${products[0]._id}`)
  await page.getByRole('radio', { name: /^Subscribe and save/ }).check()
  await scripts.release()
  await page.clock.resume()
  await waitForHydration(page)
  await page.getByLabel('Every').selectOption('4 weeks')
  await page.clock.runFor(12_000)
  await expect(page.getByLabel('Every').locator('option:checked')).toHaveText('4 weeks')
})

for (const path of ['/login', '/register', '/wholesale', '/gift-cards', '/gift-cards/balance'])
  test(`text that is typed before hydration stays in its field on ${path}, and the field keeps its label`, async ({
    page,
  }) => {
    await page.clock.install()
    const scripts = await holdRequests(page, '**/assets/*.js')
    await page.goto(path)
    const fields = await page
      .locator(
        ':is(input:is([type=text], [type=email], [type=password], :not([type])), textarea):not([tabindex="-1"])',
      )
      .filter({ visible: true })
      .all()
    expect(fields.length).toBeGreaterThan(1)
    for (const field of fields) await field.fill('ada@example.com')
    await scripts.release()
    await page.clock.resume()
    await waitForHydration(page)
    for (const field of fields) {
      await expect(field).toHaveValue('ada@example.com')
      await expect(field).toHaveAccessibleName(/./)
    }
  })

test('a choice from a list while the page is being hydrated is kept', async ({ page }) => {
  const { products } = await (await page.request.get('/api/products?keyword=huila')).json()
  // So that the hydration takes longer than the timer of the script.
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 8 })
  await page.addInitScript(CHOOSE_DURING_HYDRATION)
  await page.goto(`/product/${products[0]._id}`)
  await waitForHydration(page)
  expect(await page.evaluate('chosen')).toBe('before its end')
  await expect(page.getByLabel('Qty')).toHaveValue('2')
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
  await page.getByRole('link', { name: 'Go to the cart' }).first().click()
  await expect(page.getByText('Subtotal [2]', { exact: false })).toBeVisible()
})

/** Runs in the page: chooses a quantity when React listens to the document, which it does from the start of the hydration. */
const CHOOSE_DURING_HYDRATION = `(() => {
  globalThis.chosen = ''
  let isHydrated = false
  addEventListener('hydrated', () => (isHydrated = true))
  const waitForReact = () => {
    const isBegun = Object.keys(document).some((key) => key.startsWith('_reactListening'))
    // React hydrates in another task than the one in which it begins to listen.
    setTimeout(isBegun ? choose : waitForReact, 5)
  }
  const choose = () => {
    const list = [...document.querySelectorAll('main select')].find(({ labels }) => labels[0]?.textContent === 'Qty')
    globalThis.chosen = isHydrated ? 'after its end' : 'before its end'
    list.value = '2'
    for (const name of ['input', 'change']) list.dispatchEvent(new Event(name, { bubbles: true }))
  }
  setTimeout(waitForReact)
})()`

test('a button that was pressed before hydration is no longer busy after it', async ({ page }) => {
  await page.clock.install()
  await page.setViewportSize({ width: 390, height: 844 })
  const scripts = await holdRequests(page, '**/assets/*.js')
  await page.goto('/about')
  await page.getByRole('button', { name: 'MENU' }).click()
  await expect(page.getByRole('button', { name: 'MENU' })).toHaveAttribute('aria-busy', 'true')
  await scripts.release()
  await page.clock.resume()
  const button = page.getByRole('button', { name: 'CLOSE' })
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  await expect(button).not.toHaveAttribute('aria-busy')
})
