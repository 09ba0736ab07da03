/**
 * Measures how soon a tap on Add to cart is answered if it comes at the first paint of a first visit. Lighthouse does not
 * tap, so it cannot tell whether a page that is painted early also works early. Unlike Lighthouse's measurements this
 * one is not simulated: the browser slows its processor and its network down.
 */
import { throttling } from 'lighthouse/core/config/constants.js'
import { chromium, type CDPSession } from 'playwright-core'
import { FLAGS, program } from './browser.ts'

/** Milliseconds from the first paint. */
export type Tap = {
  /** Until the frame in which the button shows that the tap was received, or the cart page if that comes first. */
  answered: number
  /** Until the cart page shows the product. */
  opened: number
}

const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}

/** Opens a product's page in a new browser, taps the button at the first paint, and waits until the cart is shown. */
export async function measureTap(url: string): Promise<Tap> {
  const browser = await chromium.launch({ executablePath: program(), args: FLAGS })
  try {
    const context = await browser.newContext(PHONE)
    const page = await context.newPage()
    await slowDown(await context.newCDPSession(page))
    await page.addInitScript(watch)
    const painted = Promise.withResolvers<{ x: number; y: number }>()
    const opened = Promise.withResolvers<Tap>()
    await page.exposeFunction('onFirstPaint', painted.resolve)
    await page.exposeFunction('onCartOpened', opened.resolve)
    await page.goto(url, { waitUntil: 'commit' })
    const { x, y } = await painted.promise
    await page.touchscreen.tap(x, y)
    return await opened.promise
  } finally {
    await browser.close()
  }
}

const BYTES_PER_KILOBIT = 1024 / 8

/** Lighthouse's phone and network, with the latency and speed that it uses when it does not simulate them. */
async function slowDown(session: CDPSession): Promise<void> {
  const { cpuSlowdownMultiplier, requestLatencyMs, downloadThroughputKbps, uploadThroughputKbps } =
    throttling.mobileSlow4G
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: requestLatencyMs,
    downloadThroughput: downloadThroughputKbps * BYTES_PER_KILOBIT,
    uploadThroughput: uploadThroughputKbps * BYTES_PER_KILOBIT,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdownMultiplier })
}

/** Runs in the page, before its own scripts. */
const watch = `
  const tap = {}
  new PerformanceObserver((list, observer) => {
    const paint = list.getEntriesByName('first-contentful-paint')[0]
    const button = [...document.querySelectorAll('main button')].find((one) => one.textContent === 'Add to cart')
    if (!paint || !button) return
    observer.disconnect()
    button.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { x, y, width, height } = button.getBoundingClientRect()
    const isOpen = () => location.pathname === '/cart' && document.querySelector('main li')
    const isAnswered = () => button.getAttribute('aria-busy') === 'true' || isOpen()
    // The check runs before a frame is painted; the frame is on the screen when the next one begins.
    const onFrame = () => {
      const [answered, opened] = [isAnswered(), isOpen()]
      requestAnimationFrame((now) => {
        if (answered) tap.answered ??= now - paint.startTime
        if (opened) onCartOpened({ ...tap, opened: now - paint.startTime })
        else onFrame()
      })
    }
    requestAnimationFrame(onFrame)
    onFirstPaint({ x: x + width / 2, y: y + height / 2 })
  }).observe({ type: 'paint', buffered: true })
`
