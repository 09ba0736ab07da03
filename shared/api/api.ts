/**
 * All contracts, and therefore all endpoints of the product. The OpenAPI document and the access matrix test use this
 * list. The types of resource names and tag names are derived from the contracts.
 */
import { account } from './account.ts'
import { accounting } from './accounting.ts'
import { addresses } from './addresses.ts'
import { artshow } from './artshow.ts'
import { backup } from './backup.ts'
import { coffeeLots } from './coffee-lots.ts'
import { batches } from './batches.ts'
import { config } from './config.ts'
import { coffeeCost } from './coffee-cost.ts'
import { cuppings } from './cuppings.ts'
import { factors } from './factors.ts'
import { green } from './green.ts'
import { guests } from './guests.ts'
import { maps } from './maps.ts'
import { adminHome } from './admin.ts'
import { delivery } from './delivery.ts'
import { departments } from './departments.ts'
import { demo } from './demo.ts'
import { discounts } from './discounts.ts'
import { eventAdmin } from './event-admin.ts'
import { events } from './events.ts'
import { giftCardAdmin } from './gift-card-admin.ts'
import { giftCards } from './gift-cards.ts'
import { customerFile } from './customer-file.ts'
import { imports } from './imports.ts'
import { inbox } from './inbox.ts'
import { labels } from './labels.ts'
import { mail } from './mail.ts'
import { media } from './media.ts'
import { menu } from './menu.ts'
import { messages } from './messages.ts'
import { money } from './money.ts'
import { newsletter } from './newsletter.ts'
import { newsletters } from './newsletters.ts'
import { notices } from './notices.ts'
import { savedCarts } from './saved-carts.ts'
import { orderAdmin } from './order-admin.ts'
import { orders } from './orders.ts'
import { pagePreview } from './page-preview.ts'
import { packing } from './packing.ts'
import { passkeys } from './passkeys.ts'
import { paymentMethods } from './payment-methods.ts'
import { personalData } from './personal-data.ts'
import { pickup } from './pickup.ts'
import { promises } from './promises.ts'
import { productAdmin } from './product-admin.ts'
import { products } from './products.ts'
import { recall } from './recall.ts'
import { recipes, roasts } from './recipes.ts'
import { record } from './record.ts'
import { rehearsal } from './rehearsal.ts'
import { roastCurves } from './roast-curves.ts'
import { reviewAdmin } from './review-admin.ts'
import { roastDay } from './roast-day.ts'
import { sessions } from './sessions.ts'
import { roastingSettings } from './roasting-settings.ts'
import { settings } from './settings.ts'
import { setup } from './setup.ts'
import { shippo } from './shippo.ts'
import { sitePages } from './site-pages.ts'
import { staff } from './staff.ts'
import { subscribe } from './subscribe.ts'
import { subscriptionAdmin } from './subscription-admin.ts'
import { coffeeEndings } from './coffee-endings.ts'
import { roastPlan } from './roast-plan.ts'
import { subscriptionPlan } from './subscription-plan.ts'
import { subscriptions } from './subscriptions.ts'
import { upload } from './upload.ts'
import { users } from './users.ts'
import { works } from './works.ts'

export const api = {
  users,
  staff,
  account,
  sessions,
  passkeys,
  factors,
  addresses,
  paymentMethods,
  products,
  productAdmin,
  reviewAdmin,
  departments,
  orders,
  orderAdmin,
  packing,
  pickup,
  roastDay,
  promises,
  giftCards,
  giftCardAdmin,
  subscribe,
  subscriptions,
  subscriptionAdmin,
  subscriptionPlan,
  coffeeEndings,
  coffeeLots,
  roastPlan,
  recall,
  green,
  roasts,
  recipes,
  guests,
  config,
  shippo,
  labels,
  messages,
  inbox,
  mail,
  money,
  accounting,
  artshow,
  works,
  events,
  newsletter,
  newsletters,
  notices,
  savedCarts,
  discounts,
  eventAdmin,
  maps,
  menu,
  upload,
  sitePages,
  pagePreview,
  media,
  record,
  adminHome,
  settings,
  roastingSettings,
  demo,
  setup,
  rehearsal,
  delivery,
  backup,
  imports,
  customerFile,
  personalData,
  batches,
  roastCurves,
  cuppings,
  coffeeCost,
}

type Contract = (typeof api)[keyof typeof api]
type AnyEndpoint = Contract extends infer C ? (C extends unknown ? C[keyof C] : never) : never

/** The paths of all endpoints, as literals: '/api/products/:id' | … */
export type Path = AnyEndpoint extends infer E ? (E extends { path: infer P } ? P : never) : never

/** The part of a path after /api/: 'products' | 'orders' | … */
export type Resource = Path extends infer P
  ? P extends `/api/${infer First}/${string}`
    ? First
    : P extends `/api/${infer Whole}`
      ? Whole
      : never
  : never

/**
 * The tags in `cached` of the contracts. A change of data with a tag removes the responses with this tag from the
 * cache.
 */
export type Tag = AnyEndpoint extends infer E
  ? E extends { cached: readonly (infer T extends string)[] }
    ? T
    : never
  : never
