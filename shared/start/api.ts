/**
 * All contracts, and therefore all endpoints of the product. The OpenAPI document and the access matrix test use this
 * list. The types of resource names and tag names are derived from the contracts.
 */
import { account } from '#shared/people/api/account.ts'
import { apiTokens } from '#shared/backoffice/api/api-tokens.ts'
import { accounting } from '#shared/payments/api/accounting.ts'
import { addresses } from '#shared/checkout/api/addresses.ts'
import { artshow } from '#shared/catalog/api/artshow.ts'
import { backup } from '#shared/backoffice/api/backup.ts'
import { buyerInvoices, invoiceLinks, invoices } from '#shared/wholesale/api/invoices.ts'
import { ledger } from '#shared/wholesale/api/ledger.ts'
import { counter } from '#shared/checkout/api/counter.ts'
import { coffeeLots } from '#shared/catalog/api/coffee-lots.ts'
import { allCoffees } from '#shared/catalog/api/coffees.ts'
import { batches, cuppings, roastCurves } from '#shared/roastery/api/batches.ts'
import { config } from '#shared/site/api/config.ts'
import { coffeeCost } from '#shared/roastery/api/coffee-cost.ts'
import { factors } from '#shared/people/api/factors.ts'
import { green } from '#shared/roastery/api/green.ts'
import { guests } from '#shared/people/api/guests.ts'
import { maps } from '#shared/checkout/api/maps.ts'
import { adminHome } from '#shared/backoffice/api/admin.ts'
import { counterDays } from '#shared/checkout/api/counter-days.ts'
import { counterReceipt } from '#shared/checkout/api/counter-receipt.ts'
import { counterGoods } from '#shared/checkout/api/counter-goods.ts'
import { delivery } from '#shared/roastery/api/delivery.ts'
import { brewGuides } from '#shared/content/api/brew-guides.ts'
import { departments } from '#shared/content/api/departments.ts'
import { deskSearch } from '#shared/backoffice/api/desk-search.ts'
import { demo } from '#shared/backoffice/api/demo.ts'
import { discounts } from '#shared/checkout/api/discounts.ts'
import { eventAdmin } from '#shared/content/api/event-admin.ts'
import { express } from '#shared/checkout/api/express.ts'
import { events } from '#shared/content/api/events.ts'
import { giftCardAdmin } from '#shared/checkout/api/gift-card-admin.ts'
import { gifts } from '#shared/subscriptions/api/gifts.ts'
import { giftCards } from '#shared/checkout/api/gift-cards.ts'
import { customerFile } from '#shared/backoffice/api/customer-file.ts'
import { goingLive } from '#shared/backoffice/api/going-live.ts'
import { guide } from '#shared/backoffice/api/guide.ts'
import { imports } from '#shared/backoffice/api/imports.ts'
import { inbox } from '#shared/mail/api/inbox.ts'
import { labelBatches } from '#shared/shipping/api/label-batches.ts'
import { labels } from '#shared/shipping/api/labels.ts'
import { mail } from '#shared/mail/api/mail.ts'
import { media } from '#shared/content/api/media.ts'
import { menu } from '#shared/content/api/menu.ts'
import { messages } from '#shared/mail/api/messages.ts'
import { paymentsCheck } from '#shared/payments/api/payments-check.ts'
import { newsletter } from '#shared/content/api/newsletter.ts'
import { newsletters } from '#shared/content/api/newsletters.ts'
import { notices } from '#shared/catalog/api/notices.ts'
import { savedCarts } from '#shared/checkout/api/saved-carts.ts'
import { orderBulk } from '#shared/checkout/api/order-bulk.ts'
import { orderAdmin } from '#shared/checkout/api/order-admin.ts'
import { orders } from '#shared/checkout/api/orders.ts'
import { sitePagePreview } from '#shared/content/api/site-page-preview.ts'
import { packing, pickup } from '#shared/checkout/api/fulfillment.ts'
import { shopParts } from '#shared/backoffice/api/parts.ts'
import { passkeys } from '#shared/people/api/passkeys.ts'
import { paymentMethods } from '#shared/payments/api/payment-methods.ts'
import { personalData } from '#shared/people/api/personal-data.ts'
import { promises } from '#shared/roastery/api/promises.ts'
import { productBulk } from '#shared/catalog/api/product-bulk.ts'
import { productAdmin } from '#shared/catalog/api/product-admin.ts'
import { products } from '#shared/catalog/api/products.ts'
import { recall } from '#shared/mail/api/recall.ts'
import { recipes, roasts } from '#shared/roastery/api/recipes.ts'
import { toShop } from '#shared/roastery/api/to-shop.ts'
import { changeLog } from '#shared/platform/api/change-log.ts'
import { rehearsal } from '#shared/backoffice/api/rehearsal.ts'
import { reviewAdmin } from '#shared/catalog/api/review-admin.ts'
import { deliveries } from '#shared/wholesale/api/deliveries.ts'
import { roastDay } from '#shared/roastery/api/roast-day.ts'
import { sessions } from '#shared/platform/api/sessions.ts'
import { roastingSettings, settings } from '#shared/platform/api/settings.ts'
import { serviceWebhooks } from '#shared/backoffice/api/service-webhooks.ts'
import { services } from '#shared/backoffice/api/services.ts'
import { setup } from '#shared/backoffice/api/setup.ts'
import { shippingQuotes } from '#shared/checkout/api/shipping-quotes.ts'
import { sitePages } from '#shared/content/api/site-pages.ts'
import { staff } from '#shared/people/api/staff.ts'
import { subscriptionOffer } from '#shared/subscriptions/api/subscription-offer.ts'
import { standing } from '#shared/wholesale/api/standing.ts'
import { quietAccounts } from '#shared/wholesale/api/quiet-accounts.ts'
import { weekOrders } from '#shared/wholesale/api/week-orders.ts'
import { subscriptionAdmin } from '#shared/subscriptions/api/subscription-admin.ts'
import { roastPlan } from '#shared/roastery/api/roast-plan.ts'
import { subscriptions } from '#shared/subscriptions/api/subscriptions.ts'
import { upload } from '#shared/platform/api/upload.ts'
import { users } from '#shared/people/api/users.ts'
import { accountOrders } from '#shared/wholesale/api/account-orders.ts'
import { priceLists } from '#shared/wholesale/api/price-lists.ts'
import { accounts } from '#shared/wholesale/api/accounts.ts'
import { applications } from '#shared/wholesale/api/applications.ts'
import { certificateFiles } from '#shared/wholesale/api/certificate-files.ts'
import { joining } from '#shared/people/api/joining.ts'
import { ownAccounts } from '#shared/wholesale/api/own-accounts.ts'
import { webhooks } from '#shared/backoffice/api/webhooks.ts'
import { works } from '#shared/catalog/api/works.ts'

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
  allCoffees,
  productAdmin,
  productBulk,
  reviewAdmin,
  departments,
  brewGuides,
  orders,
  express,
  orderAdmin,
  counter,
  invoices,
  buyerInvoices,
  invoiceLinks,
  ledger,
  orderBulk,
  packing,
  pickup,
  counterDays,
  counterGoods,
  counterReceipt,
  roastDay,
  deliveries,
  promises,
  giftCards,
  gifts,
  giftCardAdmin,
  subscriptionOffer,
  subscriptions,
  subscriptionAdmin,
  standing,
  weekOrders,
  quietAccounts,
  coffeeLots,
  roastPlan,
  recall,
  green,
  toShop,
  roasts,
  recipes,
  guests,
  config,
  shippo: shippingQuotes,
  labels,
  labelBatches,
  messages,
  inbox,
  mail,
  money: paymentsCheck,
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
  pagePreview: sitePagePreview,
  media,
  changeLog,
  adminHome,
  deskSearch,
  guide,
  settings,
  roastingSettings,
  demo,
  shopParts,
  setup,
  services,
  serviceWebhooks,
  goingLive,
  rehearsal,
  delivery,
  backup,
  apiTokens,
  webhooks,
  imports,
  customerFile,
  personalData,
  batches,
  roastCurves,
  cuppings,
  coffeeCost,
  priceLists,
  accountOrders,
  applications,
  accounts,
  ownAccounts,
  certificateFiles,
  joining,
}

type Contract = (typeof api)[keyof typeof api]
type AnyEndpoint = Contract extends infer C ? (C extends unknown ? C[keyof C] : never) : never

/** The paths of all endpoints, as literals: '/api/products/:id' | … */
export type Path = AnyEndpoint extends infer E ? (E extends { path: infer P } ? P : never) : never

/** The part of an address after /api/: 'products' | 'orders' | … */
export type Collection = Path extends infer P
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
