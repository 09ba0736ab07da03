/** A visitor who uses only the keyboard. */
import { expect, type Locator, type Page } from '@playwright/test'

/** The maximum number of presses, more than any screen needs. */
const MOST_PRESSES = 80

/** Presses Tab until `target` has the focus. Checks that every tab stop has a visible focus and is in view. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < MOST_PRESSES; presses++) {
    await page.keyboard.press('Tab')
    const { problem, isTarget } = await focusAt(target)
    expect(problem).toBe('')
    if (isTarget) return
  }
  throw new Error(`${MOST_PRESSES} presses of Tab did not reach ${target.toString()}`)
}

/** Moves to the element with Tab and presses Enter. */
export async function pressEnterOn(page: Page, target: Locator, key: 'Enter' | ' ' = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** Moves to a field with Tab and types. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.type(text)
}

/** The focused element, or a frame around it, has an outline and is in view. */
export async function expectFocusShown(page: Page): Promise<void> {
  const { problem } = await focusAt(page.locator('html'))
  expect(problem).toBe('')
}

/** What is wrong with the focus of a page, and whether `target` has it: in one call, because every tab stop needs both. */
async function focusAt(target: Locator): Promise<{ problem: string; isTarget: boolean }> {
  return target.evaluate((element: any) => {
    const { document, getComputedStyle, innerHeight } = globalThis as any
    const isTarget: boolean = element.matches(':focus')
    let focused = document.activeElement
    while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement
    // Between the last tab stop of a page and its first, the browser's own controls get the focus.
    if (!focused || focused === document.body) return { problem: '', isTarget }
    // The heading of a new page gets the focus but is not a tab stop; the next Tab starts from it.
    if (focused.matches('h1[tabindex="-1"]')) return { problem: '', isTarget }
    const what: string = focused.outerHTML.slice(0, 120)
    const { top, bottom } = focused.getBoundingClientRect()
    if (bottom <= 0 || top >= innerHeight) return { problem: `out of view: ${what}`, isTarget }
    for (let around = focused; around; around = around.parentElement) {
      const { outlineStyle, outlineWidth } = getComputedStyle(around)
      if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) return { problem: '', isTarget }
    }
    return { problem: `not outlined: ${what}`, isTarget }
  })
}
