// On SQLite only: pages, the same code on both databases.
// Slow, not in `npm run check`: it needs the built site.
/** A part of the shop that is off leaves no word and no link: in no public page, feed or sitemap. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PART_WORDS } from '#shared/platform/part-words.ts'
import { PART_IDS, type PartId, type PartState } from '#shared/platform/parts.ts'
import { DAY } from '#server/kernel/time/clock.ts'
import { localTime } from '#server/kernel/time/shop-days.ts'
import { createFeaturedArtist } from './featured-artist.ts'
import { bought } from './purchase.ts'
import { openShop, type TestShop } from './shop.ts'
import { signedIn, type SignedInVisitor } from './signed-in.ts'
import { ensureBuilt } from './torture/running-shop.ts'

/** Pages that name the part while it is on, so that the scan can find its words. No public page names the last three. */
const SEEN_AT: Record<PartId, string[]> = {
  roastery: ['/', '/product/guji-fresh', '/about', '/shop', '/shippingpolicy', '/subscribe', '/wholesale'],
  subscriptions: ['/', '/subscribe', '/gift-cards', '/product/guji-fresh', '/privacypolicy'],
  giftCards: ['/', '/gift-cards', '/subscribe', '/refundpolicy', '/privacypolicy'],
  discountCodes: ['/privacypolicy'],
  events: ['/', '/events', '/shop', '/newsletter', '/privacypolicy'],
  artForSale: ['/artshow'],
  newsletters: ['/', '/newsletter', '/shop', '/privacypolicy'],
  reviews: ['/product/guji-fresh', '/privacypolicy', '/termsofservice'],
  pickup: ['/product/guji-fresh', '/shippingpolicy', '/privacypolicy'],
  counter: [],
  accountingFiles: [],
  wholesale: [],
}

/** Words of what this test makes, which name the part where they stand. */
const OF_FIXTURES: Partial<Record<PartId, RegExp>> = {
  artForSale: />to take home<|>sold<|<\/span>sold|ridge-at-noon/i,
  events: /open evening/i,
  reviews: /it tastes of apricot/i,
}

/** What stays for what is owed: its page must name the part. */
const STAYS: Partial<Record<PartId, string[]>> = {
  giftCards: ['/gift-cards/balance'],
  newsletters: ['/newsletter/unsubscribe', '/newsletter/preferences'],
}

const FILES = [
  '/sitemap.xml',
  '/robots.txt',
  '/feeds/products.xml',
  '/feeds/coffees.xml',
  '/site.webmanifest',
]
const OTHER_PAGES = [
  '/newsletter',
  '/newsletter/confirm',
  '/newsletter/preferences',
  '/newsletter/unsubscribe',
  '/EVENTS',
  '/shopcomingsoon',
  '/search/guji',
  '/search/nothing-like-it',
  '/page/2',
  '/cart',
  '/cart/saved',
  '/back-in-stock',
  '/back-in-stock/confirm',
  '/checkout',
  '/login',
  '/register',
  '/forgot',
  '/reset',
  '/join',
  '/confirm-email',
  '/keep-email',
  '/confirm-account',
  '/finish-account',
  '/order-links',
  '/order/0123456789abcdefghjkmn',
  '/gift',
  '/gift-cards/balance',
  '/profile',
  '/profile/addresses',
  '/profile/security',
  '/profile/payments',
  '/profile/data',
  '/profile/gift-cards',
  '/profile/subscriptions',
  '/subscriptions/0123456789abcdefghjkmn',
  '/lots/261127-A',
  '/no-such-page',
]

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
  paths = [...inSitemap, ...OTHER_PAGES]
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
    .replaceAll(/ href="#[^"]*"/g, '')
    .replaceAll(/ (?:class|src|srcset|srcSet|id|for|aria-labelledby|aria-controls|name|value)="[^"]*"/g, '')
}

/** Where the words stand, with what is around them. */
function found(words: RegExp, where: string, text: string): string[] {
  return [...text.matchAll(new RegExp(words, 'gi'))].map(
    ({ index }) => `${where}: …${text.slice(Math.max(0, index - 60), index + 60)}…`,
  )
}

async function scan(part: PartId): Promise<string[]> {
  const hits: string[] = []
  for (const path of [...paths, ...FILES]) {
    if (STAYS[part]?.includes(path)) continue
    const { status, text } = await shop.visitor().get(path)
    expect([path, [200, 301, 404].includes(status)]).toEqual([path, true])
    for (const words of [PART_WORDS[part], OF_FIXTURES[part]])
      if (words) hits.push(...found(words, path, readable(text)))
  }
  return hits
}

test.each(PART_IDS)(
  '%s: while it is off, no public page and feed has a word of it or a link to it; then all are back',
  async (part) => {
    const before = await scan(part)
    const seenAt = before.map((hit) => hit.split(':')[0])
    expect(seenAt).toEqual(expect.arrayContaining(SEEN_AT[part]))
    await setPart(part, 'off')
    const left = await scan(part)
    await setPart(part, 'on')
    expect(left).toEqual([])
    expect(await scan(part)).toEqual(before)
  },
  120_000,
)
