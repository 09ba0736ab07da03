/** A cafe orders on a phone: last week's order changed, pasted lines, a draft that survives, changed and canceled. */
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { callApi } from './by-api.ts'
import { linkTo } from './mailed-link.ts'
import { asOwner } from './owner.ts'
import { createProduct, deleteCreated, uniqueName } from './products.ts'
import { BUYER, newEmail, signInAsOwner } from './steps.ts'
import { test } from './visitor.ts'
import { switchWholesaleOn, withWholesale } from './wholesale-on.ts'

test.use({ viewport: { width: 390, height: 844 } })
test.afterAll(deleteCreated)

const WORKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri']
const PLACE = { address: '120 Church Street NE', city: 'Vienna', state: 'VA', postalCode: '22180' }

/** An account on credit with a location, a price list and an invited buyer. */
async function newAccount(email: string, coffee: { sizes: { id: string }[] }) {
  return asOwner(async (owner) => {
    await switchWholesaleOn(owner)
    const name = uniqueName('Cafe Mosaic')
    const list = await callApi(owner, 'POST', '/api/price-lists', {
      name: uniqueName('Cafes'),
      percentOff: null,
      breaks: [{ pounds: 50, percent: 5 }],
      prices: coffee.sizes.map(({ id }, index) => ({ size: id, price: index === 0 ? 12 : 60 })),
    })
    const company = await callApi(owner, 'POST', '/api/accounts', {
      legalName: name,
      kind: 'cafe',
      billingEmail: 'bills@example.com',
      ...PLACE,
      terms: 'net',
      netDays: 15,
      priceList: list._id,
      minimum: 'grams',
      minimumValue: 4536,
    })
    const path = `/api/accounts/${company._id}`
    await callApi(owner, 'POST', `${path}/locations`, {
      name: 'Church Street',
      recipient: name,
      ...PLACE,
      weekdays: WORKDAYS,
      cutoffDays: 1,
    })
    await callApi(owner, 'POST', `${path}/buyers`, { name: 'Maria Mosaic', email })
    return { name, id: company._id as string }
  })
}

async function join(page: Page, email: string, name: string): Promise<void> {
  await page.goto(await linkTo(email, 'wholesale-buyer'))
  await page.getByLabel('Password', { exact: true }).fill(BUYER.password)
  await page.getByLabel('Confirm Password').fill(BUYER.password)
  await page.getByRole('button', { name: 'Join' }).click()
  await expect(page.getByText(`You act for ${name}`)).toBeVisible()
}

test('a cafe orders on a phone with plus and pasted lines, and sends the same again with two presses', async ({
  page,
  otherPage: owner,
}) => {
  await signInAsOwner(owner)
  const title = uniqueName('Harbor')
  const draft = await createProduct(owner, title, {
    countInStock: 400,
    sizes: [
      { grams: 340, price: 18, countInStock: 400 },
      { grams: 2268, price: 90, countInStock: 400, forAccounts: true },
    ],
    hasEverySize: true,
  })
  const email = newEmail()
  const cafe = await newAccount(email, draft)
  await join(page, email, cafe.name)

  await page.getByRole('link', { name: 'Order', exact: true }).click()
  const bar = page.getByRole('region', { name: 'Your order' })
  await expect(bar).toContainText('$0.00')
  await expect(bar).toContainText(/order by/)
  const five = page.getByLabel(`Pieces of ${title}, 5 lb`)
  await page.getByRole('button', { name: `More of ${title}, 5 lb` }).click()
  await expect(bar).toContainText('$60.60 with $0.60 tax · 5 lb')
  await expect(bar).toContainText('5 lb missing to the minimum of 10 lb of coffee')
  await five.focus()
  await page.keyboard.press('ArrowUp')
  await expect(five).toHaveValue('2')
  await expect(bar).not.toContainText('missing')
  await expectAccessible(page, 'wholesale order')

  await page.getByText('Paste lines or a CSV file').click()
  await page.getByLabel('Lines').fill(`6 ${title} 12oz\n3 Kenya of the moon`)
  const understood = page.getByRole('list', { name: 'What was understood' })
  await expect(understood).toContainText(`✓ 6 × ${title}, 12 oz`)
  await expect(understood).toContainText('“3 Kenya of the moon”: Not in your list')
  await page.getByRole('button', { name: 'Add 1 line, leave 1' }).click()
  await expect(page.getByLabel('Lines')).toHaveValue('3 Kenya of the moon')

  // What is typed survives a reload.
  await page.reload()
  await expect(page.getByLabel(`Pieces of ${title}, 12 oz`)).toHaveValue('6')
  await page.getByLabel('PO number').fill('PO-7')
  await bar.getByRole('button', { name: /^Order for/ }).click()
  await expect(page.getByRole('heading', { name: /^No\. \S+: Accepted$/ })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('$193.92')
  await expect(page.getByRole('main')).toContainText(/You can change it until/)
  await expectAccessible(page, 'order of an account')

  // Next week: the same again, with two presses.
  await page.getByRole('link', { name: 'Order', exact: true }).first().click()
  await page.getByRole('button', { name: 'Same as last time' }).click()
  await expect(five).toHaveValue('2')
  await page.getByRole('button', { name: `Fewer of ${title}, 12 oz` }).click()
  await bar.getByRole('button', { name: /^Order for/ }).click()
  await expect(page.getByRole('main')).toContainText('$181.80')

  await page.getByRole('link', { name: 'Change' }).click()
  await five.fill('3')
  await bar.getByRole('button', { name: /^Send the changes/ }).click()
  await expect(page.getByRole('main')).toContainText('$242.40')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: 'Yes, cancel the order' }).click()
  await expect(page.getByRole('heading', { name: /Canceled$/ })).toBeVisible()

  // The desk shows for whom an order is, and staff enter one for a caller.
  await owner.goto(`/admin/account/${cafe.id}`)
  await owner.getByRole('link', { name: 'Enter an order' }).click()
  await owner.getByRole('button', { name: 'Same as last time' }).click()
  await owner.getByLabel('Why you enter it').fill('Called, till is broken')
  await owner.getByRole('button', { name: /^Order for/ }).click()
  await expect(owner.getByRole('link', { name: cafe.name })).toBeVisible()
  await expect(owner.getByText('entered because: Called, till is broken')).toBeVisible()
})

test('the owner writes a price list with a break and a new price from a day on', async ({ page }) => {
  await signInAsOwner(page)
  await withWholesale()
  const title = uniqueName('Lantern')
  await createProduct(page, title)
  await page.goto('/admin/price-lists')
  await page.getByRole('link', { name: 'Add price list' }).click()
  const name = uniqueName('Grocers')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Percent off the shop').fill('25')
  await page.getByRole('button', { name: 'Add a break' }).click()
  await page.getByLabel('From pounds').fill('40')
  await page.getByLabel('Percent off', { exact: true }).fill('5')
  await page.getByLabel('Search').fill(title)
  const price = page.getByLabel(`Price of ${title}, 12 oz`, { exact: true })
  await expect(price).toHaveAttribute('placeholder', '$13.50')
  await price.fill('12.5')
  await page.getByLabel(`New price of ${title}, 12 oz`).fill('13')
  await page.getByLabel(`First day of the new price of ${title}, 12 oz`).fill('2027-03-01')
  await expectAccessible(page, 'price list')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('Price list added')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('25% off the shop')
  await expect(row).toContainText('5% from 40 lb')
})
