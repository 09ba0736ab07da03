/** The page after the payment: the thanks on the first screen, and below them calendar, recipe, subscription and account. */
import { readFile } from 'node:fs/promises'
import { expect, type Download, type Page } from '@playwright/test'
import { bestDays, bestDaysText } from '#shared/catalog/freshness.ts'
import { expectAccessible } from './axe.ts'
import { buyAsGuest, callApi, newBuyer } from './by-api.ts'
import { asOwner } from './owner.ts'
import { createProduct, deleteCreated, uniqueName } from './products.ts'
import { signInByApi } from './steps.ts'
import { test } from './visitor.ts'

const PHONE = { width: 390, height: 844 }

test.afterAll(deleteCreated)

const coffee = (name: string, form: object = {}) =>
  asOwner((owner) => createProduct({ request: owner }, uniqueName(name), { roastingLevel: 1, ...form }))
const mug = () =>
  asOwner((owner) =>
    createProduct({ request: owner }, uniqueName('Thanks Mug'), { category: 'Goods', size: undefined }),
  )
const thanks = (page: Page) => page.getByRole('region', { name: /^Thank you/ })
const steps = (page: Page) => page.getByRole('list', { name: 'What happens next' }).getByRole('listitem')
const readOrder = (id: string) => asOwner((owner) => callApi(owner, 'GET', `/api/orders/${id}`))
const filterDays = (roastingLevel: number, roastsOn: string) =>
  bestDays({ roastingLevel, bestFilter: '', bestEspresso: '', bestFor: [] }, 'filter', roastsOn)!
const textOf = async (download: Download) => (await readFile(await download.path())).toString()

test('on a phone, the first screen says what was bought, its days and when it tastes best; a reload buys nothing', async ({
  page,
}) => {
  const [light, cup] = [await coffee('Thanks Light'), await mug()]
  const { order, path } = await buyAsGuest([
    { _id: light._id, qty: 2 },
    { _id: cup._id, qty: 1 },
  ])
  await page.setViewportSize(PHONE)
  await page.goto(path)
  const { delivery } = await readOrder(order)
  const best = bestDaysText(filterDays(1, delivery.roastsOn))
  const expectThanks = async () => {
    await expect(page.getByRole('heading', { name: 'Thank you, Ada Byron' })).toBeInViewport({ ratio: 1 })
    const goods = page.getByRole('list', { name: 'Your goods' }).getByRole('listitem')
    await expect(goods).toHaveText([new RegExp(`^2 × ${light.name}`), new RegExp(`^1 × ${cup.name}`)])
    await expect(steps(page)).toHaveText([
      /^Ordered/,
      /^Paid/,
      /^Roasts/,
      /^Ships/,
      /^Arrives/,
      new RegExp(`^Tastes best.*${best}$`),
    ])
    for (const each of [...(await goods.all()), ...(await steps(page).all())])
      await expect(each).toBeInViewport({ ratio: 1 })
  }
  await expectThanks()
  const writes: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(`${request.method()} ${request.url()}`)
  })
  await page.reload()
  await expectThanks()
  expect(writes).toEqual([])
})

test('nothing beside the thanks looks like a task: no button is filled, and Order again is one of several', async ({
  page,
}) => {
  const { path } = await buyAsGuest([{ _id: (await coffee('Thanks Calm'))._id, qty: 1 }])
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'Make it an account' })).toBeVisible()
  const filled = await page.evaluate<string[]>(`[...document.querySelectorAll('main a, main button')]
    .filter((one) => one.checkVisibility() && getComputedStyle(one).backgroundColor === 'rgb(28, 26, 23)')
    .map((one) => one.textContent)`)
  expect(filled).toEqual([])
  await expect(thanks(page).getByRole('button')).toHaveText(['Add to calendar'])
  await expectAccessible(page, 'thanks of a guest')
})

test('the days of the arrival go into a calendar, for a guest and for an account', async ({ page }) => {
  const bean = await coffee('Thanks Calendar')
  const { path } = await buyAsGuest([{ _id: bean._id, qty: 1 }])
  await page.goto(path)
  const add = page.getByRole('button', { name: 'Add to calendar' })
  const [file] = await Promise.all([page.waitForEvent('download'), add.press('Enter')])
  expect(file.suggestedFilename()).toMatch(/^order-\w{3}-\w{3}\.ics$/)
  expect(await textOf(file)).toMatch(
    /^BEGIN:VCALENDAR\r\n.*DTSTART;VALUE=DATE:\d{8}\r\n.*END:VCALENDAR\r\n$/s,
  )

  const buyer = await newBuyer()
  const order = await buyer.buy()
  await signInByApi(page, buyer.email)
  await page.goto(`/order/${order}`)
  const [own] = await Promise.all([page.waitForEvent('download'), add.click()])
  expect(await textOf(own)).toContain('BEGIN:VCALENDAR')
  await asOwner((owner) => owner.put(`/api/orders/${order}/deliver`))
  await page.reload()
  await expect(steps(page).filter({ hasText: 'Arrived' })).toBeVisible()
  await expect(add).toHaveCount(0)
})

test('the recipe is that of the coffee, or the one for the grind that was bought', async ({ page }) => {
  const recipe = { brewMethod: 'Pour over', brewDose: 21, brewWater: 340, brewSeconds: 200 }
  const bean = await coffee('Thanks Recipe', recipe)
  const recipes = page.getByRole('region', { name: 'How to brew it' })
  await page.goto((await buyAsGuest([{ _id: bean._id, qty: 1 }])).path)
  await expect(recipes).toContainText(/Pour over.*Coffee\s*21 g\s*Water\s*340 g\s*Time\s*3:20 minutes/)
  const both = await buyAsGuest([
    { _id: bean._id, qty: 1 },
    { _id: bean._id, qty: 1, grind: 'French press' },
  ])
  await page.goto('/favicon.svg')
  await page.goto(both.path)
  await expect(recipes.getByText('21 g')).toBeVisible()
  await recipes.locator('summary').last().press('Enter')
  await expect(recipes.getByText('500 g, 203 °F (95 °C)')).toBeVisible()
  await expect(recipes.getByRole('link', { name: 'French press guide, with a timer' })).toHaveAttribute(
    'href',
    '/brew/french-press',
  )
  // One recipe is open at a time.
  await expect(recipes.getByText('21 g')).toBeHidden()
})

test('Make it a subscription opens the coffee with the subscription, the size and the grind', async ({
  page,
}) => {
  const bean = await coffee('Thanks Subscription', {
    sizes: [
      { label: '12 oz', grams: 340, price: 18, countInStock: 40 },
      { label: '2 lb', grams: 907, price: 40, countInStock: 40 },
    ],
  })
  const sizeId = bean.sizes.at(-1).id
  const { path } = await buyAsGuest([{ _id: bean._id, sizeId, grind: 'Chemex', qty: 1 }])
  await page.setViewportSize(PHONE)
  await page.goto(path)
  const link = page.getByRole('link', { name: 'Make it a subscription' })
  await link.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/product/${bean.slug}#subscribe$`))
  const expectChosen = async () => {
    await expect(page.getByRole('radio', { name: /^Subscribe/ })).toBeChecked()
    await expect(page.getByRole('radio', { name: /^2 lb/ })).toBeChecked()
    await expect(page.getByLabel('Grind')).toHaveValue('Chemex')
  }
  await expectChosen()
  await expect(page.getByRole('radio', { name: /^Subscribe/ })).toBeInViewport()
  await page.reload()
  await expectChosen()
  // The visitor's own choice stays.
  await page.getByRole('radio', { name: /^One time/ }).check()
  await expect(page.getByRole('radio', { name: /^Subscribe/ })).not.toBeChecked()

  // An order that was a delivery of a subscription has the subscription instead.
  await page.route('**/api/orders/*/subscriptions', (route) =>
    route.fulfill({
      json: { subscriptions: [{ _id: bean._id, status: 'active', weeks: 2, guestLink: null }] },
    }),
  )
  await page.goto('/favicon.svg')
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'Your subscription' })).toBeVisible()
  await expect(link).toHaveCount(0)
})

test('other goods, a pickup and a gift card have only what fits them', async ({ page }) => {
  const [cup, bean] = [await mug(), await coffee('Thanks Pickup')]
  const goods = await buyAsGuest([{ _id: cup._id, qty: 1 }])
  await page.goto(goods.path)
  await expect(steps(page).filter({ hasText: 'Ships' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Make it an account' })).toBeVisible()
  await expect(page.getByText('Tastes best')).toHaveCount(0)
  for (const gone of ['How to brew it', 'Before it runs out'])
    await expect(page.getByRole('heading', { name: gone })).toHaveCount(0)

  const atTheBar = await buyAsGuest([{ _id: bean._id, qty: 1 }], { isPickup: true })
  await page.goto('/favicon.svg')
  await page.goto(atTheBar.path)
  await expect(steps(page).nth(-1)).toHaveText(/^Tastes best/)
  await expect(steps(page).filter({ hasText: 'Pick up' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add to calendar' })).toBeVisible()

  const buyer = await newBuyer('Gus Giver')
  await signInByApi(page, buyer.email)
  const card = await callApi(page.request, 'POST', '/api/giftcards/orders', { amount: 25 })
  const { orderId } = await callApi(page.request, 'POST', `/api/orders/${card._id}/paypal`, {})
  await callApi(page.request, 'POST', `/sandbox/paypal/checkoutnow/${orderId}/approve`, {})
  await callApi(page.request, 'PUT', `/api/orders/${card._id}/pay`, { id: orderId })
  await page.setViewportSize(PHONE)
  await page.goto(`/order/${card._id}`)
  await expect(page.getByRole('heading', { name: 'Thank you, Gus Giver' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('list', { name: 'Your goods' })).toHaveText('Gift card of $25.00')
  await expect(page.getByRole('button', { name: 'Add to calendar' })).toHaveCount(0)
  await expectAccessible(page, 'thanks for a gift card')
})

test('coffees that taste best on other days have them at their lines, and a closed order has none', async ({
  page,
}) => {
  const [light, dark] = [await coffee('Thanks Day'), await coffee('Thanks Night', { roastingLevel: 5 })]
  const lines = [
    { _id: light._id, qty: 1 },
    { _id: dark._id, qty: 1 },
  ]
  const { order, path } = await buyAsGuest(lines)
  await page.goto(path)
  const { roastsOn } = (await readOrder(order)).delivery
  const goods = page.getByRole('list', { name: 'Your goods' }).getByRole('listitem')
  await expect(goods).toHaveText(
    [1, 5].map((level) => new RegExp(`Tastes best ${bestDaysText(filterDays(level, roastsOn))}$`)),
  )
  await expect(steps(page)).toHaveCount(5)
  await asOwner((owner) => callApi(owner, 'POST', `/api/orders/${order}/refund`, {}))
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your order is refunded' })).toBeVisible()
  await expect(page.getByText('Tastes best')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'How to brew it' })).toHaveCount(0)
})
