/** The search of the desk: asks each kind of record, and puts whole identifiers first. */
import { MOST_HITS, type deskSearch, type FoundKind, type Hit } from '#shared/backoffice/api/desk-search.ts'
import { admits, type StaffAccess, type StaffRole } from '#shared/kernel/roles.ts'
import type { Query, Reply } from '#shared/platform/api/endpoint.ts'
import type { PartId } from '#shared/platform/parts.ts'
import { searchTerms } from '#server/kernel/db/search.ts'
import { openPartsOf } from '#server/platform/settings/parts.ts'
import type { Shop } from '#server/platform/shop.ts'
import { guideSections } from '../guide/guide.ts'
import { TAKEN, type Asked } from './asked.ts'
import { findBatches, findCodes, findGiftCards, findLots, findMessages } from './find-records.ts'
import { findOrders, findOrdersToPack } from './find-orders.ts'
import {
  findAccounts,
  findArtists,
  findEvents,
  findNewsletters,
  findPeople,
  findProducts,
  findSubscriptions,
} from './find-names.ts'

type Source = {
  kind: FoundKind
  /** Who may read the fields in which it looks. */
  access: StaffAccess
  find: (shop: Shop, asked: Asked) => Promise<Hit[]>
  /** The part of the shop to which the records belong. */
  part?: PartId
  /** The list of the desk with the text as its filter. */
  list?: string
}

const SOURCES: readonly Source[] = [
  { kind: 'order', access: 'admin', find: findOrders, list: '/admin/orderlist' },
  // Staff at the bar and those who pack find an order by its number, parcel, recipient and goods, and not by its buyer.
  { kind: 'order', access: 'staff', find: findOrdersToPack },
  { kind: 'person', access: 'admin', find: findPeople, list: '/admin/userlist' },
  { kind: 'account', access: 'admin', find: findAccounts, list: '/admin/accounts', part: 'wholesale' },
  { kind: 'product', access: 'admin', find: findProducts, list: '/admin/productlist' },
  {
    kind: 'subscription',
    access: 'admin',
    find: findSubscriptions,
    list: '/admin/subscriptions',
    part: 'subscriptions',
  },
  { kind: 'lot', access: 'admin', find: findLots },
  { kind: 'batch', access: 'packer', find: findBatches, part: 'roastery' },
  { kind: 'code', access: 'admin', find: findCodes, part: 'discountCodes' },
  {
    kind: 'giftCard',
    access: 'barista',
    find: findGiftCards,
    list: '/admin/gift-cards',
    part: 'giftCards',
  },
  { kind: 'message', access: 'barista', find: findMessages, list: '/admin/messages' },
  { kind: 'event', access: 'admin', find: findEvents, part: 'events' },
  { kind: 'artist', access: 'barista', find: findArtists },
  { kind: 'newsletter', access: 'admin', find: findNewsletters, part: 'newsletters' },
  { kind: 'guide', access: 'staff', find: findGuideSections },
]

/** Sections of the guide with all words in them, first those that have them in their title. None about a part that is off. */
async function findGuideSections(shop: Shop, { words }: Asked): Promise<Hit[]> {
  if (words.length === 0) return []
  const parts = await openPartsOf(shop)
  const isNamed = ({ title }: { title: string }) => words.every((word) => title.toLowerCase().includes(word))
  return guideSections()
    .filter(
      ({ text, part }) => (part === null || part in parts) && words.every((word) => text.includes(word)),
    )
    .toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)))
    .slice(0, TAKEN)
    .map(({ id, title }) => ({ title, detail: 'Guide', to: `/admin/guide#${id}`, isExact: false }))
}

/** Texts with fewer characters match too much for a search in names. */
const SHORT = 3

/** The words before the name in a hit's title. They are left out when the name is compared: 'Order 4GX-7QM'. */
const BEFORE_NAME: Partial<Record<FoundKind, RegExp>> = {
  order: /^Order /,
  subscription: /^Subscription of /,
  batch: /^Batch /,
}

/** 0: the text is a whole identifier of the hit. 1: its name begins with the text or has the same words. 2: anything else. */
function levelOf(kind: FoundKind, { title, isExact }: Hit, words: readonly string[]): number {
  if (isExact) return 0
  const own = searchTerms(title.replace(BEFORE_NAME[kind] ?? '', ''))
  const isSame = own.toSorted().join(' ') === words.toSorted().join(' ')
  return isSame || own.join(' ').startsWith(words.join(' ')) ? 1 : 2
}

/**
 * Finds the text in what the role may read, at most five hits of a kind. Kinds are ordered by their best hit (`levelOf`),
 * so the product "Kenya" comes before the orders of it.
 */
export async function searchDesk(
  shop: Shop,
  role: StaffRole | null,
  { text }: Query<typeof deskSearch.find>,
): Promise<Reply<typeof deskSearch.find>> {
  const words = searchTerms(text)
  if (words.length === 0) return { groups: [] }
  const asked = { text, words: words.join('').length < SHORT ? [] : words }
  const parts = await openPartsOf(shop)
  const allowed = SOURCES.filter(({ access, part }) => admits(access, role) && (!part || parts[part]))
  const sources = allowed.filter(
    ({ kind }, index) => allowed.findIndex((each) => each.kind === kind) === index,
  )
  const groups = await Promise.all(
    sources.map(async ({ kind, find, list }) => {
      const level = (hit: Hit) => levelOf(kind, hit, words)
      const hits = (await find(shop, asked)).toSorted((a, b) => level(a) - level(b))
      const isMore = hits.length > MOST_HITS && list !== undefined
      const group = {
        kind,
        hits: hits.slice(0, MOST_HITS),
        all: isMore ? `${list}?q=${encodeURIComponent(text)}` : null,
      }
      return { level: hits[0] ? level(hits[0]) : 0, group }
    }),
  )
  const found = groups.filter(({ group }) => group.hits.length > 0).toSorted((a, b) => a.level - b.level)
  return { groups: found.map(({ group }) => group) }
}
