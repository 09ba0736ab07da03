/** The screens of the owner: every page of the admin navigation, and the first item of each list. */
import type { Page } from '@playwright/test'
import { signIn } from '../../test/browser/steps.ts'
import { OWNER } from '../../test/torture/running-shop.ts'
import type { ScreenshotTaker, Scene } from './take.ts'

/** The path of an item of a list, by the name of the list. */
const OPENED: Record<string, RegExp> = {
  orderlist: /^\/order\/[^/]+$/,
  productlist: /^\/admin\/product\/[^/]+\/edit$/,
  userlist: /^\/admin\/user\/[^/]+\/edit$/,
  artshowlist: /^\/admin\/artshow\/[^/]+\/edit$/,
}

/** Messages to the shop. */
const MESSAGES = [
  [
    '/send',
    {
      mailerState: { name: 'Grace Hopper', email: 'grace@example.com', message: 'Did I leave a grey scarf?' },
    },
  ],
  [
    '/wholesale/send',
    {
      mailerState: {
        businessName: 'The Corner Bakery',
        typeOfBusiness: 'Bakery',
        email: 'corner@example.com',
        phone: '703 555 0139',
        qty: 40,
        social: '@cornerbakery',
        message: 'We would like to pour your coffee from January on.\nTwo grinders, one machine.',
      },
    },
  ],
] as const

export async function takeOwner({ takeScenes, visitor }: ScreenshotTaker): Promise<void> {
  const context = await visitor()
  const page = await context.newPage()
  for (const [path, data] of MESSAGES) await context.request.post(path, { data })
  await signIn(page, OWNER.email, OWNER.password)
  await page.goto('/admin', { waitUntil: 'networkidle' })
  const found: Scene[] = []
  for (const path of await pathsIn(page, 'nav[aria-label="Admin pages"] a')) {
    const list = path.split('/')[2] ?? 'today'
    found.push({ name: `admin-${list}`, path })
    const pattern = OPENED[list]
    if (!pattern) continue
    await page.goto(path, { waitUntil: 'networkidle' })
    const opened = (await pathsIn(page, 'main a')).find((one) => pattern.test(one))
    if (opened) found.push({ name: `admin-${list}-opened`, path: opened })
  }
  await page.close()
  await takeScenes(found, context)
  await context.close()
}

async function pathsIn(page: Page, links: string): Promise<string[]> {
  const hrefs = await Promise.all((await page.locator(links).all()).map((link) => link.getAttribute('href')))
  return hrefs.filter((href) => href !== null)
}
