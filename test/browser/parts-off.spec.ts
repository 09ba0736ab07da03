/**
 * Subscriptions, gift cards, codes and pickup are switched off while a buyer is at the checkout: the goods stay, each gets one
 * sentence, and the pages are gone until the owner switches them on again.
 */
import { expect, test, type APIRequestContext, type Page } from '@playwright/test'
import { addFromPage, expectAt, expectPart, newEmail, typeGuest } from './steps.ts'
import { jsonOf, useOwnShop } from './own-shop.ts'
import { ADMIN } from './playwright.config.ts'

const ORIGIN = useOwnShop(8)
test.use({ baseURL: ORIGIN })

const PARTS = ['subscriptions', 'giftCards', 'discountCodes', 'pickup']

test('a cart with a subscription, a code, a gift card and pickup keeps its goods when they are switched off', async ({
  page,
  playwright,
}) => {
  const owner = await playwright.request.newContext({ baseURL: ORIGIN })
  await jsonOf(owner.post('/api/users/auth', { data: ADMIN }))
  const subscribing = await jsonOf(owner.get('/api/settings/subscribing'))
  await jsonOf(owner.put('/api/settings/subscribing', { data: { ...subscribing, isOffered: true } }))
  const code = await addCode(owner)
  const card = await sellCard(owner)

  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Subscribe', exact: true }).first()).toBeVisible()
  const goods = await fillCart(page)
  await page.goto('/cart')
  await page.getByText('Have a discount code?').click()
  await page.getByLabel('Discount code').fill(code.code)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('WELCOME (10% off)').first()).toBeVisible()
  await goToCheckout(page, card.code)

  await jsonOf(
    owner.post(`/api/giftcards/${card.id}/adjustments`, { data: { amount: -5, reason: 'Paid out' } }),
  )
  await jsonOf(owner.delete(`/api/discounts/${code.id}`))
  await switchAll(owner, 'off')
  await page.reload()
  await expect(page.getByText('We no longer take gift cards: yours were removed.')).toBeVisible()
  await expect(page.getByText('We no longer take discount codes: WELCOME was removed.')).toBeVisible()
  await expect(page.getByText('Pick up at the bar')).toHaveCount(0)
  await expect(page.getByText('Pay with a gift card')).toHaveCount(0)
  await page.goto('/cart')
  await expect(
    page.getByText('we take no new subscriptions, so this is a single purchase now').first(),
  ).toBeVisible()
  for (const name of goods) await expect(page.getByRole('main').getByText(name).first()).toBeVisible()
  await expect(page.getByText('Have a discount code?')).toHaveCount(0)

  await checkGone(page)
  await switchAll(owner, 'on')
  await page.goto('/subscribe')
  await expect(page.getByRole('heading', { name: 'Subscribe', level: 1 })).toBeVisible()
  await page.goto('/gift-cards')
  await expect(page.getByText('$25', { exact: true })).toBeVisible()
  await owner.dispose()
})

/** A coffee by subscription and another one. Returns their names. */
async function fillCart(page: Page): Promise<string[]> {
  const { products } = await jsonOf(page.request.get('/api/products?keyword=kenya'))
  await page.goto(`/product/${products[0]._id}`)
  await page.getByRole('radio', { name: /^Subscribe/ }).check()
  await page.getByRole('main').locator('form').getByRole('button', { name: 'Subscribe', exact: true }).click()
  await page.getByRole('link', { name: 'Go to the cart' }).first().click()
  await expectAt(page, '/cart')
  await addFromPage(page, 'highlands')
  const { products: others } = await jsonOf(page.request.get('/api/products?keyword=highlands'))
  return [products[0].name, others[0].name]
}

async function goToCheckout(page: Page, card: string): Promise<void> {
  await page.goto('/checkout')
  await typeGuest(page, newEmail())
  await page.getByText('Pick up at the bar', { exact: true }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectPart(page, 'payment')
  await page.getByText('Pay with a gift card').click()
  await page.getByLabel('Code of the gift card').fill(card)
  await page.getByRole('button', { name: 'Use this card' }).click()
  await expect(page.getByRole('complementary', { name: 'Your order' })).toContainText('−$5.00')
}

/** Neither the pages nor links to them are there. */
async function checkGone(page: Page): Promise<void> {
  await page.goto('/')
  for (const name of ['Subscribe', 'SUBSCRIBE', 'Gift cards'])
    await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0)
  for (const path of ['/subscribe', '/subscribe/gift', '/gift-cards', '/gift']) {
    expect((await page.goto(path))?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  }
  const { products } = await jsonOf(page.request.get('/api/products?keyword=kenya'))
  await page.goto(`/product/${products[0]._id}`)
  await expect(page.getByRole('button', { name: 'Add to cart' }).first()).toBeVisible()
  await expect(page.getByText(/\bsubscri/i)).toHaveCount(0)
}

async function switchAll(owner: APIRequestContext, state: 'on' | 'off'): Promise<void> {
  for (const part of PARTS) {
    const { version } = await jsonOf(owner.get('/api/parts'))
    await jsonOf(owner.put(`/api/parts/${part}`, { data: { state, version } }))
  }
}

async function addCode(owner: APIRequestContext): Promise<{ id: string; code: string }> {
  const code = {
    code: 'WELCOME',
    kind: 'Percentage',
    percent: 10,
    amount: null,
    categories: [],
    products: [],
    minimum: null,
    startsOn: '',
    endsOn: '',
    total: null,
    perPerson: null,
    firstOrderOnly: false,
    isOff: false,
    note: '',
  }
  const { _id: id } = await jsonOf(owner.post('/api/discounts', { data: code }))
  return { id, code: code.code }
}

/** Sells a card of $5 at the bar. Its code is in the mail to its holder, which the mail log shows to an owner. */
async function sellCard(owner: APIRequestContext): Promise<{ id: string; code: string }> {
  const to = { name: 'Fay Friend', email: newEmail() }
  const { _id: id } = await jsonOf(owner.post('/api/giftcards', { data: { amount: 5, to } }))
  let code = ''
  await expect
    .poll(async () => {
      const { mail } = await jsonOf(owner.get('/api/mail?kind=gift-card'))
      code = /\/gift-cards\/balance#([A-Z2-9]{16})/.exec(mail[0]?.text ?? '')?.[1] ?? ''
      return code
    })
    .not.toBe('')
  return { id, code }
}
