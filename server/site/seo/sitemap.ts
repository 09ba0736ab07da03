import { sitemapPaths } from '#shared/platform/pages.ts'
import type { Shop } from '#server/platform/shop.ts'
import { listDepartments } from '#server/content/departments/departments.ts'
import { upcomingEvents } from '#server/content/events/events.ts'
import { matching } from '#server/catalog/products/catalogue.ts'
import { element, XML_HEAD } from './xml.ts'

/** The maximum in the sitemap protocol. */
const MAX_URLS = 50_000

/** The public pages, the departments, the coming events and every product on sale, in the format of sitemaps.org. */
export async function sitemap(shop: Shop, origin: string): Promise<string> {
  const departments = await listDepartments(shop)
  const shown = departments.filter((each) => each.products > 0).map(({ slug }) => `/shop/${slug}`)
  const events = await upcomingEvents(shop).select('id').execute()
  const paths = [...sitemapPaths(), ...shown, ...events.map(({ id }) => `/events/${id}`)]
  const products = await matching(shop.db, '')
    .select(['id', 'updated_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_URLS - paths.length)
    .execute()
  const urls = [
    ...paths.map((path) => element('url', [element('loc', origin + path)])),
    ...products.map(({ id, updated_at: updated }) =>
      element('url', [element('loc', `${origin}/product/${id}`), element('lastmod', updated)]),
    ),
  ]
  return `${XML_HEAD}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`
}
