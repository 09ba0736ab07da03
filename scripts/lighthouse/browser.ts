import { launch } from 'chrome-launcher'
import { chromium } from 'playwright-core'
import { findChromium } from '../chromium.mjs'

/** The arguments of every measured browser. */
export const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage']

/** The same browser that the browser tests use. */
export const program = () => findChromium() || chromium.executablePath()

/** Runs `work` with the debugging port of a new headless browser with an empty profile, and then ends the browser. */
export async function withNewBrowser<T>(work: (port: number) => Promise<T>): Promise<T> {
  const chrome = await launch({
    chromePath: program(),
    chromeFlags: ['--headless=new', ...FLAGS],
    logLevel: 'silent',
  })
  try {
    return await work(chrome.port)
  } finally {
    chrome.kill()
  }
}
