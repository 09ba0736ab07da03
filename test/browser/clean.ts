/** Checks a screen with axe, and that it does not scroll sideways. */
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const WIDTHS = [390, 820, 1440]
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Axe at three widths, and nothing wider than the window. */
export async function expectClean(page: Page, screen: string): Promise<void> {
  // What slides is looked at where it comes to rest.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    // Where the pointer was left the header may now lie, and slide open over what is looked at; scrolled, the page
    // goes under it, and axe takes a link that is half covered for a small one.
    await page.mouse.move(2, 896)
    await page.evaluate('scrollTo({ top: 0, behavior: "instant" })')
    await page.evaluate(AT_REST)
    // Violations alone, and no second page to sum them up in: a third of the time, and the same findings.
    const { violations } = await new AxeBuilder({ page })
      .options({ runOnly: TAGS, resultTypes: ['violations'] })
      .setLegacyMode(true)
      .analyze()
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

/** Runs in the page: resolves once nothing moves that comes to an end by itself. */
const AT_REST = `Promise.allSettled(
  document.getAnimations()
    .filter((one) => one.effect.getComputedTiming().endTime !== Infinity)
    .map((one) => one.finished),
)`
