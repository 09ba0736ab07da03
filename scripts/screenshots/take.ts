/** Takes full-page screenshots at each width, after animations and loading have ended. */
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'

const WIDTHS = [390, 820, 1440]
const HEIGHT = 900

export type Scene = {
  /** The start of its file names: `cart-1440.png`. */
  name: string
  path: string
  /** Runs before the screenshot is taken. */
  prepare?: (page: Page) => Promise<void>
  /** Whether to show only the window and not the whole page. */
  windowOnly?: boolean
}

export type ScreenshotTaker = ReturnType<typeof screenshotTaker>

type Setting = { browser: Browser; origin: string; folder: string; names: string[] }

export function screenshotTaker({ browser, origin, folder, names }: Setting) {
  let taken = 0
  const isWanted = ({ name }: { name: string }) =>
    names.length === 0 || names.some((start) => name.startsWith(start))

  /**
   * Opens a new browser context, so that cookies and storage are separate. It has reduced motion, so that screenshots
   * can be compared.
   */
  const visitor = (): Promise<BrowserContext> =>
    browser.newContext({ baseURL: origin, reducedMotion: 'reduce' })

  const shoot = async (
    page: Page,
    scene: Pick<Scene, 'name' | 'windowOnly'>,
    width: number,
  ): Promise<void> => {
    await settle(page)
    // Scrolled to the top, because a sticky element would otherwise be shown in the middle of the page.
    if (!scene.windowOnly) await page.evaluate('scrollTo(0, 0)')
    const path = join(folder, `${scene.name}-${width}.png`)
    await page.screenshot({ path, fullPage: !scene.windowOnly, animations: 'disabled' })
    taken++
  }

  /** Takes screenshots of the current page at each width. */
  const take = async (page: Page, scene: Pick<Scene, 'name' | 'windowOnly'>): Promise<void> => {
    if (!isWanted(scene)) return
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT })
      await shoot(page, scene, width)
    }
    process.stdout.write(`  ${scene.name}\n`)
  }

  /** Takes screenshots of each scene, in the given browser context or a new one. */
  const takeScenes = async (wanted: Scene[], context?: BrowserContext): Promise<void> => {
    const own = context ?? (await visitor())
    const page = await own.newPage()
    for (const scene of wanted.filter(isWanted)) {
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: HEIGHT })
        // Starts from a blank page, because a URL that differs only after # would not be loaded again.
        await page.goto('about:blank')
        await page.goto(scene.path, { waitUntil: 'networkidle' })
        await scene.prepare?.(page)
        await shoot(page, scene, width)
      }
      process.stdout.write(`  ${scene.name}\n`)
    }
    await page.close()
    if (!context) await own.close()
  }

  return { visitor, take, takeScenes, isWanted, count: () => taken }
}

/** Loads lazy pictures and fonts. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const images = [...document.images]
    for (const image of images) image.loading = 'eager'
    await Promise.all(images.map((image) => image.checkVisibility() && image.decode().catch(() => {})))
    await document.fonts.ready
  })()`)
  await page.waitForLoadState('networkidle')
}
