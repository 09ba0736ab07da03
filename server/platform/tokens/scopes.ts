/** Which endpoints API tokens may call, and which scope each needs. An endpoint that is not named here is closed to them. */
import type { Endpoint } from '#shared/platform/api/endpoint.ts'
import { isStaffAccess } from '#shared/kernel/roles.ts'
import type { TokenArea, TokenScope } from '#shared/platform/token-scopes.ts'
import type { Collection, Path } from '#shared/start/api.ts'

/** The areas by the part of the address after /api/. */
const AREAS: Partial<Record<Collection, TokenArea>> = {
  orders: 'orders',
  pickup: 'orders',
  products: 'products',
  reviews: 'products',
  departments: 'products',
  discounts: 'products',
  works: 'products',
  users: 'customers',
  messages: 'customers',
  subscriptions: 'subscriptions',
  roastery: 'roastery',
  green: 'roastery',
  roasts: 'roastery',
  recipes: 'roastery',
  pages: 'content',
  media: 'content',
  upload: 'content',
  events: 'content',
  artshow: 'content',
  'brew-guides': 'content',
  shippo: 'money',
  'label-batches': 'money',
  money: 'money',
  accounting: 'money',
}

/** Addresses with another area than their collection; null closes them. */
const AREAS_OF_PATHS: Partial<Record<Path, TokenArea | null>> = {
  '/api/orders/sales': 'money',
  '/api/orders/:id/refund': 'money',
  '/api/orders/:id/refunds/:refundId/items': 'money',
  '/api/orders/:id/refunds/:refundId/stock': 'money',
  '/api/orders/:id/close': 'money',
  '/api/orders/:id/label': 'money',
  '/api/orders/:id/label.pdf': 'money',
  '/api/orders/:id/label/void': 'money',
  '/api/subscriptions/:id/retry': 'money',
  '/api/subscriptions/:id/settle': 'money',
  '/api/works/statements': 'money',
  '/api/artshow/:id/statement': 'money',
  '/api/artshow/:id/statement/export': 'money',
  '/api/artshow/:id/share': 'money',
  '/api/artshow/:id/payouts': 'money',
  '/api/events/:id/people': 'customers',
  '/api/events/:id/people/export': 'customers',
  '/api/events/:id/people/:signup': 'customers',
  '/api/events/:id/people/:signup/seat': 'customers',
  '/api/upload/productimage': 'products',
  // The code of a gift card is money for whoever reads it.
  '/api/orders/:id/gift-card': null,
  '/api/orders/:id/gift-card.pdf': null,
  '/api/orders/:id/gift-subscription': null,
  '/api/orders/:id/gift-subscription.pdf': null,
}

/**
 * The scope that a token needs for an endpoint. Null if tokens may not call it: accounts, staff, settings, backups, gift
 * cards, everything that asks for a proof, and what buyers do for themselves.
 */
export function scopeOf({ method, path, access, needsProof }: Endpoint): TokenScope | null {
  if (needsProof) return null
  const isRead = method === 'GET'
  // Staff read one order or subscription at the address that its buyer uses.
  if (!isStaffAccess(access) && !(access === 'buyer' && isRead)) return null
  const collection = (/^\/api\/([\w-]+)/.exec(path)?.[1] ?? '') as Collection
  const own = AREAS_OF_PATHS[path as Path]
  const area = own === undefined ? AREAS[collection] : own
  return area ? `${area}:${isRead ? 'read' : 'write'}` : null
}
