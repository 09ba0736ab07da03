/** Accessibility checks of a screen with axe, and a check that nothing is wider than the window. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import type { RunOptions } from 'axe-core'
import { EVERYTHING } from '../where-tests-run.ts'

/** The minified file: each page compiles it in two thirds of the CPU time. */
const AXE = readFileSync(join(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8')

const WIDTHS = [390, 820, 1440]
/**
 * Whether axe runs at this width: by default only on a large screen for the admin area, and only on a phone for all other
 * pages. `npm run torture -- screens` runs it at every width.
 */
const hasAxe = (page: Page, width: number) =>
  EVERYTHING || width === (new URL(page.url()).pathname.startsWith('/admin') ? 1440 : 390)

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Expects no violation from axe, and nothing wider than the window at three widths. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  // With reduced motion, finite animations are checked in their final state.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    // The header opens over the page while the pointer is on it, so the pointer is moved away. Axe reports a link that
    // the header covers in part as too small, so the page is scrolled to its top.
    await page.mouse.move(2, 896)
    await page.evaluate('scrollTo({ top: 0, behavior: "instant" })')
    await page.evaluate(UNTIL_ANIMATIONS_END)
    if (hasAxe(page, width)) {
      // On phones, what a bar at the bottom covers in part would be reported as too small.
      if (width === WIDTHS[0]) await page.evaluate(BARS.end)
      await expectNoFindings(page, `${screen} at ${width}`)
      await page.evaluate(BARS.stay)
    }
    const overflow = await page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )
    expect(overflow, `${screen} at ${width} scrolls sideways`).toBeLessThanOrEqual(0)
  }
}

/** Run in the page: bars that stay in the window are at the end of their page, or stay again. */
const BARS = {
  end: `document.documentElement.style.setProperty('--sticky', 'relative')`,
  stay: `document.documentElement.style.removeProperty('--sticky')`,
}

/** Expects no violation from axe in the current state of a page. */
export async function expectNoFindings(page: Page, screen: string): Promise<void> {
  // Axe stores the positions of all elements when it starts. If the page changes after that, axe runs again. On a busy
  // machine, one analysis can take more than ten seconds.
  await expect
    .poll(() => axeFindings(page, { runOnly: TAGS }), { message: screen, timeout: 60_000 })
    .toEqual([])
}

/** The violations that axe finds in the current state of a page: the rule and the elements of each. */
export async function axeFindings(page: Page, options: RunOptions): Promise<string[]> {
  // Axe is injected once per document: frames keep it until they navigate.
  for (const frame of page.frames())
    if (!(await frame.evaluate<boolean>('"axe" in globalThis'))) await frame.evaluate(AXE)
  const runOptions = JSON.stringify({ ...options, resultTypes: ['violations'] })
  return page.evaluate<string[]>(`axe.run(document, ${runOptions}).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ' ' + nodes.map(({ target }) => target).join(' ')))`)
}

/** Runs in the page: resolves when all finite animations have ended. */
export const UNTIL_ANIMATIONS_END = `Promise.allSettled(
  document.getAnimations()
    .filter((one) => one.effect.getComputedTiming().endTime !== Infinity)
    .map((one) => one.finished),
)`
