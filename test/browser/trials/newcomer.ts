/**
 * The trial of a newcomer, at 1440 px and then on a phone: subscriptions, gift cards, codes, newsletters and notices.
 * `npm test` does not run it (decisions/074-trial-of-a-newcomer.md). It needs a running shop with the demo and sandboxes:
 *
 *   node test/browser/trials/newcomer.ts http://localhost:3000 PASSWORD-OF-THE-OWNER 1440,390 FOLDER
 *
 * It prints the clicks, keys and seconds of each task, and writes screenshots into the folder.
 */
import { join } from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { giftsAndNews } from './giver.ts'
import { Person, say } from './person.ts'
import { cancel, changeIt, subscribe, threeRenewals } from './subscriber.ts'

const [origin = '', password = '', widths = '1440,390', folder = 'trial'] = process.argv.slice(2)

async function tryOut(browser: Browser, width: number): Promise<void> {
  const viewport = { width, height: width > 800 ? 900 : 844 }
  const pageOf = async () => (await browser.newContext({ viewport })).newPage()
  const person = new Person(await pageOf(), join(folder, `buyer-${width}`))
  const owner = new Person(await pageOf(), join(folder, `owner-${width}`))
  for (const { page } of [person, owner]) page.on('dialog', (dialog) => void dialog.accept())
  const email = `nora-${Date.now()}@example.com`
  const trial = { person, owner, origin, email, password, ownerEmail: 'owner@frame.example' }
  await subscribe(trial)
  await threeRenewals(trial)
  await changeIt(trial)
  await cancel(trial)
  await giftsAndNews(trial)
  for (const { task, clicks, keys, seconds, notes } of [...person.done, ...owner.done])
    say(`| ${width} | ${task} | ${clicks} | ${keys} | ${seconds} | ${notes.join('; ')} |`)
}

const browser = await chromium.launch({
  ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  for (const width of (widths === '1440' ? '1440,390' : widths).split(','))
    await tryOut(browser, Number(width))
} finally {
  await browser.close()
}
