/** The API: one line per resource, its contract with its handlers. */
import type { FastifyInstance } from 'fastify'
import { account } from '#shared/api/account.ts'
import { accounting } from '#shared/api/accounting.ts'
import { addresses } from '#shared/api/addresses.ts'
import { artshow } from '#shared/api/artshow.ts'
import { backup } from '#shared/api/backup.ts'
import { coffeeLots } from '#shared/api/coffee-lots.ts'
import { batches } from '#shared/api/batches.ts'
import { coffeeCost } from '#shared/api/coffee-cost.ts'
import { cuppings } from '#shared/api/cuppings.ts'
import { roastCurves } from '#shared/api/roast-curves.ts'
import { config as configApi } from '#shared/api/config.ts'
import { maps } from '#shared/api/maps.ts'
import { adminHome } from '#shared/api/admin.ts'
import { delivery } from '#shared/api/delivery.ts'
import { departments } from '#shared/api/departments.ts'
import { discounts } from '#shared/api/discounts.ts'
import { demo } from '#shared/api/demo.ts'
import { factors } from '#shared/api/factors.ts'
import { giftCardAdmin } from '#shared/api/gift-card-admin.ts'
import { giftCards } from '#shared/api/gift-cards.ts'
import { roastPlan } from '#shared/api/roast-plan.ts'
import { rehearsal } from '#shared/api/rehearsal.ts'
import { green } from '#shared/api/green.ts'
import { guests } from '#shared/api/guests.ts'
import { eventAdmin } from '#shared/api/event-admin.ts'
import { events } from '#shared/api/events.ts'
import { customerFile } from '#shared/api/customer-file.ts'
import { imports } from '#shared/api/imports.ts'
import { inbox } from '#shared/api/inbox.ts'
import { labels } from '#shared/api/labels.ts'
import { mail } from '#shared/api/mail.ts'
import { media } from '#shared/api/media.ts'
import { menu } from '#shared/api/menu.ts'
import { messages } from '#shared/api/messages.ts'
import { money } from '#shared/api/money.ts'
import { newsletter } from '#shared/api/newsletter.ts'
import { newsletters } from '#shared/api/newsletters.ts'
import { notices } from '#shared/api/notices.ts'
import { savedCarts } from '#shared/api/saved-carts.ts'
import { orderAdmin } from '#shared/api/order-admin.ts'
import { orders } from '#shared/api/orders.ts'
import { packing } from '#shared/api/packing.ts'
import { passkeys } from '#shared/api/passkeys.ts'
import { paymentMethods } from '#shared/api/payment-methods.ts'
import { personalData } from '#shared/api/personal-data.ts'
import { pickup } from '#shared/api/pickup.ts'
import { promises } from '#shared/api/promises.ts'
import { productAdmin } from '#shared/api/product-admin.ts'
import { products } from '#shared/api/products.ts'
import { recall } from '#shared/api/recall.ts'
import { recipes, roasts } from '#shared/api/recipes.ts'
import { record } from '#shared/api/record.ts'
import { reviewAdmin } from '#shared/api/review-admin.ts'
import { roastDay } from '#shared/api/roast-day.ts'
import { sessions } from '#shared/api/sessions.ts'
import { roastingSettings } from '#shared/api/roasting-settings.ts'
import { settings } from '#shared/api/settings.ts'
import { setup } from '#shared/api/setup.ts'
import { shippo } from '#shared/api/shippo.ts'
import { sitePages } from '#shared/api/site-pages.ts'
import { staff } from '#shared/api/staff.ts'
import { subscribe } from '#shared/api/subscribe.ts'
import { subscriptionAdmin } from '#shared/api/subscription-admin.ts'
import { coffeeEndings } from '#shared/api/coffee-endings.ts'
import { subscriptionPlan } from '#shared/api/subscription-plan.ts'
import { subscriptions } from '#shared/api/subscriptions.ts'
import { upload } from '#shared/api/upload.ts'
import { users } from '#shared/api/users.ts'
import { works } from '#shared/api/works.ts'
import { accountRoutes, sessionRoutes } from './account/routes.ts'
import { accountingRoutes } from './accounting/routes.ts'
import { addressRoutes } from './addresses/routes.ts'
import { artshowRoutes } from './artshow/routes.ts'
import { workRoutes } from './artshow/work-routes.ts'
import { backupRoutes } from './backup/routes.ts'
import { batchRoutes } from './batches/routes.ts'
import { coffeeCostRoutes } from './coffee-cost/routes.ts'
import { cuppingRoutes } from './cuppings/routes.ts'
import { roastCurveRoutes } from './roast-curves/routes.ts'
import { factorRoutes, passkeyRoutes, requiredFactorRoutes } from './factors/routes.ts'
import { configRoutes } from './browser-config/routes.ts'
import { coffeeLotRoutes } from './coffee-lots/routes.ts'
import type { SalesByDay } from './admin/sales-by-day.ts'
import { adminRoutes } from './admin/routes.ts'
import { demoRoutes } from './demo/routes.ts'
import { rehearsalRoutes } from './rehearsal/routes.ts'
import { departmentRoutes } from './departments/routes.ts'
import { discountRoutes } from './discounts/routes.ts'
import { EVENT_FORMS, eventAdminRoutes, eventRoutes } from './events/routes.ts'
import { giftCardAdminRoutes, giftCardRoutes } from './gift-cards/routes.ts'
import { giftCardOrderRoutes } from './orders/gift-card-routes.ts'
import { greenRoutes } from './green/routes.ts'
import { customerFileRoutes, importRoutes } from './imports/routes.ts'
import { roastingSettingRoutes, settingsRoutes } from './settings/routes.ts'
import { setupRoutes } from './setup/routes.ts'
import { mapsRoutes } from './maps/routes.ts'
import { newsletterPreviewRoutes } from './mail/newsletter-routes.ts'
import { mailRoutes, movedPreviewRoutes } from './mail/routes.ts'
import { mediaRoutes } from './media/routes.ts'
import { menuRoutes } from './menu/routes.ts'
import { MESSAGE_FORMS } from './messages/forms.ts'
import { inboxRoutes, messageRoutes } from './messages/routes.ts'
import { moneyRoutes } from './money/routes.ts'
import { NEWSLETTER_FORMS, newsletterAdminRoutes, newsletterRoutes } from './newsletters/routes.ts'
import { NOTICE_FORMS, noticeRoutes } from './notices/routes.ts'
import { savedCartRoutes } from './saved-carts/routes.ts'
import { orderAdminRoutes, orderRoutes, packingRoutes, pickupRoutes } from './orders/routes.ts'
import { promiseRoutes } from './orders/promise-routes.ts'
import { paymentMethodRoutes } from './payment-methods/routes.ts'
import { paymentAdminRoutes, paymentRoutes, savingRoutes } from './payments/routes.ts'
import { productAdminRoutes, productRoutes, reviewAdminRoutes } from './products/routes.ts'
import { personalDataRoutes } from './personal-data/routes.ts'
import { roastPlanRoutes } from './roast-plan/routes.ts'
import { recallRoutes } from './recall/routes.ts'
import { recipeRoutes, roastRoutes } from './recipes/routes.ts'
import { recordRoutes } from './record/routes.ts'
import { roastDayRoutes } from './roast-day/routes.ts'
import { acceptFormPosts } from './http/form-posts.ts'
import { acceptForms } from './http/receive-files.ts'
import { serve, type Serving } from './http/serve.ts'
import { labelRoutes } from './shippo/routes.ts'
import { deliveryRoutes, shippoRoutes } from './quotes/routes.ts'
import { sitePageRoutes } from './site-pages/routes.ts'
import { coffeeEndingRoutes, subscriptionPlanRoutes } from './subscription-plan/routes.ts'
import { subscribeRoutes, subscriptionAdminRoutes, subscriptionRoutes } from './subscriptions/routes.ts'
import { uploadRoutes } from './upload/routes.ts'
import { staffRoutes } from './staff/routes.ts'
import { guestRoutes } from './users/guest-routes.ts'
import { passkeySignInRoutes, userRoutes } from './users/routes.ts'

/** Serves all resources of the API. */
export async function serveApi(
  app: FastifyInstance,
  serving: Serving,
  salesByDay: SalesByDay,
): Promise<void> {
  serve(app, serving, users, userRoutes)
  serve(app, serving, customerFile, customerFileRoutes)
  serve(app, serving, staff, staffRoutes)
  serve(app, serving, account, accountRoutes)
  serve(app, serving, sessions, sessionRoutes)
  serve(app, serving, personalData, personalDataRoutes)
  serve(app, serving, factors, factorRoutes)
  serve(app, serving, passkeys, { ...passkeyRoutes, ...passkeySignInRoutes })
  serve(app, serving, guests, guestRoutes)
  serve(app, serving, addresses, addressRoutes)
  serve(app, serving, paymentMethods, { ...paymentMethodRoutes, ...savingRoutes })
  serve(app, serving, products, productRoutes)
  serve(app, serving, productAdmin, productAdminRoutes)
  serve(app, serving, reviewAdmin, reviewAdminRoutes)
  serve(app, serving, orders, { ...orderRoutes, ...paymentRoutes })
  serve(app, serving, orderAdmin, { ...orderAdminRoutes, ...paymentAdminRoutes })
  serve(app, serving, giftCards, { ...giftCardRoutes, ...giftCardOrderRoutes })
  serve(app, serving, giftCardAdmin, giftCardAdminRoutes)
  serve(app, serving, packing, packingRoutes)
  serve(app, serving, pickup, pickupRoutes)
  serve(app, serving, subscribe, subscribeRoutes)
  serve(app, serving, subscriptions, subscriptionRoutes)
  serve(app, serving, subscriptionAdmin, subscriptionAdminRoutes)
  serve(app, serving, subscriptionPlan, subscriptionPlanRoutes)
  serve(app, serving, coffeeEndings, coffeeEndingRoutes)
  serveRoastery(app, serving)
  serveContent(app, serving)
  serveAdmin(app, serving, salesByDay)
  serve(app, serving, shippo, shippoRoutes)
  serve(app, serving, labels, labelRoutes)
  serve(app, serving, configApi, configRoutes)
  serve(app, serving, savedCarts, savedCartRoutes)
  await app.register(async (scope) => {
    acceptForms(scope)
    serve(scope, serving, menu, menuRoutes)
    serve(scope, serving, upload, uploadRoutes)
    serve(scope, serving, media, mediaRoutes)
    serve(scope, serving, imports, importRoutes)
    serve(scope, serving, roastCurves, roastCurveRoutes)
  })
  await app.register(async (scope) => {
    acceptFormPosts(scope, { ...MESSAGE_FORMS, ...EVENT_FORMS, ...NEWSLETTER_FORMS, ...NOTICE_FORMS })
    serve(scope, serving, messages, messageRoutes)
    serve(scope, serving, events, eventRoutes)
    serve(scope, serving, notices, noticeRoutes)
    // RFC 8058 allows both kinds of form bodies.
    acceptForms(scope)
    serve(scope, serving, newsletter, newsletterRoutes)
  })
}

function serveRoastery(app: FastifyInstance, serving: Serving): void {
  serve(app, serving, roastingSettings, roastingSettingRoutes)
  serve(app, serving, roastDay, roastDayRoutes)
  serve(app, serving, promises, { ...promiseRoutes, ...movedPreviewRoutes })
  serve(app, serving, coffeeLots, coffeeLotRoutes)
  serve(app, serving, batches, batchRoutes)
  serve(app, serving, cuppings, cuppingRoutes)
  serve(app, serving, roastPlan, roastPlanRoutes)
  serve(app, serving, recall, recallRoutes)
  serve(app, serving, coffeeCost, coffeeCostRoutes)
  serve(app, serving, green, greenRoutes)
  serve(app, serving, roasts, roastRoutes)
  serve(app, serving, recipes, recipeRoutes)
}

function serveContent(app: FastifyInstance, serving: Serving): void {
  serve(app, serving, artshow, artshowRoutes)
  serve(app, serving, works, workRoutes)
  serve(app, serving, eventAdmin, eventAdminRoutes)
  serve(app, serving, maps, mapsRoutes)
  serve(app, serving, departments, departmentRoutes)
  serve(app, serving, sitePages, sitePageRoutes)
}

function serveAdmin(app: FastifyInstance, serving: Serving, salesByDay: SalesByDay): void {
  serve(app, serving, adminHome, adminRoutes(salesByDay))
  serve(app, serving, inbox, inboxRoutes)
  serve(app, serving, mail, mailRoutes)
  serve(app, serving, newsletters, { ...newsletterAdminRoutes, ...newsletterPreviewRoutes })
  serve(app, serving, money, moneyRoutes)
  serve(app, serving, accounting, accountingRoutes)
  serve(app, serving, record, recordRoutes)
  serve(app, serving, settings, { ...settingsRoutes, ...requiredFactorRoutes })
  serve(app, serving, demo, demoRoutes)
  serve(app, serving, setup, setupRoutes)
  serve(app, serving, rehearsal, rehearsalRoutes)
  serve(app, serving, delivery, deliveryRoutes)
  serve(app, serving, discounts, discountRoutes)
  serve(app, serving, backup, backupRoutes)
}
