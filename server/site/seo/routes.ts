/** Serves the sitemap, robots.txt and the feeds, generated from the products on sale. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Tag } from '#shared/start/api.ts'
import { originOf } from '#server/platform/http/origin.ts'
import type { Shop } from '#server/platform/shop.ts'
import { coffeeFeed, merchantFeed, element, XML_HEAD } from './feeds.ts'
import { sitemapPaths } from '#shared/platform/pages.ts'
import { isPageOpen } from '#shared/platform/part-pages.ts'
import { openPartsOf } from '#server/platform/settings/parts.ts'
import { allGuides } from '#server/content/brew-guides/brew-guides.ts'
import { artistPath, eventPath, productPath } from '#shared/platform/record-paths.ts'
import { listDepartments } from '#server/content/departments/departments.ts'
import { upcomingEvents } from '#server/content/events/events.ts'
import { matching } from '#server/catalog/products/catalogue.ts'

type SeoFile = {
  path: string
  type: string
  /** A change of these tags invalidates the cached file. */
  tags: readonly Tag[]
  text: (shop: Shop, origin: string) => string | Promise<string>
}

const XML = 'application/xml; charset=utf-8'
const RSS = 'application/rss+xml; charset=utf-8'

const FILES: SeoFile[] = [
  {
    path: '/sitemap.xml',
    type: XML,
    tags: ['Product', 'Event', 'Artshow', 'BrewGuide', 'Settings'],
    text: sitemap,
  },
  { path: '/feeds/products.xml', type: XML, tags: ['Product', 'Settings'], text: merchantFeed },
  { path: '/feeds/coffees.xml', type: RSS, tags: ['Product', 'Settings'], text: coffeeFeed },
  {
    path: '/robots.txt',
    type: 'text/plain; charset=utf-8',
    tags: [],
    text: (_shop, origin) => robots(origin),
  },
]

export function serveSeoFiles(app: FastifyInstance, shop: Shop): void {
  for (const { path, type, tags, text } of FILES) {
    app.get(
      path,
      { config: { access: 'public', cached: tags } },
      async (_request, reply): Promise<FastifyReply> => {
        const body = await text(shop, originOf(shop.config))
        return reply.type(type).header('cache-control', 'no-cache').send(body)
      },
    )
  }
}

/** The maximum in the sitemap protocol. */
const MAX_URLS = 50_000

/** The public pages, the departments, the coming events, the artists, the brew guides and every product on sale, in the format of sitemaps.org. */
async function sitemap(shop: Shop, origin: string): Promise<string> {
  const departments = await listDepartments(shop)
  const shown = departments.filter((each) => each.products > 0).map(({ slug }) => `/shop/${slug}`)
  const events = await upcomingEvents(shop).select(['id as _id', 'slug']).execute()
  const artists = await shop.db
    .selectFrom('artists')
    .where('is_draft', '=', 0)
    .orderBy('id')
    .select(['id as _id', 'slug'])
    .execute()
  const guides = await shop.cached('BrewGuide', allGuides)
  const parts = await openPartsOf(shop)
  const paths = [
    ...sitemapPaths(),
    ...shown,
    ...events.map(eventPath),
    ...artists.map(artistPath),
    ...guides.map(({ slug }) => `/brew/${slug}`),
  ].filter((path) => isPageOpen(path, parts))
  const products = await matching(shop.db, '')
    .select(['id as _id', 'slug', 'updated_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_URLS - paths.length)
    .execute()
  const urls = [
    ...paths.map((path) => element('url', [element('loc', origin + path)])),
    ...products.map(({ updated_at: updated, ...product }) =>
      element('url', [element('loc', origin + productPath(product)), element('lastmod', updated)]),
    ),
  ]
  return `${XML_HEAD}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`
}

/** Paths that search engines must not crawl: personal pages and the admin. */
const DISALLOWED = [
  '/admin/',
  '/api/',
  '/cart',
  '/checkout',
  '/payment',
  '/placeorder',
  '/order/',
  '/subscriptions/',
  '/profile',
  '/login',
  '/register',
  '/forgot',
  '/reset',
  '/confirm-email',
  '/keep-email',
  '/confirm-account',
  '/finish-account',
  '/join',
  '/order-links',
  '/search',
  '/sandbox/',
]

/**
 * The text of robots.txt. `$` marks the end of a path: without it, /shipping would also exclude the shipping policy.
 */
function robots(origin: string): string {
  const lines = [...DISALLOWED.map((path) => `Disallow: ${path}`), 'Disallow: /shipping$']
  return `User-agent: *\n${lines.join('\n')}\n\nSitemap: ${origin}/sitemap.xml\n`
}
