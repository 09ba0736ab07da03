/** What the owner sees: the pages of the back office, as far as there are any. */
import { signIn } from '../../test/browser/steps.ts'
import { OWNER } from '../../test/torture/running-shop.ts'
import type { Drawer, Scene } from './drawer.ts'

const LISTS = ['orderlist', 'productlist', 'userlist', 'menuedit', 'artshowlist', 'messages', 'mail']

/** The first of each list, opened. */
const OPENED = [
  ['productlist', /^\/admin\/product\/[^/]+\/edit$/],
  ['userlist', /^\/admin\/user\/[^/]+\/edit$/],
  ['artshowlist', /^\/admin\/artshow\/[^/]+\/edit$/],
] as const

export async function beOwner({ scenes, visitor, isWanted }: Drawer): Promise<void> {
  if (!isWanted({ name: 'admin-' }) && !LISTS.some((name) => isWanted({ name: `admin-${name}` }))) return
  const context = await visitor()
  const page = await context.newPage()
  await signIn(page, OWNER.email, OWNER.password)
  const found: Scene[] = []
  for (const name of LISTS) {
    const answer = await page.goto(`/admin/${name}`, { waitUntil: 'networkidle' })
    if (answer?.status() === 404) continue
    found.push({ name: `admin-${name}`, path: `/admin/${name}` })
    const pattern = OPENED.find(([list]) => list === name)?.[1]
    if (!pattern) continue
    const paths = await Promise.all(
      (await page.locator('main a').all()).map((link) => link.getAttribute('href')),
    )
    const path = paths.find((one) => one && pattern.test(one))
    if (path) found.push({ name: `admin-${name}-edit`, path })
  }
  await page.close()
  await scenes(found, context)
  await context.close()
}
