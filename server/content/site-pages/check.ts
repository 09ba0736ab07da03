/** What is wrong with a draft: links that lead nowhere, and pictures that are missing or have no description. */
import type { PageProblems } from '#shared/content/api/site-pages.ts'
import { ADMIN_PAGES } from '#shared/platform/admin-pages.ts'
import { publicPaths } from '#shared/platform/pages.ts'
import { isLinkTarget } from '#shared/platform/site-pages/schema.ts'
import {
  fillPlaceholders,
  PAGE_PLACEHOLDERS,
  unknownPlaceholder,
  type AnyItem,
  type AnyValues,
  type LinkValue,
  type PictureValue,
} from '#shared/platform/site-pages/slots.ts'
import { openPartsOf } from '#server/platform/settings/parts.ts'
import type { Shop } from '#server/platform/shop.ts'
import { businessValues } from './content.ts'
import { changesFrom } from './differences.ts'
import { linksIn } from './markdown.ts'
import { describedValues } from './pictures.ts'
import { pageOf, visitSlots, type EditablePage } from './values.ts'
import { statesOf } from './versions.ts'

/** The problems of the draft, and its differences from the published version. Throws 404. */
export async function checkDraft(shop: Shop, id: string) {
  const page = pageOf(id)
  const { draft, live } = await statesOf(shop.db, shop.clock, id)
  const body = (draft ?? live)?.body ?? null
  const parts = await openPartsOf(shop)
  return {
    problems: await problemsOf(shop, page, describedValues(shop, page, body, parts)),
    changes: changesFrom(shop, page, { before: live?.body ?? null, after: body, parts }),
  }
}

type Place = { label: string; to: string }

async function problemsOf(shop: Shop, page: EditablePage, values: AnyValues): Promise<PageProblems> {
  const problems: PageProblems = []
  const links: Place[] = []
  const business = await businessValues(shop)
  visitSlots(page.slots, values, (slot, value, label) => {
    if (slot.kind === 'link' && (value as LinkValue).to) links.push({ label, to: (value as LinkValue).to })
    if (slot.kind === 'prose') {
      const known = slot.placeholders ? {} : business
      links.push(...linksIn(value as string).map((to) => ({ label, to: fillPlaceholders(to, known) })))
      const unknown = slot.placeholders ? null : unknownPlaceholder(value as string, PAGE_PLACEHOLDERS)
      if (unknown) problems.push({ label, text: unknown })
    }
    if (slot.kind === 'picture') problems.push(...pictureProblems(shop, value as PictureValue, label))
  })
  for (const { label, to } of links) {
    const text = await linkProblem(shop, page, values, to)
    if (text) problems.push({ label, text })
  }
  return problems
}

function pictureProblems(shop: Shop, { file, alt }: PictureValue, label: string): PageProblems {
  if (file === '') return []
  if (!shop.pictureOf(file)) return [{ label, text: 'The picture is missing' }]
  return alt.trim() === '' ? [{ label, text: 'The picture has no description (alt text)' }] : []
}

/** Pages that are in no list of links. */
const OTHER_PATHS = ['/cart', '/login', '/register', '/forgot', '/profile', '/order-links', '/wholesale']
const PATHS = new Set([...publicPaths(), ...OTHER_PATHS, ...ADMIN_PAGES.map(({ to }) => to)])

/** What is wrong with the address of a link; null if nothing is. Addresses of other sites are only checked for form. */
async function linkProblem(
  shop: Shop,
  page: EditablePage,
  values: AnyValues,
  to: string,
): Promise<string | null> {
  if (to === '') return 'A link has no address, or one that is not allowed'
  if (!isLinkTarget(to)) return `The link ${to} must begin with / or https://`
  if (!/^[/#]/.test(to)) return null
  if (page.path === null && to.startsWith('#'))
    return `The link ${to} must name a page: an email has no sections`
  const { pathname, hash } = new URL(to, `http://shop${page.path ?? '/'}`)
  if (!(await isPage(shop, pathname))) return `The link ${to} leads to no page`
  const isHere = pathname === page.path
  return hash && isHere && !anchorsOf(values).has(hash.slice(1))
    ? `The link ${to} leads to no section of this page`
    : null
}

async function isPage({ db }: Shop, pathname: string): Promise<boolean> {
  if (PATHS.has(pathname)) return true
  const [, kind, id, ...more] = pathname.split('/')
  if (!id || more.length > 0) return false
  if (kind === 'search') return true
  if (kind === 'shop')
    return (await db.selectFrom('departments').select('id').where('slug', '=', id).execute()).length > 0
  const product = db.selectFrom('products').select('id').where('id', '=', id).where('deleted_at', 'is', null)
  return kind === 'product' && (await product.execute()).length > 0
}

/** The anchors of a page: its sections, and the places of the home page. */
function anchorsOf(values: AnyValues): Set<string> {
  const items = Object.values(values).filter(Array.isArray) as AnyItem[][]
  return new Set([...items.flat().map(({ id }) => id), 'visit', 'contact', 'enquiry'])
}
