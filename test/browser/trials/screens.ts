/** Screenshots of all screens of the roastery on a phone and on a wide screen, after a day's work. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { callApi } from '../by-api.ts'

const WIDTHS = [390, 1440]

/** @param shots the folder for the pictures; nothing is done without it. `page` is the owner */
export async function shootScreens(page: Page, shots: string | undefined): Promise<void> {
  if (!shots) return
  mkdirSync(shots, { recursive: true })
  for (const [name, path] of Object.entries(await pathsOf(page))) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await page.screenshot({ path: join(shots, `${name}-${width}.png`), fullPage: true })
    }
  }
}

/** The screens by name, of the first day with orders. */
async function pathsOf(page: Page): Promise<Record<string, string>> {
  const api = page.request
  const { days } = await callApi(api, 'GET', '/api/roastery/plan')
  const day = days.find(({ batches }: { batches: number }) => batches > 0)?.day
  const { batches, coffees } = await callApi(api, 'GET', `/api/roastery/days/${day}`)
  const lot = coffees.flatMap(({ lots }: { lots: object[] }) => lots)[0]
  return {
    plan: `/admin/roastery/${day}`,
    'day-roast': `/admin/roast-day/${day}?step=roast`,
    'day-package': `/admin/roast-day/${day}?step=package`,
    'day-fill': `/admin/roast-day/${day}?step=fill`,
    batch: `/admin/batch/${batches[0]?._id}`,
    green: '/admin/green-coffee',
    'green-lot': `/admin/green-coffee/${batches[0]?.greens[0].lot._id}`,
    roasts: '/admin/roasts',
    recipes: '/admin/recipes',
    recall: '/admin/recall',
    'recall-lot': `/admin/recall?place=${lot?._id}`,
    cost: '/admin/coffee-cost',
    inventory: '/admin/coffee-inventory',
    moved: '/admin/moved-orders',
    'public-lot': `/lots/${lot?.code}`,
  }
}
