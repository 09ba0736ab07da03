/** The screens of the owner: every page of the admin area, and the first item of each list. */
import type { Page } from '@playwright/test'
import { ADMIN_PAGES } from '#shared/platform/admin-pages.ts'
import { signIn } from '../../test/browser/steps.ts'
import { OWNER } from '../../test/torture/running-shop.ts'
import type { ScreenshotTaker, Scene } from './take.ts'

/** The pages below a page: links on it that match, by their patterns. The first of each is shown. */
const BELOW: Record<string, RegExp[]> = {
  orderlist: [/^\/order\/[^/]+$/],
  productlist: [/^\/admin\/product\/[^/]+\/edit$/, /^\/admin\/product\/new-coffee$/],
  departments: [/^\/admin\/departments\/[^/]+\/edit$/],
  discounts: [/^\/admin\/discounts\/[^/]+\/edit$/],
  artshowlist: [/^\/admin\/artshow\/[^/]+\/edit$/],
  works: [/^\/admin\/works\/[^/]+\/edit$/],
  statements: [/^\/admin\/statements\/[^/]+$/],
  events: [/^\/admin\/events\/[^/]+\/edit$/, /^\/admin\/events\/[^/]+\/people$/],
  pages: [/^\/admin\/pages\/[^/]+$/],
  userlist: [/^\/admin\/user\/[^/]+\/edit$/],
  'green-coffee': [/^\/admin\/green-coffee\/[^/]+$/, /^\/admin\/green-coffee\/[^/]+\/edit$/],
  connections: [/^\/admin\/webhook\/[^/]+$/],
  roasts: [/^\/admin\/roasts\/[^/]+\/edit$/],
  recipes: [/^\/admin\/recipes\/[^/]+\/edit$/],
  roastery: [/^\/admin\/batch\/[^/]+$/, /^\/admin\/roastery\/[^/]+\/print$/],
  settings: ['business', 'hours', 'roasting', 'parcels', 'tax'].map(
    (group) => new RegExp(`^/admin/settings/${group}$`),
  ),
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
  const found: Scene[] = []
  for (const { to: path } of ADMIN_PAGES) {
    const name = path.split('/')[2] ?? 'today'
    found.push({ name: `admin-${name}`, path })
    await page.goto(path, { waitUntil: 'networkidle' })
    const links = await pathsIn(page, 'main a')
    for (const [index, pattern] of (BELOW[name] ?? []).entries()) {
      const below = links.find((one) => pattern.test(one))
      if (below) found.push({ name: `admin-${name}-${index + 1}`, path: below })
    }
  }
  await page.close()
  await takeScenes(found, context)
  await context.close()
}

async function pathsIn(page: Page, links: string): Promise<string[]> {
  const hrefs = await Promise.all((await page.locator(links).all()).map((link) => link.getAttribute('href')))
  return hrefs.filter((href) => href !== null)
}
