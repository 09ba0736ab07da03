/** Accessibility checks of a screen with axe, and a check that nothing is wider than the window. */
import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

const WIDTHS = [390, 820, 1440]
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Axe at three widths, and nothing wider than the window. */
export async function expectClean(page: Page, screen: string): Promise<void> {
  // Animations that end are checked at their end.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    // Where the pointer was left, the header may open over the page. If the page is scrolled, it goes under the header,
    // and axe takes a link that is half covered for a small one.
    await page.mouse.move(2, 896)
    await page.evaluate('scrollTo({ top: 0, behavior: "instant" })')
    await page.evaluate(AT_REST)
    expect(await axeFindings(page, { runOnly: TAGS }), `${screen} at ${width}`).toEqual([])
    const overflow = await page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )
    expect(overflow, `${screen} at ${width} scrolls sideways`).toBeLessThanOrEqual(0)
  }
}

/** The violations that axe finds on a page as it is: rule and elements of each. */
export async function axeFindings(page: Page, options: axe.RunOptions): Promise<string[]> {
  // Axe is injected once per document: frames keep it until they navigate.
  for (const frame of page.frames())
    if (!(await frame.evaluate<boolean>('"axe" in globalThis'))) await frame.evaluate(axe.source)
  const asked = JSON.stringify({ ...options, resultTypes: ['violations'] })
  return page.evaluate<string[]>(`axe.run(document, ${asked}).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ' ' + nodes.map(({ target }) => target).join(' ')))`)
}

/** Runs in the page: resolves once nothing moves that comes to an end by itself. */
export const AT_REST = `Promise.allSettled(
  document.getAnimations()
    .filter((one) => one.effect.getComputedTiming().endTime !== Infinity)
    .map((one) => one.finished),
)`
