/** Serves the sitemap, robots.txt and the feeds, generated from the products on sale. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Tag } from '#shared/start/api.ts'
import { originOf } from '#server/platform/http/origin.ts'
import type { Shop } from '#server/platform/shop.ts'
import { coffeeFeed, merchantFeed } from './feeds.ts'
import { robots } from './robots.ts'
import { sitemap } from './sitemap.ts'

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
  { path: '/sitemap.xml', type: XML, tags: ['Product', 'Event', 'Settings'], text: sitemap },
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
