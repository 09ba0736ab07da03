/** Steps of a visitor, by the labels on the screens. */
import { expect, type Locator, type Page } from '@playwright/test'
import { defaultGrind } from '#shared/platform/grinds.ts'
import { ownerSession } from './owner.ts'

export const BUYER = { name: 'Ada Byron', password: 'a long quiet evening' }

/** Waits until the URL's path is `path`, with any query. */
export async function expectAt(page: Page, path: string): Promise<void> {
  await expect(page).toHaveURL(({ pathname }) => pathname === path)
}

/** Accepts or dismisses every dialog of the browser, as `yes` says at that time, and keeps their messages in `asked`. */
export function answerDialogs(page: Page, yes = true) {
  const answers = { asked: [] as string[], yes }
  page.on('dialog', (dialog) => {
    answers.asked.push(dialog.message())
    void (answers.yes ? dialog.accept() : dialog.dismiss())
  })
  return answers
}

/** Waits until the page is hydrated; only then it shows who is signed in. */
export async function waitForHydration(page: Page): Promise<void> {
  await expect(page.getByRole('banner').locator('[data-pending]')).toHaveCount(0)
}

/**
 * Moves the pointer out of the header. A headless browser starts with the pointer inside the header, at the top left,
 * and then sends no event for entering it.
 */
export const movePointerAway = (page: Page) => page.mouse.move(600, 700)

let count = 0

/** A unique email address. */
export function newEmail(): string {
  count++
  return `ada-${process.pid}-${Date.now()}-${count}@example.com`
}

export async function register(page: Page | Locator, email: string, name = BUYER.name): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(BUYER.password)
  await page.getByLabel('Confirm Password').fill(BUYER.password)
  await page.getByRole('button', { name: 'Register' }).click()
}

/** Fills in the sign-in screen, or another form for it, and sends it. */
export async function fillSignIn(page: Page | Locator, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/login')
  await fillSignIn(page, email, password)
  await expect(page).not.toHaveURL(({ pathname }) => pathname === '/login')
}

/** Registers a new account over the API and signs this browser in. Returns the email address. */
export async function signInAsNewCustomer(page: Page, name = BUYER.name): Promise<string> {
  const email = newEmail()
  const answer = await page.request.post('/api/users', { data: { name, email, password: BUYER.password } })
  expect(answer.ok(), await answer.text()).toBe(true)
  await storeUser(page, await answer.text())
  return email
}

/** Signs this browser in over the API. The sign-in screen has tests of its own. */
export async function signInByApi(page: Page, email: string, password = BUYER.password): Promise<void> {
  const answer = await page.request.post('/api/users/auth', { data: { email, password } })
  expect(answer.ok(), await answer.text()).toBe(true)
  await storeUser(page, await answer.text())
}

/** Stores the answer of a sign-in as the site does. */
async function storeUser(page: Page, userInfo: string): Promise<void> {
  const plain = await pageWithoutScripts(page)
  await plain.evaluate((text) => globalThis.localStorage.setItem('userInfo', text), userInfo)
}

const WITHOUT_SCRIPTS = '/favicon.svg'
const isNew = (page: Page) => page.url() === 'about:blank'

/**
 * A page without scripts, so that nothing reads too early what a test stores. If `visitor.ts` keeps such a page open, it
 * is used, and a new page does not load one.
 */
async function pageWithoutScripts(page: Page): Promise<Page> {
  if (page.url().endsWith(WITHOUT_SCRIPTS)) return page
  const kept = isNew(page) ? keptPage(page) : undefined
  if (!kept) await page.goto(WITHOUT_SCRIPTS)
  return kept ?? page
}

function keptPage(page: Page): Page | undefined {
  const pages = page.context().pages()
  return pages.find((one) => one.url().endsWith(WITHOUT_SCRIPTS))
}

/** Signs this browser in as the owner, with one session for all tests of a worker. */
export async function signInAsOwner(page: Page): Promise<void> {
  const { state, userInfo } = await ownerSession()
  await page.context().addCookies(state.cookies)
  await storeUser(page, userInfo)
}

/** Signs this browser out, so that the next page is that of a new visitor. */
export async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies()
  // Cleared in an open page itself, because an event from another page would make it navigate.
  const open = isNew(page) ? keptPage(page) : page
  await open?.evaluate(() => globalThis.localStorage.clear())
}

/**
 * Adds pieces of the first product that the API finds for the keyword to the stored cart, as its page does. The screens
 * before the checkout have tests of their own.
 */
export async function fillCart(page: Page, keyword: string, qty = 1): Promise<void> {
  const { products } = await (await page.request.get(`/api/products?keyword=${keyword}`)).json()
  const { user: _user, rating: _rating, numReviews: _count, sizes, grinds: _grinds, ...product } = products[0]
  const { id: sizeId, label: sizeLabel, grams: size, price, countInStock } = sizes[0]
  const grind = defaultGrind(product.category)
  const item = { ...product, sizeId, sizeLabel, size, price, countInStock, grind, qty }
  const plain = await pageWithoutScripts(page)
  await plain.evaluate((line) => {
    const cart = JSON.parse(globalThis.localStorage.getItem('cart') ?? '{"cartItems":[]}')
    const cartItems = [...cart.cartItems, line]
    const itemsPrice = cartItems.reduce((sum, one) => sum + one.price * one.qty, 0).toFixed(2)
    const filled = { paymentMethod: 'PayPal', ...cart, cartItems, itemsPrice, totalPrice: itemsPrice }
    globalThis.localStorage.setItem('cart', JSON.stringify(filled))
  }, item)
}

/** Opens the cart with pieces of the first product that the API finds for the keyword. */
export async function addToCart(page: Page, keyword: string, qty = 1): Promise<void> {
  await fillCart(page, keyword, qty)
  await page.goto('/cart')
}

/** Opens the page of the first product that the API finds, and goes to the cart with it. */
export async function addFromPage(page: Page, keyword: string, qty = 1): Promise<void> {
  const { products } = await (await page.request.get(`/api/products?keyword=${keyword}`)).json()
  await page.goto(`/product/${products[0]._id}`)
  await page.getByLabel('Qty').selectOption(String(qty))
  await addShownToCart(page)
}

/** Opens the checkout, like `addToCart`. */
export async function openCheckout(page: Page, keyword: string): Promise<void> {
  await fillCart(page, keyword)
  await page.goto('/checkout')
}

/** Waits until this part of the checkout is open. */
export async function expectPart(page: Page, part: 'contact' | 'delivery' | 'payment'): Promise<void> {
  await expect(page).toHaveURL(({ pathname, hash }) => pathname === '/checkout' && hash === `#${part}`)
  await expect(page.locator(`#${part}[data-open]`)).toBeVisible()
}

/** Waits for the list that a search has found. The URL changes before the list. */
export async function expectResults(page: Page, keyword: string): Promise<void> {
  await expectAt(page, `/search/${keyword}`)
  await expect(page.getByText(`Results for “${keyword}”`)).toBeVisible()
}

/** Opens a product from the shop's search and puts it into the cart. */
export async function addFromSearch(page: Page, keyword: string, qty = 1): Promise<void> {
  await page.goto('/shop')
  await page.getByLabel('Search the shop').fill(keyword)
  await page.getByRole('button', { name: 'Search' }).click()
  await expectResults(page, keyword)
  await page.locator('main a[href^="/product/"]').first().click()
  await page.getByLabel('Qty').selectOption(String(qty))
  await addShownToCart(page)
}

/** Adds the product of the open page to the cart, and goes to the cart. */
export async function addShownToCart(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
  // On a small screen, the page and the bar at its bottom both have this link.
  await page.getByRole('link', { name: 'Go to the cart' }).first().click()
  await expectAt(page, '/cart')
}

/** Types the name and email of a guest at the checkout. */
export async function typeGuest(page: Page, email: string): Promise<void> {
  const guest = page.getByRole('main')
  await guest.getByLabel('Name', { exact: true }).fill(BUYER.name)
  await guest.getByLabel('Email', { exact: true }).fill(email)
}

export async function fillAddress(page: Page, line = '145 Church Street NE'): Promise<void> {
  const [field, other] = [page.getByLabel('Address', { exact: true }), page.getByLabel('Use another address')]
  await expect(field.or(other).first()).toBeVisible()
  // The buyer has saved addresses.
  if (await other.isVisible()) await other.check()
  await typeAddress(page, line)
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Fills in the fields of an address in Vienna, VA. */
export async function typeAddress(page: Page, line: string, city = 'Vienna'): Promise<void> {
  await page.getByLabel('Address', { exact: true }).fill(line)
  await page.getByLabel('City').fill(city)
  await page.getByLabel('State').selectOption('VA')
  await page.getByLabel('Postal Code').fill('22180')
}

const CHOICES = {
  pay: /^Pay \$/,
  decline: 'Decline card',
  review: 'Pending review',
  cancel: 'Cancel and go back',
}

/** Clicks PayPal's button and makes a choice in the window that opens. At the checkout, the click places the order. */
export async function choosePayPal(page: Page, choice: keyof typeof CHOICES): Promise<void> {
  const opened = page.waitForEvent('popup')
  await page.locator('paypal-button').click()
  const window = await loaded(opened)
  const closed = window.waitForEvent('close')
  await window.getByRole('button', { name: CHOICES[choice] }).click()
  await closed
}

/** A page that opens, after its scripts have run. Before that, the buttons of the sandbox's pages do nothing. */
export async function loaded(opening: Promise<Page>): Promise<Page> {
  const page = await opening
  // A window of PayPal is empty until the shop has answered.
  await page.waitForURL(({ href }) => href !== 'about:blank')
  return page
}

/** Fills in the address at the checkout, and goes on to the payment. Accepts the carrier's spelling if it differs. */
export async function goToPayment(page: Page): Promise<void> {
  await fillAddress(page)
  await acceptSuggestion(page)
  await expectPart(page, 'payment')
}

/** Accepts the carrier's spelling if it differs from the typed address. */
export async function acceptSuggestion(page: Page): Promise<void> {
  const suggestion = page.getByRole('button', { name: /use/i }).first()
  await expect(suggestion.or(page.locator('#payment[data-open]'))).toBeVisible()
  if (await suggestion.isVisible()) await suggestion.click()
}

/** Places the order at the checkout without paying it, and opens its page. */
export async function placeUnpaid(page: Page): Promise<void> {
  await choosePayPal(page, 'cancel')
  await expect(page.getByText(/^You left PayPal without paying\. .+ we still hold/)).toBeVisible()
  const { id } = await page.evaluate(() => JSON.parse(globalThis.localStorage.getItem('placedOrder')!))
  await page.goto(`/order/${id}`)
}
