// On SQLite only: pages, the same code on both databases.
// Slow, not in `npm run check`: it needs the built site.
/** A part of the shop that is off leaves no word and no link: in no public page, feed, sitemap or mail. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PartId, PartState } from '#shared/platform/parts.ts'
import { DAY } from '#server/kernel/time/clock.ts'
import { localTime } from '#server/kernel/time/shop-days.ts'
import { createFeaturedArtist } from './featured-artist.ts'
import { bought } from './purchase.ts'
import { openShop, type TestShop } from './shop.ts'
import { signedIn, type SignedInVisitor } from './signed-in.ts'
import { ensureBuilt } from './torture/running-shop.ts'

type Case = {
  /** What belongs to the part and to nothing else. */
  words: RegExp
  /** Pages that have such words while the part is on, so that the scan can find them. */
  seenAt: string[]
  /** The mails of the part itself. */
  own?: string[]
}

const CASES: Partial<Record<PartId, Case>> = {
  roastery: {
    words: /roasted to order|roast days?\b|how we roast|roasts (mon|tue|wed|thu|fri|sat|sun)/i,
    seenAt: ['/', '/product/guji-fresh'],
  },
  subscriptions: {
    words: /\bsubscription(?!s\/)|\/subscribe\b|subscribe and/i,
    seenAt: ['/', '/subscribe', '/gift-cards', '/product/guji-fresh'],
  },
  giftCards: { words: /\bgift cards?\b|\/gift-cards/i, seenAt: ['/', '/gift-cards', '/subscribe'] },
  pickup: {
    words: /\bpick(?:ed)? ?(?:it )?up\b|\bpickup/i,
    seenAt: ['/product/guji-fresh'],
    own: ['order-ready'],
  },
  events: { words: /\bevents?\b|\/events/i, seenAt: ['/', '/events', '/shop', '/newsletter'] },
  artForSale: { words: /\bfor sale\b|>sold<|<\/span>sold|ridge-at-noon/i, seenAt: ['/artshow'] },
  newsletters: { words: /newsletter|get news/i, seenAt: ['/', '/newsletter', '/shop'] },
  reviews: {
    words: /\breviews?\b|what customers say|aggregateRating/i,
    seenAt: ['/product/guji-fresh'],
  },
}

/** Texts that the owner writes. The policies say what is stored, also of a part that is off. */
const OWN_TEXTS = new Set([
  '/privacypolicy',
  '/refundpolicy',
  '/termsofservice',
  '/shippingpolicy',
  '/about',
  '/menu',
])
const FEEDS = ['/sitemap.xml', '/robots.txt', '/feeds/products.xml', '/feeds/coffees.xml']
const MAILS = ['order-placed', 'order-paid', 'order-shipped', 'order-delivered', 'order-ready', 'order-moved']

let shop: TestShop
let owner: SignedInVisitor
let paths: string[]
beforeAll(async () => {
  ensureBuilt()
  const build = (await import(
    pathToFileURL(join(import.meta.dirname, '../build/site/server/index.js')).href
  )) as ServerBuild
  shop = await openShop({
    pages: { build: async () => build, assets: null, files: null, mode: 'production' },
  })
  owner = await signedIn(shop, { role: 'owner' })
  const subscribing = await owner.get('/api/settings/subscribing')
  await owner.put('/api/settings/subscribing', { ...subscribing.body, isOffered: true })
  await fill()
  const { text } = await shop.visitor().get('/sitemap.xml')
  const inSitemap = [...text.matchAll(/<loc>[^<]*?:\d+([^<]*)<\/loc>/g)].map(([, path = '']) => path || '/')
  paths = [
    ...inSitemap,
    '/newsletter',
    '/EVENTS',
    '/shopcomingsoon',
    '/search/guji',
    '/cart',
    '/checkout',
    '/login',
    '/order-links',
  ]
}, 300_000)
afterAll(() => shop.close())

async function fill(): Promise<void> {
  const coffee = await shop.sell({
    name: 'Guji Fresh',
    isRoastedToOrder: true,
    sizeGrams: 340,
    priceCents: 1900,
  })
  await owner.put(`/api/products/${coffee}`, { slug: 'guji-fresh', description: 'From Guji.' })
  const buyer = await signedIn(shop, { name: 'Kind Kim' })
  await bought(shop, buyer, [{ _id: await mug(), qty: 1 }])
  await shop.db
    .insertInto('reviews')
    .values({
      id: 'review1',
      product_id: coffee,
      user_id: buyer.id,
      name: 'Kind Kim',
      rating: 5,
      comment: 'It tastes of apricot, every morning.',
      is_by_buyer: 1,
      created_at: shop.clock.now().toISOString(),
    })
    .execute()
  shop.shop.changed({ tag: 'Product' })
  await owner.post('/api/events', {
    title: 'Open evening',
    starts: localTime(shop.clock, DAY),
    ends: localTime(shop.clock, 2 * DAY),
    seats: 9,
  })
  const artist = await createFeaturedArtist(shop, { is_feat: 1 })
  const work = {
    artist,
    title: 'Ridge at noon',
    price: 400,
    notForSale: false,
    image: '',
    medium: 'Oil',
    slug: 'ridge-at-noon',
  }
  const { status, body } = await owner.post('/api/works', work)
  expect([status, body.message]).toEqual([201, undefined])
}

/** A product whose text names no part of the shop. */
async function mug(): Promise<string> {
  const id = await shop.sell({ name: 'Mug', sizeGrams: null })
  await owner.put(`/api/products/${id}`, { slug: 'mug', description: 'For 8 oz.' })
  return id
}

async function setPart(part: PartId, state: PartState): Promise<void> {
  const { version } = (await owner.get('/api/parts')).body
  const { status, body } = await owner.put(`/api/parts/${part}`, { state, version })
  expect([part, status, body.message]).toEqual([part, 200, undefined])
}

/** What a visitor and a search engine read of a page: no scripts, styles, names of classes and preloaded files. */
function readable(html: string): string {
  return html
    .replaceAll(/<script(?![^>]*ld\+json)[\s\S]*?<\/script>/g, '')
    .replaceAll(/<style[\s\S]*?<\/style>/g, '')
    .replaceAll(/<link[^>]*rel="(?:modulepreload|preload|stylesheet)"[^>]*>/g, '')
    .replaceAll(/ (?:class|src|srcset|srcSet|id|for|aria-labelledby|aria-controls|name|value)="[^"]*"/g, '')
}

/** Where the words stand, with what is around them. */
function found(words: RegExp, where: string, text: string): string[] {
  const hit = words.exec(text)
  return hit ? [`${where}: …${text.slice(Math.max(0, hit.index - 60), hit.index + 60)}…`] : []
}

async function scan({ words, own = [] }: Case): Promise<string[]> {
  const hits: string[] = []
  for (const path of [...paths, ...FEEDS]) {
    if (OWN_TEXTS.has(path)) continue
    const { status, text } = await shop.visitor().get(path)
    expect([path, [200, 301, 404].includes(status)]).toEqual([path, true])
    hits.push(...found(words, path, readable(text)))
  }
  for (const id of MAILS.filter((each) => !own.includes(each))) {
    const { body } = await owner.post(`/api/pages/${id}/preview`, { values: {} })
    if (body.html) hits.push(...found(words, id, readable(body.html)), ...found(words, id, body.mail.text))
  }
  return hits
}

test.each(Object.entries(CASES) as [PartId, Case][])(
  '%s: while it is off, no public page, feed and mail has a word of it or a link to it; then all are back',
  async (part, of) => {
    const before = await scan(of)
    for (const path of of.seenAt) expect(before.map((hit) => hit.split(':')[0])).toContain(path)
    await setPart(part, 'off')
    expect(await scan(of)).toEqual([])
    await setPart(part, 'on')
    expect(await scan(of)).toEqual(before)
  },
  120_000,
)
