/** A visitor who has only a keyboard. */
import { expect, type Locator, type Page } from '@playwright/test'

/** More presses than any screen needs. */
const MOST = 80

/** Presses Tab until `target` has the focus. Every stop on the way shows where one is, and is in view. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < MOST; presses++) {
    await page.keyboard.press('Tab')
    await expectFocusShown(page)
    if (await hasFocus(target)) return
  }
  throw new Error(`${MOST} presses of Tab did not reach ${target.toString()}`)
}

/** Tab to it, and press. */
export async function press(page: Page, target: Locator, key: 'Enter' | ' ' = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** Tab to a field, and type. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.type(text)
}

/** What has the focus is outlined, itself or a frame around it, and stands in the window. */
export async function expectFocusShown(page: Page): Promise<void> {
  const found = await page.evaluate<string>(`(() => {
    let focused = document.activeElement
    while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement
    if (!focused || focused === document.body) return 'outside the page'
    // The title of a page that has just come takes the focus, and is no stop: the next press begins from it.
    if (focused.matches('h1[tabindex="-1"]')) return ''
    const what = focused.outerHTML.slice(0, 120)
    const { top, bottom } = focused.getBoundingClientRect()
    if (bottom <= 0 || top >= innerHeight) return 'out of view: ' + what
    for (let around = focused; around; around = around.parentElement) {
      const { outlineStyle, outlineWidth } = getComputedStyle(around)
      if (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) return ''
    }
    return 'not outlined: ' + what
  })()`)
  // The browser's own frame comes between the last stop of a page and its first.
  if (found !== 'outside the page') expect(found).toBe('')
}

export async function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => (element as any).matches(':focus') as boolean)
}
