/** What goes wrong while an unpaid order is paid: a method fails, the amount changes, a window does not open. */
import { expect, test as fresh, type Page } from '@playwright/test'
import { PAY_METHODS, type PayMethod } from '#shared/platform/pay-methods.ts'
import { goToPayment, loaded, newEmail, openCheckout, typeGuest } from './steps.ts'
import { openUnpaid, payButton, payWith, sheetOf } from './pay.ts'
import { test } from './visitor.ts'

const main = (page: Page) => page.getByRole('main')
const paid = (page: Page) => expect(main(page).getByText(/Paid on/)).toBeVisible()
const notPaid = (page: Page) => expect(main(page).getByText('Not Paid')).toBeVisible()

/** Waits until exactly these methods are offered. */
async function expectOffered(page: Page, methods: readonly PayMethod[]): Promise<void> {
  const items = main(page).getByRole('list', { name: 'Ways to pay' }).getByRole('listitem')
  await expect(items).toHaveCount(methods.length)
  for (const method of methods) await expect(payButton(page, method)).toBeVisible()
}

const without = (...missing: PayMethod[]) => PAY_METHODS.filter((method) => !missing.includes(method))

const PAYPAL_SCRIPT = '**/sandbox/paypal/web-sdk/v6/core*'

/** Appends code to PayPal's script. */
async function changeScript(page: Page, code: string): Promise<void> {
  await page.route(PAYPAL_SCRIPT, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: `${await answer.text()}\n${code}` })
  })
}

test.describe('a method that fails does not hide the others', () => {
  test('if the scripts of Google and Apple do not load', async ({ page }) => {
    await page.route(/google-pay\/pay\.js/, (route) => route.abort())
    await page.route(/apple-pay-sdk\.js/, (route) => route.fulfill({ status: 500 }))
    await openUnpaid(page)
    await expectOffered(page, without('apple_pay', 'google_pay'))
    await payWith(page, 'card', 'pay')
    await paid(page)
  })

  test('if a part of PayPal’s script does not start', async ({ page }) => {
    await changeScript(
      page,
      `const create = paypal.createInstance
       paypal.createInstance = async (options) => {
         if (options.components.includes('venmo-payments')) throw new Error('Venmo does not load')
         return create(options)
       }`,
    )
    await openUnpaid(page)
    await expectOffered(page, without('venmo'))
    await payWith(page, 'pay_later', 'pay')
    await paid(page)
  })

  test('if a session cannot be created, or throws when it starts', async ({ page }) => {
    await changeScript(
      page,
      `const create = paypal.createInstance
       paypal.createInstance = async (options) => ({
         ...(await create(options)),
         createPayPalGuestOneTimePaymentSession: () => { throw new Error('no cards') },
         createApplePayOneTimePaymentSession: () => ({
           formatConfigForPaymentRequest: () => { throw new Error('no settings') },
         }),
       })`,
    )
    await openUnpaid(page)
    await expectOffered(page, without('card'))
    await payButton(page, 'apple_pay').click()
    await expect(main(page).getByText('Apple Pay did not open')).toBeVisible()
    await expectOffered(page, without('card', 'apple_pay'))
    await payWith(page, 'google_pay', 'pay')
    await paid(page)
  })

  test('if this browser cannot pay with Apple or Google', async ({ page }) => {
    await page.route(/google-pay\/pay\.js/, async (route) => {
      const response = await route.fetch()
      const code =
        'google.payments.api.PaymentsClient.prototype.isReadyToPay = async () => ({ result: false })'
      await route.fulfill({ response, body: `${await response.text()}\n${code}` })
    })
    await page.route(/apple-pay-sdk\.js/, async (route) => {
      const response = await route.fetch()
      const code = 'ApplePaySession.canMakePayments = () => false'
      await route.fulfill({ response, body: `${await response.text()}\n${code}` })
    })
    await openUnpaid(page)
    await expectOffered(page, without('apple_pay', 'google_pay'))
  })
})

test('if PayPal’s own script does not load, the page says so and loads it again', async ({ page }) => {
  await page.route(PAYPAL_SCRIPT, (route) => route.abort())
  await openUnpaid(page)
  await expect(main(page).getByText('The payment script failed to load')).toBeVisible()
  await page.unroute(PAYPAL_SCRIPT)
  await page.getByRole('button', { name: 'Load it again' }).click()
  await expectOffered(page, PAY_METHODS)
})

const changeAmount = (page: Page) =>
  page.route(/\/api\/orders\/[^/]+\/paypal$/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), amount: '1.00' } })
  })

test.describe('the amount at PayPal is not the one that was shown', () => {
  test('Apple’s sheet closes, and nothing is charged', async ({ page }) => {
    await openUnpaid(page)
    await changeAmount(page)
    await payButton(page, 'apple_pay').click()
    await expect(main(page).getByText('The total is now $1.00')).toBeVisible()
    await expect(page.locator('dialog iframe')).toHaveCount(0)
    await notPaid(page)
  })

  test('Google’s sheet says so, and nothing is charged', async ({ page }) => {
    await openUnpaid(page)
    await changeAmount(page)
    await payWith(page, 'google_pay', 'pay')
    const sheet = sheetOf(page, 'google_pay')
    await expect(sheet.getByText('The total is now $1.00')).toBeVisible()
    await sheet.getByRole('button', { name: 'Cancel and go back' }).click()
    await expect(main(page).getByText('The total is now $1.00')).toBeVisible()
    await notPaid(page)
  })
})

test.describe('Apple’s check of the shop fails', () => {
  const file = '**/.well-known/apple-developer-merchantid-domain-association'
  for (const [what, answer] of [
    ['is missing', { status: 404, body: '' }],
    ['is redirected', { status: 302, headers: { location: '/' } }],
  ] as const)
    test(`if the domain file ${what}`, async ({ page }) => {
      await openUnpaid(page)
      await page.route(file, (route) => route.fulfill(answer))
      await payButton(page, 'apple_pay').click()
      await expect(main(page).getByText('Apple Pay could not check this shop')).toBeVisible()
      await expect(page.locator('dialog iframe')).toHaveCount(0)
      await page.unroute(file)
      await payWith(page, 'apple_pay', 'pay')
      await paid(page)
    })
})

test('an order that cannot be paid any more says so, with a sheet and with a window', async ({ page }) => {
  await openUnpaid(page)
  const refuse = { status: 409, json: { message: 'This order is closed' } }
  await page.route(/\/api\/orders\/[^/]+\/paypal$/, (route) => route.fulfill(refuse))
  await payButton(page, 'apple_pay').click()
  await expect(main(page).getByText('This order is closed')).toBeVisible()
  await expect(page.locator('dialog iframe')).toHaveCount(0)
  const opened = page.waitForEvent('popup')
  await payButton(page, 'venmo').click()
  const window = await opened
  await expect.poll(() => window.isClosed()).toBe(true)
  await expect(main(page).getByText('This order is closed')).toBeVisible()
})

test.describe('a browser that opens neither windows nor dialogs', () => {
  test.beforeEach(({ page }) =>
    page.addInitScript(
      `window.open = () => null
       HTMLDialogElement.prototype.showModal = () => { throw new Error('not allowed') }`,
    ),
  )

  for (const method of ['paypal', 'pay_later'] as const)
    test(`goes to PayPal’s page and comes back: ${method}`, async ({ page }) => {
      const { id } = await openUnpaid(page)
      const go = async (choice: string | RegExp) => {
        await payButton(page, method).click()
        await loaded(Promise.resolve(page))
        await page.waitForURL(/checkoutnow/)
        await page.getByRole('button', { name: choice }).click()
        await page.waitForURL(new RegExp(`/order/${id}`))
      }
      await go('Cancel and go back')
      await expect(main(page).getByText('You left PayPal without paying')).toBeVisible()
      await go(/^Pay \$/)
      await paid(page)
      await expect(page).toHaveURL(new RegExp(`/order/${id}$`))
      await page.reload()
      await paid(page)
    })
})

fresh.describe('a phone', () => {
  fresh.use({
    viewport: { width: 390, height: 844 },
    userAgent:
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  })

  fresh(
    'with PayPal’s app opens it, and the purchase ends in the tab to which the app returns',
    async ({ page, context }) => {
      await page.goto('/sandbox/paypal/account')
      const app = page.getByRole('button', { name: 'This phone has PayPal’s app' })
      await app.click()
      await expect(app).toHaveAttribute('aria-pressed', 'true')
      await openCheckout(page, 'huila')
      await typeGuest(page, newEmail())
      await goToPayment(page)
      await payButton(page, 'paypal').click()
      await page.waitForURL(/checkoutnow/)
      const tab = await context.newPage()
      await tab.goto(page.url())
      await tab.getByRole('button', { name: /^Pay \$/ }).click()
      await tab.waitForURL(/\/order\//)
      await paid(tab)
      await tab.goto('/checkout')
      await expect(tab.getByText('Your cart is empty')).toBeVisible()
    },
  )

  fresh('without PayPal’s app opens PayPal’s window', async ({ page }) => {
    await openUnpaid(page)
    await payWith(page, 'paypal', 'pay')
    await paid(page)
  })
})
