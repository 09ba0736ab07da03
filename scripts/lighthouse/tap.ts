/**
 * Measures how soon a tap on Add to cart is answered if it comes at the first paint of a first visit. Lighthouse does
 * not tap, so it cannot tell whether a page that is painted early also works early. Unlike Lighthouse's measurements,
 * this one is not simulated: the browser slows down its processor and network.
 */
import { throttling } from 'lighthouse/core/config/constants.js'
import { chromium, type CDPSession } from 'playwright-core'
import { FLAGS, program } from './browser.ts'

/** Milliseconds from the first paint. */
export type Tap = {
  /** Until the frame in which the button shows that the tap was received, or that the product is in the cart. */
  answered: number
  /** Until the product is in the cart and the page links to it. */
  added: number
}

const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}

/** Opens a product's page in a new browser, taps the button at the first paint, and waits until the product is in the cart. */
export async function measureTap(url: string): Promise<Tap> {
  const browser = await chromium.launch({ executablePath: program(), args: FLAGS })
  try {
    const context = await browser.newContext(PHONE)
    const page = await context.newPage()
    await slowDown(await context.newCDPSession(page))
    await page.addInitScript(watch)
    const painted = Promise.withResolvers<{ x: number; y: number }>()
    const added = Promise.withResolvers<Tap>()
    await page.exposeFunction('onFirstPaint', painted.resolve)
    await page.exposeFunction('onAdded', added.resolve)
    await page.goto(url, { waitUntil: 'commit' })
    const { x, y } = await painted.promise
    await page.touchscreen.tap(x, y)
    return await added.promise
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
    const isAdded = () => [...document.querySelectorAll('main a')].some((one) => one.textContent === 'Go to the cart')
    const isAnswered = () => button.getAttribute('aria-busy') === 'true' || isAdded()
    // The check runs before a frame is painted; the frame is on the screen when the next one begins.
    const onFrame = () => {
      const [answered, added] = [isAnswered(), isAdded()]
      requestAnimationFrame((now) => {
        if (answered) tap.answered ??= now - paint.startTime
        if (added) onAdded({ ...tap, added: now - paint.startTime })
        else onFrame()
      })
    }
    requestAnimationFrame(onFrame)
    onFirstPaint({ x: x + width / 2, y: y + height / 2 })
  }).observe({ type: 'paint', buffered: true })
`
