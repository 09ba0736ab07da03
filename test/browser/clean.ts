/** What axe and the window's edge have against a screen. */
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const WIDTHS = [390, 820, 1440]
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Axe at three widths, and nothing wider than the window. */
export async function expectClean(page: Page, screen: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await closeHeader(page)
    const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze()
    const found = violations.map(
      ({ id, nodes }) => `${screen} at ${width}: ${id} ${nodes.map((node) => node.target).join(' ')}`,
    )
    expect(found).toEqual([])
    const overflow = await page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )
    expect(overflow, `${screen} at ${width} scrolls sideways`).toBeLessThanOrEqual(0)
  }
}

/** Where the pointer was left, the header may lie in another width, and then it slides open over what is looked at. */
async function closeHeader(page: Page): Promise<void> {
  await page.mouse.move(2, 896)
  await expect
    .poll(() =>
      page.evaluate<number>(`document.querySelector('header')?.getAnimations({ subtree: true }).length ?? 0`),
    )
    .toBe(0)
}
