/** The counter, and orders by phone: sold at the bar, paid with a mailed link, the drawer counted. */
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { linkTo } from './mailed-link.ts'
import { choosePayPal, newEmail, signInAsOwner } from './steps.ts'
import { test } from './visitor.ts'

// All use the drawer of the shop.
test.describe.configure({ mode: 'serial' })

/** Chooses goods in the list, by the words of their name; the first size that is on sale. */
async function choose(page: Page, name: string, times = 1): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search by name, or scan an SKU' }).fill(name)
  const size = page.getByRole('button', { name: new RegExp(`^Add .*${name}`) }).first()
  for (let time = 0; time < times; time++) await size.click()
}

/** Opens the counter with an open day. */
async function openCounter(page: Page): Promise<void> {
  await signInAsOwner(page)
  await page.goto('/admin/counter')
  await expect(page.getByRole('heading', { name: 'Drawer' })).toBeVisible()
  const start = page.getByRole('button', { name: 'Start the day' })
  if (!(await start.isVisible())) return
  await page.getByLabel('Cash in the drawer, in dollars').fill('100')
  await start.click()
  await expect(page.getByText('with $100.00 in the drawer')).toBeVisible()
}

async function payInCash(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Cash \$/ }).click()
  await page.getByRole('button', { name: 'Done, it is paid' }).click()
}

test('two coffees are sold at the bar for cash on a phone, with change and a receipt on paper and by email', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openCounter(page)
  await choose(page, 'Guji', 2)
  await page.getByRole('link', { name: 'To the sale: 2 pieces' }).click()
  await expectAccessible(page, 'sale at the counter')
  const total = await page.getByText('Total', { exact: true }).locator('..').innerText()
  const [, dollars = ''] = /\$([\d.]+)/.exec(total) ?? []
  await page.getByRole('button', { name: `Cash $${dollars}` }).click()
  await page.getByLabel('Handed over, in dollars').fill('50')
  const change = `$${(50 - Number(dollars)).toFixed(2)}`
  await expect(page.getByText(`Change ${change}`)).toBeVisible()
  const done = page.getByRole('button', { name: 'Done, it is paid' })
  // A finger that presses twice sells once.
  await done.dblclick()
  await expect(page.getByRole('heading', { name: `Paid: $${dollars}` })).toBeFocused()
  await expect(page.getByText(`Give back ${change}`)).toBeVisible()
  const email = newEmail()
  await page.getByLabel('Receipt by email').fill(email)
  await page.getByRole('button', { name: 'Email it' }).click()
  await expect(page.getByText(`The receipt goes to ${email}`)).toBeVisible()
  const receipt = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Print the receipt' }).click()
  const paper = await receipt
  await expect(paper.getByRole('article')).toContainText('2 × Ethiopia Guji Highlands')
  await expect(paper.getByRole('article')).toContainText(`Change${change}`)
  expect(await paper.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
  await paper.close()
  await page.getByRole('button', { name: 'Next sale' }).click()
  await expect(page.getByText('Choose goods. They appear here.')).toBeVisible()
})

test('a sale on the screen survives a reload, is the same in a second tab, and is sold once if its reply is lost', async ({
  page,
}) => {
  await openCounter(page)
  await choose(page, 'Gooseneck')
  await page.getByText('Name, email, pickup later').click()
  await page.getByLabel(/^Name/).fill('Rita Reload')
  await page.reload()
  await expect(page.getByRole('group', { name: /^Pieces of .*Gooseneck/ })).toContainText('1')
  const second = await page.context().newPage()
  await second.goto('/admin/counter')
  await second.getByRole('button', { name: /^One more of .*Gooseneck/ }).click()
  await expect(page.getByRole('group', { name: /^Pieces of .*Gooseneck/ })).toContainText('2')

  let first = ''
  await page.route(
    '**/api/counter/orders',
    async (route) => {
      first = (await (await route.fetch()).json())._id
      await route.abort()
    },
    { times: 1 },
  )
  await payInCash(page)
  await expect(page.getByRole('alert')).toBeVisible()
  await page.reload()
  const again = second.waitForResponse('**/api/counter/orders')
  await payInCash(second)
  expect((await (await again).json()).buyer.name).toBe('Rita Reload')
  expect((await (await again).json())._id).toBe(first)
  await expect(second.getByRole('heading', { name: /^Paid: / })).toBeFocused()
  await expect(page.getByText('Choose goods. They appear here.')).toBeVisible()
  await second.close()
})

test('a sale works with the keyboard alone, and the card machine is asked before it counts', async ({
  page,
}) => {
  await openCounter(page)
  const search = page.getByRole('searchbox', { name: 'Search by name, or scan an SKU' })
  await search.fill('Gooseneck')
  await expect(page.getByRole('button', { name: /^Add / })).toHaveCount(1)
  await search.press('Enter')
  const machine = page.getByRole('button', { name: /^Card machine \$/ })
  await machine.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /^Take \$[\d.]+ on the card machine$/ })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('4242')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /^Paid: / })).toBeFocused()
})

test('the card machine takes a part and cash the rest, and each is given back by itself', async ({
  page,
}) => {
  await openCounter(page)
  await choose(page, 'Gooseneck')
  await page.getByRole('button', { name: /^Cash \$/ }).click()
  await page.getByText('A part with the card machine').click()
  const part = page.getByLabel('Amount on the card machine, in dollars')
  await part.fill('5000')
  await expect(page.getByText(/^The part is less than \$/)).toBeVisible()
  await part.fill('10')
  await page.getByLabel('Last four digits').fill('4242')
  await expectAccessible(page, 'sale in two ways')
  const heading = (await page.getByRole('heading', { name: /^Cash: \$/ }).textContent()) ?? ''
  await page.getByRole('button', { name: 'Exact' }).click()
  await page.getByRole('button', { name: 'Done, it is paid' }).click()
  await expect(page.getByText(/card machine and cash/)).toBeVisible()
  const receipt = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Print the receipt' }).click()
  const paper = await receipt
  await expect(paper.getByRole('article')).toContainText('Card machine ending in 4242$10.00')
  await expect(paper.getByRole('article')).toContainText(heading.replace(': ', ''))
  await page.goto(paper.url().replace('/admin/receipt/', '/order/'))
  await paper.close()
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await page.getByLabel('Goodwill in dollars').fill('3')
  await page.getByLabel('Give it back').selectOption({ label: `Cash, at most ${heading.split(' ')[1]}` })
  page.once('dialog', (dialog) => void dialog.accept())
  await page.getByRole('button', { name: 'Refund $3.00' }).click()
  await expect(page.getByText('Gave back $3.00 in cash').first()).toBeVisible()
})

test('an order by phone survives a reload, is mailed a link, and its buyer pays with it', async ({
  page,
  otherPage: theirs,
}) => {
  const email = newEmail()
  await signInAsOwner(page)
  await page.goto('/admin/new-order')
  await page.getByLabel('Name', { exact: true }).fill('Paula Phone')
  await page.getByLabel(/^Email/).fill(email)
  await choose(page, 'Gooseneck')
  await page.getByLabel('Pickup at the bar').check()
  await expect(page.getByText(/^Ready /)).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Paula Phone')
  await expect(page.getByLabel('Pickup at the bar')).toBeChecked()
  await expect(page.getByRole('group', { name: /^Pieces of .*Gooseneck/ })).toContainText('1')
  await expect(page.getByText(/^Ready /)).toBeVisible()
  await expectAccessible(page, 'order by phone')
  await page.getByLabel('The link holds the goods for').selectOption('3')
  await page.getByRole('button', { name: 'Place it, and mail a link to pay' }).click()
  await expect(page).toHaveURL(/\/order\//)
  await expect(page.getByRole('main')).toContainText('Paula Phone')
  const order = page.url()
  await page.goto('/admin/new-order')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
  await page.goto(order)
  await theirs.goto(await linkTo(email, 'order-received'))
  await choosePayPal(theirs, 'pay')
  await expect(theirs.getByText(/^Paid/).first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('main')).toContainText('Paid')
})

test('an order by phone that was not paid is placed again with the discount that was given', async ({
  page,
}) => {
  await signInAsOwner(page)
  await page.goto('/admin/new-order')
  await page.getByLabel('Name', { exact: true }).fill('Ruth Repeated')
  await page.getByLabel(/^Email/).fill(newEmail())
  await choose(page, 'Gooseneck')
  await page.getByLabel('Pickup at the bar').check()
  await page.getByLabel('Percent').fill('10')
  await page.getByLabel('Reason').fill('A regular')
  await page.getByRole('button', { name: 'Give the discount' }).click()
  const place = page.getByRole('button', { name: 'Place it, and mail a link to pay' })
  await place.click()
  await expect(page).toHaveURL(/\/order\//)
  page.once('dialog', (dialog) => void dialog.accept())
  await page.getByRole('button', { name: 'Cancel this order' }).click()
  await page.getByRole('link', { name: 'Place again' }).click()
  await expect(page.getByText('10% off: A regular')).toBeVisible()
  await expect(page.getByText('Ruth Repeated')).toBeVisible()
  await expect(page.getByRole('group', { name: /^Pieces of .*Gooseneck/ })).toContainText('1')
  await expect(page.getByText(/^Ready /)).toBeVisible()
  await expectAccessible(page, 'order placed again')
  await place.click()
  await expect(page).toHaveURL(/\/order\//)
  await expect(page.getByRole('main')).toContainText('10% off')
})

test('the drawer is counted first, and the day is closed with its difference', async ({ page }) => {
  await openCounter(page)
  await page.getByText('Pay in or out').click()
  await page.getByLabel('Amount in dollars').fill('5')
  await page.getByLabel('Reason').fill('Milk')
  await page.getByRole('button', { name: 'Record it' }).click()
  await expect(page.getByText('Paid out: Milk')).toBeVisible()
  await page.getByText('Close the day').first().click()
  await expect(page.getByText(/^Expected/)).toHaveCount(0)
  await page.getByLabel('Counted, in dollars').fill('90')
  await page.getByRole('button', { name: 'Close the day' }).click()
  await expect(page.getByText('The day is closed. The next sale belongs to a new day.')).toBeVisible()
  await expect(page.getByText(/^\$[\d.]+ short$/)).toBeVisible()
  await page.goto('/admin/counter-days')
  await expectAccessible(page, 'counter days')
  await page.getByRole('table', { name: 'Counter days' }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: /^Counter day of / })).toBeVisible()
  await page.getByText('Correct the count').first().click()
  await page.getByLabel('Amount in dollars').fill('-1')
  await page.getByLabel('Reason').fill('Counted a roll twice')
  await page.getByRole('button', { name: 'Correct the count' }).click()
  await expect(page.getByText('Count corrected: Counted a roll twice')).toBeVisible()
})
