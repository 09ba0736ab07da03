/** Each way to pay by keyboard only and with a screen reader, and an express button of the cart. */
import { expect, type FrameLocator, type Page } from '@playwright/test'
import { METHOD_NAMES, PAY_METHODS, type PayMethod } from '#shared/platform/pay-methods.ts'
import { expectNoFindings } from './axe.ts'
import { expectFocusShown, tabTo } from './keys.ts'
import { PAY_BUTTONS, openUnpaid, payButton, sheetOf } from './pay.ts'
import { addToCart, loaded } from './steps.ts'
import { test } from './visitor.ts'

type Place = Page | FrameLocator

const isWindow = (place: Place): place is Page => 'waitForEvent' in place

/** Presses Enter on the focused button of a method. Returns the window or the sheet that opens. */
async function enter(page: Page, method: PayMethod): Promise<Place> {
  const hasWindow = method === 'paypal' || method === 'venmo' || method === 'pay_later'
  const opened = hasWindow ? page.waitForEvent('popup') : null
  await page.keyboard.press('Enter')
  return opened ? loaded(opened) : sheetOf(page, method as 'card' | 'apple_pay' | 'google_pay')
}

/** Moves to a button with Tab and presses Enter. A window may be closed before the key is released. */
async function pressIn(page: Page, place: Place, name: string | RegExp): Promise<void> {
  const button = place.getByRole('button', { name })
  await expect(button).toBeEnabled()
  const keys = isWindow(place) ? place : page
  await tabTo(keys, button)
  await keys.keyboard.press('Enter').catch(() => {})
}

for (const method of PAY_METHODS)
  test(`an order is paid with ${METHOD_NAMES[method]} by keyboard, and each state is said and accessible`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openUnpaid(page)
    const button = payButton(page, method)
    await tabTo(page, button)
    const group = page.getByRole('group', { name: METHOD_NAMES[method], exact: true })
    await expect(group.getByRole('button', { name: PAY_BUTTONS[method], exact: true })).toBeFocused()
    const place = await enter(page, method)
    const said = group.getByRole('status')
    await expect(said).toHaveText(/ is open\. /)
    const pay = place.getByRole('button', { name: /^Pay \$/ })
    await expect(pay).toBeEnabled()
    if (isWindow(place)) {
      await expectNoFindings(page, `${method} is open`)
      await pressIn(page, place, 'Cancel and go back')
    } else await pay.press('Escape')
    await expect(said).toHaveText(/without paying\. Nothing was charged, and we still hold your bags\.$/)
    await expect(group).toHaveAccessibleDescription(/without paying/)
    await expect(button).toBeFocused()
    await expectFocusShown(page)
    await expectNoFindings(page, `${method} was left`)
    await pressIn(page, await enter(page, method), /^Pay \$/)
    await expect(page.getByRole('heading', { name: /^Thank you/ })).toBeVisible()
  })

test('an express button of the cart gets the focus back after its window was closed by keyboard', async ({
  page,
}) => {
  await addToCart(page, 'kenya')
  const button = page
    .getByRole('region', { name: 'Express checkout' })
    .getByRole('button', { name: 'Pay with PayPal' })
  await tabTo(page, button)
  await pressIn(page, await enter(page, 'paypal'), 'Cancel and go back')
  await expect(page.getByText('You left PayPal without paying. Nothing was charged.')).toBeVisible()
  await expect(button).toBeFocused()
})
