/**
 * The trial of an owner who has never seen the shop, at 1440 px and then on a phone: hours of a holiday, a week of
 * vacation, the About page, a packer, a Shopify export, a tasting, a work of art, and the close of a month. It is no part
 * of `npm test` (decisions/073-trial-as-a-new-owner.md). It needs a running shop with the demo and with sandboxes. A run
 * for each width closes a month, so two months must be over and open:
 *
 *   node test/browser/trials/owner.ts http://localhost:3000 PASSWORD-OF-THE-OWNER 1440,390 FOLDER
 *
 * It prints clicks, keys, minutes and wrong turns of each task, and writes a screenshot before each step into the folder.
 */
import { join } from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { MeasuredPerson, tableOf } from './measured.ts'
import { closeMonth, importProducts, sellWork } from './owner-goods.ts'
import { aboutPage, holiday, tasting, vacation } from './owner-site.ts'
import { packer } from './owner-staff.ts'
import { say } from './person.ts'

const [origin = '', password = '', widths = '1440,390', folder = 'trial'] = process.argv.slice(2)

export type OwnerTrial = {
  owner: MeasuredPerson
  /** Someone else with an own browser: a packer or a visitor. */
  other: (name: string) => Promise<MeasuredPerson>
  origin: string
  /** Part of names and addresses, unique for each run. */
  run: string
}

async function tryOut(browser: Browser, width: number): Promise<boolean> {
  const viewport = { width, height: width > 800 ? 900 : 844 }
  const people: MeasuredPerson[] = []
  const other = async (name: string) => {
    const page = await (await browser.newContext({ viewport, acceptDownloads: true })).newPage()
    page.on('dialog', (dialog) => void dialog.accept())
    const one = new MeasuredPerson(page, join(folder, `${name}-${width}`))
    people.push(one)
    return one
  }
  const owner = await other('owner')
  await owner.page.goto(`${origin}/login`)
  await owner.type('Email', 'owner@frame.example')
  await owner.type('Password', password)
  await owner.press('Sign In')
  const trial = { owner, other, origin, run: Date.now().toString(36) }
  for (const task of TASKS) await task(trial)
  say(`\n${width} px\n\n${tableOf(people.flatMap(({ measured }) => measured))}\n`)
  return people.every(({ measured }) => measured.every(({ wrong }) => wrong.length === 0))
}

const TASKS = [holiday, vacation, aboutPage, packer, importProducts, tasting, sellWork, closeMonth]

const browser = await chromium.launch({
  ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  let isRight = true
  for (const width of widths.split(',')) isRight = (await tryOut(browser, Number(width))) && isRight
  process.exitCode = isRight ? 0 : 1
} finally {
  await browser.close()
}
