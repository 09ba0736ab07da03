/** The rhythm of a cafe: a standing order by its buyer, and last week's order from the link of the weekly mail on a phone. */
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { callApi } from './by-api.ts'
import { linkTo } from './mailed-link.ts'
import { asOwner } from './owner.ts'
import { createProduct, deleteCreated, uniqueName } from './products.ts'
import { BUYER, newEmail, signInAsOwner } from './steps.ts'
import { test } from './visitor.ts'
import { switchWholesaleOn } from './wholesale-on.ts'

test.use({ viewport: { width: 390, height: 844 } })
test.afterAll(deleteCreated)

const WEEK = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
const PLACE = { address: '120 Church Street NE', city: 'Vienna', state: 'VA', postalCode: '22180' }

/** An account on credit with a location that gets the van on workdays, and a buyer who wants the weekly mail. */
async function newAccount(email: string): Promise<{ id: string; name: string }> {
  return asOwner(async (owner) => {
    await switchWholesaleOn(owner)
    const name = uniqueName('Cafe Rhythm')
    const company = await callApi(owner, 'POST', '/api/accounts', {
      legalName: name,
      kind: 'cafe',
      billingEmail: 'bills@example.com',
      ...PLACE,
      terms: 'net',
      netDays: 15,
      percentOff: 30,
    })
    const path = `/api/accounts/${company._id}`
    await callApi(owner, 'POST', `${path}/locations`, {
      name: 'Church Street',
      recipient: name,
      ...PLACE,
      weekdays: WEEK.slice(0, 5),
      cutoffDays: 2,
    })
    await callApi(owner, 'POST', `${path}/buyers`, {
      name: 'Maria Mosaic',
      email,
      mayOrder: true,
      mailsOrders: true,
      mailsWeekly: true,
    })
    return { id: company._id as string, name }
  })
}

async function join(page: Page, email: string, name: string): Promise<void> {
  await page.goto(await linkTo(email, 'wholesale-buyer'))
  await page.getByLabel('Password', { exact: true }).fill(BUYER.password)
  await page.getByLabel('Confirm Password').fill(BUYER.password)
  await page.getByRole('button', { name: 'Join' }).click()
  await expect(page.getByText(`You act for ${name}`)).toBeVisible()
}

/** Sets the weekly mail to a moment that has just passed, so that it is due now. */
async function mailNow(): Promise<void> {
  await asOwner(async (owner) => {
    const settings = (await callApi(owner, 'GET', '/api/settings/wholesale')) as Record<string, unknown>
    const now = new Date(Date.now() - 60_000)
    const inVirginia = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', ...options }).format(now)
    await callApi(owner, 'PUT', '/api/settings/wholesale', {
      ...settings,
      mailDay: inVirginia({ weekday: 'short' }),
      mailTime: inVirginia({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    })
  })
}

/** An order of the account, for the second of the next deliveries. */
async function orderLastWeek(page: Page, title: string): Promise<void> {
  const form = await callApi(page.request, 'GET', '/api/account-orders/form')
  const row = form.rows.find(({ name }: { name: string }) => name === title)
  await callApi(page.request, 'POST', '/api/account-orders', {
    company: form.company._id,
    location: form.location._id,
    lines: [{ product: row.product, sizeId: row.sizeId, qty: 4 }],
    deliversOn: form.deliveries[1].deliversOn,
    payBy: 'account',
  })
}

test('a buyer starts a standing order, skips one date and changes another; then last week’s order is changed and sent from the mailed link with few taps', async ({
  page,
  otherPage: owner,
}) => {
  await signInAsOwner(owner)
  const title = uniqueName('Harbor')
  await createProduct(owner, title, {
    price: 90,
    size: 2268,
    countInStock: 400,
    sizes: [{ grams: 2268, price: 90, countInStock: 400 }],
    hasEverySize: true,
  })
  const email = newEmail()
  const cafe = await newAccount(email)
  await join(page, email, cafe.name)

  await page.getByRole('link', { name: 'Standing orders' }).click()
  await page.getByRole('button', { name: 'New standing order' }).click()
  await page.getByLabel('Another coffee').selectOption({ label: `${title}, 5 lb` })
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: `More of ${title}, 5 lb` }).click()
  await page
    .getByLabel('Starts on or after')
    .fill(new Date(Date.now() + 12 * 86_400_000).toISOString().slice(0, 10))
  await expectAccessible(page, 'the form of a standing order')
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page.getByText('The standing order is saved.')).toBeVisible()
  const card = page.getByRole('region', { name: /^Every .*, Church Street$/ })
  await expect(card.getByText(`2 × ${title}, 5 lb`)).toBeVisible()
  await expect(card.getByText(/^Can be changed until/)).toHaveCount(3)
  await card
    .getByRole('button', { name: /^Skip / })
    .first()
    .click()
  await expect(card.getByText('Skipped', { exact: true })).toBeVisible()
  await card
    .getByRole('button', { name: /^Change once: / })
    .first()
    .click()
  await page.getByRole('button', { name: `More of ${title}, 5 lb` }).click()
  await page.getByRole('button', { name: 'Change only this delivery' }).click()
  await expect(card.getByText(`Only this time: 3 × ${title}, 5 lb`)).toBeVisible()
  await expectAccessible(page, 'a standing order')
  await owner.goto(`/admin/account/${cafe.id}`)
  await expect(owner.getByText(`2 × ${title}, 5 lb`)).toBeVisible()

  await orderLastWeek(page, title)
  await mailNow()
  const link = await linkTo(email, 'week-order')
  await page.context().clearCookies()
  await page.goto(link)
  const begun = Date.now()
  // Opening the link is one.
  let taps = 1
  const tap = async (name: string | RegExp) => {
    taps++
    await page.getByRole('button', { name }).click()
  }
  await expect(page.getByLabel(`Pieces of ${title}, 5 lb`)).toHaveValue('4')
  await tap(`More of ${title}, 5 lb`)
  await tap(/^Order for .*Church Street$/)
  await expect(page.getByText(/^Thank you. We have your order No\./)).toBeVisible()
  expect(taps).toBeLessThanOrEqual(6)
  expect(Date.now() - begun).toBeLessThan(60_000)
  // The table is that of the order page, which its own test checks.
  await expectAccessible(page, 'a weekly order that was sent')
  await page.getByRole('button', { name: 'Change it' }).click()
  await expect(page.getByLabel(`Pieces of ${title}, 5 lb`)).toHaveValue('5')
  await page.getByRole('button', { name: `More of ${title}, 5 lb` }).click()
  await page.getByRole('button', { name: /^Send the changes for/ }).click()
  await expect(page.getByText(/^Thank you. We have your order No\./)).toBeVisible()
  await page.reload()
  await expect(page.getByText(/^Thank you. We have your order No\./)).toBeVisible()
})
