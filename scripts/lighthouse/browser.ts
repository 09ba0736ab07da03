import { launch } from 'chrome-launcher'
import { chromium } from 'playwright-core'
import { findChromium } from '../chromium.mjs'

export type Browser = { port: number; close: () => Promise<void> }

/** Starts a headless browser for Lighthouse. It is the browser that the browser tests use. */
export async function openBrowser(): Promise<Browser> {
  const chrome = await launch({
    chromePath: findChromium() || chromium.executablePath(),
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    logLevel: 'silent',
  })
  return { port: chrome.port, close: async () => chrome.kill() }
}
