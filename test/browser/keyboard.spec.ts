import { expect, type Page } from '@playwright/test'
import { pressEnterOn, tabTo, typeInto } from './keys.ts'
import { BUYER, expectAt, expectPart, loaded, newEmail } from './steps.ts'
import { test } from './visitor.ts'

test.use({ viewport: { width: 1280, height: 900 } })

test('a coffee is found, bought and paid by keyboard only, and every tab stop shows its focus', async ({
  page,
}) => {
  test.setTimeout(180_000)
  await page.goto('/shop')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await pressEnterOn(page, skip)
  await expect(page.locator('#content')).toBeFocused()
  await typeInto(page, page.getByLabel('Search the shop'), 'tarrazu')
  await page.keyboard.press('Enter')
  await expectAt(page, '/search/tarrazu')
  await pressEnterOn(page, page.getByRole('main').getByRole('link', { name: /Costa Rica/ }))
  await tabTo(page, page.getByLabel('Qty'))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByLabel('Qty')).toHaveValue('2')
  await pressEnterOn(page, page.getByRole('button', { name: 'Add to cart', exact: true }), ' ')
  await pressEnterOn(page, page.getByRole('link', { name: 'Go to the cart' }))
  await expectAt(page, '/cart')
  await pressEnterOn(page, page.getByRole('button', { name: 'Proceed to Checkout' }))
  await expectPart(page, 'contact')
  await pressEnterOn(page, page.getByText('Make an account first'))
  await registerByKeys(page)
  await expectPart(page, 'delivery')
  await addressByKeys(page)
  await expectPart(page, 'payment')
  await expect(page.getByRole('heading', { name: 'Payment' })).toBeFocused()
  await expect(page.locator('paypal-button')).toBeVisible()
  const opened = page.waitForEvent('popup')
  await pressEnterOn(page, page.getByRole('button', { name: 'Pay with PayPal' }))
  const paypal = await loaded(opened)
  const closed = paypal.waitForEvent('close')
  await tabTo(paypal, paypal.getByRole('button', { name: /^Pay \$/ }))
  // The window may be closed before the key is released.
  await Promise.all([closed, paypal.keyboard.press('Enter').catch(() => {})])
  await expect(page).toHaveURL(/\/order\/[^/]+$/)
  await expect(page.getByRole('main').getByText(/Paid on/)).toBeVisible()
})

async function registerByKeys(page: Page): Promise<void> {
  const form = page.locator('details[open]')
  await typeInto(page, form.getByLabel('Name', { exact: true }), BUYER.name)
  await typeInto(page, form.getByLabel('Email'), newEmail())
  await typeInto(page, form.getByLabel('Password', { exact: true }), BUYER.password)
  await typeInto(page, form.getByLabel('Confirm Password'), BUYER.password)
  await page.keyboard.press('Enter')
}

async function addressByKeys(page: Page): Promise<void> {
  await typeInto(page, page.getByLabel('Address', { exact: true }), '145 Church Street NE')
  await typeInto(page, page.getByLabel('City'), 'Vienna')
  await typeInto(page, page.getByLabel('State'), 'Virginia')
  await expect(page.getByLabel('State')).toHaveValue('VA')
  await typeInto(page, page.getByLabel('Postal Code'), '22180')
  await pressEnterOn(page, page.getByRole('button', { name: 'Continue' }))
}

test('a contact message is written, corrected and sent by keyboard only', async ({ page }) => {
  await page.goto('/#contact')
  const send = page.getByRole('button', { name: 'Send message' })
  const message = page.getByLabel('Message', { exact: true })
  await typeInto(page, page.getByLabel('Name', { exact: true }), 'Ada Byron')
  await typeInto(page, page.getByLabel('Email', { exact: true }), 'ada@example.com')
  await pressEnterOn(page, send)
  await expect(message).toBeFocused()
  await expect(message).toHaveAccessibleDescription('Write us a line or two.')
  await page.keyboard.type('Do you grind for the moka pot?')
  await pressEnterOn(page, send, ' ')
  const note = page.getByText('Message sent successfully!', { exact: false })
  await expect(note).toBeVisible()
  await expect(page.locator(':focus')).toContainText('Message sent successfully!')
})

test('a wholesale inquiry is written and sent by keyboard only', async ({ page }) => {
  await page.goto('/wholesale')
  const words = {
    'Business Name': 'The Long Table',
    'Type of Business': 'Restaurant',
    Email: 'table@example.com',
    Phone: '703 555 0100',
    'Website/ Socials': 'longtable.example',
    Message: 'We pour filter coffee all day.',
  }
  for (const [label, text] of Object.entries(words)) {
    if (label === 'Website/ Socials') {
      await tabTo(page, page.getByLabel(/Quantity/))
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type('40')
    }
    await typeInto(page, page.getByLabel(label), text)
  }
  await pressEnterOn(page, page.getByRole('button', { name: 'Submit' }))
  await expect(page.locator(':focus')).toContainText('Message sent successfully!')
})

test('Tab stays inside the picture viewer, and Escape closes it and restores the focus', async ({ page }) => {
  await page.goto('/gallery')
  const third = page.getByRole('link', { name: /^Image 3:/ })
  await pressEnterOn(page, third)
  const viewer = page.getByRole('dialog', { name: 'Pictures of the gallery' })
  await expect(viewer).toBeVisible()
  await pressEnterOn(page, viewer.getByRole('button', { name: 'Next' }), ' ')
  await expect(viewer).toContainText('4 of 23')
  for (let step = 0; step < 5; step++) {
    await page.keyboard.press('Tab')
    expect(
      await page.evaluate(
        'document.activeElement === document.body || !!document.activeElement.closest("dialog")',
      ),
    ).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  await expect(third).toBeFocused()
})

test('the menu is browsed, and one of its pages enlarged, by keyboard only', async ({ page }) => {
  await page.goto('/menu')
  const pages = page.getByRole('region', { name: 'Pages of the menu' })
  await pressEnterOn(page, pages.getByRole('button', { name: 'Next' }))
  await expect(pages.getByRole('status')).toContainText('2 of 3')
  await page.keyboard.press(' ')
  await expect(pages.getByRole('status')).toContainText('3 of 3')
  await page.keyboard.press('ArrowLeft')
  await expect(pages.getByRole('status')).toContainText('2 of 3')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(pages.getByRole('link', { name: /Filter & Tea/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText('2 of 3')
})

test('the header opens with Enter, Tab goes through its links, and Escape closes it', async ({ page }) => {
  await page.goto('/about')
  const coffee = page.getByRole('button', { name: 'COFFEE' })
  const shop = page.getByRole('banner').getByRole('link', { name: 'SHOP' })
  await pressEnterOn(page, coffee)
  await expect(coffee).toHaveAttribute('aria-expanded', 'true')
  await tabTo(page, shop)
  await page.keyboard.press('Escape')
  await expect(coffee).toHaveAttribute('aria-expanded', 'false')
  await expect(coffee).toBeFocused()
  await page.keyboard.press(' ')
  await pressEnterOn(page, page.getByRole('banner').getByRole('link', { name: 'MENU' }))
  await expectAt(page, '/menu')
  await expect(page.getByRole('heading', { name: 'Menu', level: 1 })).toBeFocused()
})
