/** Express buttons in the cart: the wallet supplies address, name and email. */
import { expect, test as fresh, type Locator } from '@playwright/test'
import { discountCodeFields } from '#shared/checkout/resources/discount-code.ts'
import { samplesOf } from '#shared/platform/resources/described.ts'
import { asOwner } from './owner.ts'
import { expectAccessible } from './axe.ts'
import { callApi, coffeeOfOwn, createPickupOnlyWork, placePaidOrder } from './by-api.ts'
import { cart, NAMES, open, paid, pay, sheetOf, wallet, WALLETS } from './express-steps.ts'
import { addShownToCart, addToCart, expectAt, fillCart, loaded, signInAsNewCustomer } from './steps.ts'
import { test } from './visitor.ts'

fresh.describe('on a phone', () => {
  fresh.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  for (const method of WALLETS)
    fresh(
      `a guest buys two coffees and a mug with ${NAMES[method]} in at most 5 taps and no field`,
      async ({ page }) => {
        for (const keyword of ['kenya', 'ethiopia', 'mug']) await fillCart(page, keyword)
        await page.goto('/cart')
        const fields = await page.locator('main :is(input, select):required:visible').count()
        let taps = 0
        const tap = async (target: Locator) => {
          await target.tap()
          taps++
        }
        await expect(wallet(page, 'paypal')).toBeVisible()
        if (method === 'google_pay') await tap(cart(page).getByRole('button', { name: 'More ways' }))
        const opened = method === 'paypal' ? page.waitForEvent('popup') : null
        await tap(wallet(page, method))
        const place = opened ? await loaded(opened) : sheetOf(page, method)
        await expect(pay(place)).toBeEnabled()
        await tap(pay(place))
        await paid(page)
        // oxlint-disable-next-line no-console
        console.log(
          `Express with ${NAMES[method]}: ${taps} taps from the cart to the thanks, ${fields} fields`,
        )
        expect(taps).toBeLessThanOrEqual(5)
        expect(fields).toBe(0)
        await expect(page.getByRole('main').getByText('Vienna').first()).toBeVisible()
        await page.goto('/cart')
        await expect(page.getByText('Your cart is empty')).toBeVisible()
      },
    )
})

for (const method of WALLETS)
  test(`${NAMES[method]} refuses Alaska in its own window, and another address is bought to`, async ({
    page,
  }) => {
    await addToCart(page, 'kenya')
    const place = await open(page, method)
    await expect(pay(place)).toBeEnabled()
    await place.getByRole('radio', { name: /Anchorage/ }).check()
    await expect(place.getByRole('alert')).toContainText(/ship/)
    await expect(pay(place)).toBeDisabled()
    await place.getByRole('radio', { name: /Vienna/ }).check()
    await expect(pay(place)).toBeEnabled()
    await pay(place).click()
    await paid(page)
  })

for (const method of WALLETS)
  test(`${NAMES[method]} is left and later declined: nothing is charged, and the order is paid otherwise`, async ({
    page,
  }) => {
    await addToCart(page, 'kenya')
    const left = await open(page, method)
    await expect(pay(left)).toBeEnabled()
    await left.getByRole('button', { name: 'Cancel and go back' }).click()
    await expect(
      cart(page).getByText(`You left ${NAMES[method]} without paying. Nothing was charged.`),
    ).toBeVisible()
    await expectAt(page, '/cart')
    const opened = method === 'paypal' ? page.waitForEvent('popup') : null
    await wallet(page, method).click()
    const place = opened ? await loaded(opened) : sheetOf(page, method)
    await expect(pay(place)).toBeEnabled()
    await place.getByRole('button', { name: /^Decline/ }).click()
    if (method === 'google_pay') {
      // Google's sheet stays open for another card, which pays the same order.
      await expect(place.getByRole('alert')).toContainText('Nothing was charged')
      await pay(place).click()
      return paid(page)
    }
    await expect(page).toHaveURL(/\/order\//)
    await expect(page.getByText(/declined this card/).first()).toBeVisible()
    await expect(page.getByText('Not Paid')).toBeVisible()
    const again = page.waitForEvent('popup')
    await page.getByRole('main').getByRole('button', { name: 'Pay with PayPal' }).click()
    await pay(await loaded(again)).click()
    await paid(page)
  })

for (const method of WALLETS)
  test(`the last bag is sold while the window of ${NAMES[method]} is open: nothing is charged`, async ({
    page,
  }) => {
    const coffee = await coffeeOfOwn('Last bag', { countInStock: 1 })
    await addToCart(page, coffee.name)
    const place = await open(page, method)
    await expect(pay(place)).toBeEnabled()
    await placePaidOrder('Quick Buyer', coffee)
    await pay(place).click()
    if (method !== 'google_pay') await expect(cart(page).getByRole('alert')).toContainText(coffee.name)
    else await expect(place.getByRole('alert')).toContainText(coffee.name)
    await expectAt(page, '/cart')
  })

test('a typed code is applied before the wallet gets the amount, and a wrong one opens nothing', async ({
  page,
}) => {
  const code = await asOwner((owner) =>
    callApi(owner, 'POST', '/api/discounts', {
      ...samplesOf(discountCodeFields),
      code: `EXPRESS-${process.pid}-${Date.now()}`,
      percent: 10,
    }),
  )
  await addToCart(page, 'kenya')
  await page.getByText('Have a discount code?').click()
  await page.getByLabel('Discount code').fill('nothing-such')
  await expect(wallet(page, 'paypal')).toBeVisible()
  await wallet(page, 'paypal').click()
  await expect(cart(page).getByRole('alert')).toContainText('Please check what you have typed')
  await page.getByLabel('Discount code').fill(code.code)
  const place = await open(page, 'paypal')
  await expect(pay(place)).toBeEnabled()
  await pay(place).click()
  await paid(page)
  await expect(page.getByRole('main').getByText(code.code)).toBeVisible()
})

test('the order of a signed-in buyer is in the account', async ({ page }) => {
  await signInAsNewCustomer(page)
  await addToCart(page, 'kenya')
  const place = await open(page, 'paypal')
  await expect(pay(place)).toBeEnabled()
  await pay(place).click()
  await paid(page)
  const { orders } = await callApi(page.request, 'GET', '/api/orders/mine')
  expect(orders).toMatchObject([{ isPaid: true }])
})

test('subscriptions and goods that are picked up say why they have no buttons, and load no script', async ({
  page,
}) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (/\/sandbox\/paypal\//.test(request.url())) scripts.push(request.url())
  })
  const { products } = await (await page.request.get('/api/products?keyword=ethiopia')).json()
  await page.goto(`/product/${products[0]._id}`)
  await page.getByRole('radio', { name: /^Subscribe and save 10%/ }).check()
  await page.getByRole('main').locator('form').getByRole('button', { name: 'Subscribe', exact: true }).click()
  await page.getByRole('link', { name: 'Go to the cart' }).first().click()
  await expect(page.getByText('Express buttons are not for subscriptions')).toBeVisible()
  await page.evaluate('localStorage.removeItem("cart")')
  const work = await createPickupOnlyWork()
  await page.goto(`/product/${work._id}`)
  await addShownToCart(page)
  await expect(page.getByText('Express buttons are not for pickup')).toBeVisible()
  await expect(cart(page)).toHaveCount(0)
  expect(scripts).toEqual([])
  // Later tests buy the newest product.
  await asOwner((owner) => owner.delete(`/api/works/${work._id}`))
  await page.evaluate('localStorage.removeItem("cart")')
  await addToCart(page, 'kenya')
  await expect(wallet(page, 'paypal')).toBeVisible()
  expect(scripts.length).toBeGreaterThan(0)
})

test('the cart with express buttons is accessible, and the buttons do not move what is below', async ({
  page,
}) => {
  await addToCart(page, 'kenya')
  await expect(wallet(page, 'paypal')).toBeVisible()
  await expect(cart(page).getByRole('button', { name: 'More ways' })).toBeVisible()
  await expect(cart(page).getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page, 'Cart with express buttons')
})
