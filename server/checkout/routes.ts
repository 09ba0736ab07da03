/** The endpoints of this group: each contract with its handlers. */
import type { FastifyInstance } from 'fastify'
import { addresses } from '#shared/checkout/api/addresses.ts'
import { counter } from '#shared/checkout/api/counter.ts'
import { counterDays } from '#shared/checkout/api/counter-days.ts'
import { counterReceipt } from '#shared/checkout/api/counter-receipt.ts'
import { counterGoods } from '#shared/checkout/api/counter-goods.ts'
import { discounts } from '#shared/checkout/api/discounts.ts'
import { giftCardAdmin } from '#shared/checkout/api/gift-card-admin.ts'
import { giftCards } from '#shared/checkout/api/gift-cards.ts'
import { maps } from '#shared/checkout/api/maps.ts'
import { orderBulk } from '#shared/checkout/api/order-bulk.ts'
import { packing, pickup } from '#shared/checkout/api/fulfillment.ts'
import { savedCarts } from '#shared/checkout/api/saved-carts.ts'
import { shippingQuotes } from '#shared/checkout/api/shipping-quotes.ts'
import { delivery } from '#shared/roastery/api/delivery.ts'
import { serve, type Handlers, type Serving } from '#server/platform/http/serve.ts'
import { nextDelivery } from '#server/roastery/delivery/delivery.ts'
import { addAddress, changeAddress, listAddresses, removeAddress } from './addresses/addresses.ts'
import { orderAgain } from './counter/again.ts'
import { findPeople } from './counter/people.ts'
import { placeForBuyer } from './counter/place.ts'
import { quoteForBuyer } from './counter/price.ts'
import { mailReceipt } from './counter/receipt.ts'
import { readSale } from './counter/sale.ts'
import { mailLinkAgain, takePayment } from './counter/take.ts'
import { closeDay, correctDay, listDays, readDay } from './counter-days/close-day.ts'
import { moveCash, readNow, startDay } from './counter-days/days.ts'
import { listCounterGoods } from './counter/goods.ts'
import { createCode, exportUses, getCode, listCodes, removeCode, updateCode } from './discounts/edit-codes.ts'
import { checkCode } from './discounts/find-discount.ts'
import { cardFileForStaff, cardFileOf } from './gift-cards/card-file.ts'
import { adjustCard, disableCard, mailCardAgain, replaceCard, sellCard } from './gift-cards/change-cards.ts'
import { cardOfOrder, findByCode, listOwnCards, readBalance, readCardOf } from './gift-cards/find-cards.ts'
import { giftCardOffer } from './gift-cards/offer.ts'
import { listCards, readCardForStaff } from './gift-cards/read-cards.ts'
import { mapsRoutes } from './maps/maps.ts'
import { orderBulkRoutes } from './orders/bulk/order-bulk.ts'
import { listPickups } from './orders/fulfill/pickup-list.ts'
import { markHandedOver, markNotReady, markReady, undoHandOver } from './orders/fulfill/pickup.ts'
import { buyGiftCard } from './orders/place/place-gift-card.ts'
import { findOrder } from './orders/read/order.ts'
import { packedOrder } from './orders/read/packed.ts'
import { cartDelivery, estimateShipping, quoteShipping, validateAddress } from './quotes/quotes.ts'
import { openCart, saveCart } from './saved-carts/saved-carts.ts'

/** The endpoints of the contracts `orders` and `orderAdmin` are in orders/routes.ts, because payments add to them. */
export function serveCheckout(app: FastifyInstance, serving: Serving): void {
  serve(app, serving, addresses, addressRoutes)
  serve(app, serving, giftCards, giftCardRoutes)
  serve(app, serving, giftCardAdmin, giftCardAdminRoutes)
  serve(app, serving, counter, counterRoutes)
  serve(app, serving, orderBulk, orderBulkRoutes)
  serve(app, serving, packing, { one: ({ shop, params }) => packedOrder(shop, params.id) })
  serve(app, serving, pickup, pickupRoutes)
  serve(app, serving, shippingQuotes, {
    validate: ({ shop, user, body }) => validateAddress(shop, user, body),
    estimate: ({ shop, body }) => estimateShipping(shop, body),
    calcship: ({ shop, user, body }) => quoteShipping(shop, user, body),
  })
  serve(app, serving, savedCarts, {
    save: ({ shop, body }) => saveCart(shop, body),
    open: ({ shop, body }) => openCart(shop, body.link),
  })
  serve(app, serving, maps, mapsRoutes)
  serve(app, serving, delivery, {
    next: ({ shop }) => nextDelivery(shop),
    ofCart: ({ shop, body }) => cartDelivery(shop, body.orderItems),
  })
  serve(app, serving, discounts, discountRoutes)
  serve(app, serving, counterReceipt, {
    mail: ({ shop, user, params, body, http }) =>
      mailReceipt(shop, user, params.id, body, http.idempotencyKey),
  })
  serve(app, serving, counterDays, counterDayRoutes)
  serve(app, serving, counterGoods, { list: ({ shop, query }) => listCounterGoods(shop, query) })
}

const addressRoutes: Handlers<typeof addresses> = {
  list: async ({ shop, user }) => ({ addresses: await listAddresses(shop, user) }),
  create: ({ shop, user, body }) => addAddress(shop, user, body),
  update: ({ shop, user, params, body }) => changeAddress(shop, user, params.id, body),
  remove: async ({ shop, user, params, query }) => {
    const version = query.version === undefined ? undefined : Number(query.version)
    await removeAddress(shop, user, params.id, version)
    return { message: 'Address deleted' }
  },
}

const counterRoutes: Handlers<typeof counter> = {
  people: ({ shop, query }) => findPeople(shop, query.keyword),
  quote: ({ shop, user, body, http }) => quoteForBuyer(shop, user, body, http.device.ip),
  place: ({ shop, user, body, http }) => placeForBuyer(shop, user, body, http),
  one: ({ shop, user, params }) => readSale(shop, user, params.id),
  again: ({ shop, params }) => orderAgain(shop, params.id),
  take: ({ shop, user, params, body, http }) => takePayment(shop, user, params.id, body, http.idempotencyKey),
  mailLink: ({ shop, user, params, body }) => mailLinkAgain(shop, user, params.id, body),
}

const discountRoutes: Handlers<typeof discounts> = {
  check: ({ shop, body, http }) => checkCode(shop, body, http),
  list: ({ shop }) => listCodes(shop),
  one: ({ shop, params }) => getCode(shop, params.id),
  create: ({ shop, user, body }) => createCode(shop, user, body),
  update: ({ shop, user, params, body }) => updateCode(shop, user, params.id, body),
  remove: async ({ shop, user, params }) => {
    await removeCode(shop, user, params.id)
    return { message: 'Discount code deleted' }
  },
  exportUses: ({ shop, user, params }) => exportUses(shop, user, params.id),
}

const giftCardRoutes: Handlers<typeof giftCards> = {
  offer: ({ shop }) => giftCardOffer(shop),
  mine: ({ shop, user }) => listOwnCards(shop, user),
  balance: ({ shop, body, http }) => readBalance(shop, http.device.ip, body),
  print: async ({ shop, body, http }) => cardFileOf(shop, await findByCode(shop, http.device.ip, body.code)),
  buy: ({ shop, user, body, http }) => buyGiftCard(shop, user, body, http),
  ofOrder: async ({ shop, user, params }) => {
    const { id } = await findOrder(shop, user, params.id)
    return cardOfOrder(shop, id)
  },
  file: async ({ shop, user, params }) => {
    const order = await findOrder(shop, user, params.id)
    const card = await readCardOf(shop, order.id)
    const isOwn = user._id === null || user._id === order.user_id
    // A file that staff load for a customer is recorded.
    return isOwn ? cardFileOf(shop, card) : cardFileForStaff(shop, user, card.id)
  },
}

const giftCardAdminRoutes: Handlers<typeof giftCardAdmin> = {
  list: ({ shop, user, query }) => listCards(shop, user, query),
  one: ({ shop, params }) => readCardForStaff(shop, params.id),
  create: ({ shop, user, body, http }) => sellCard(shop, user, body, http.idempotencyKey),
  file: ({ shop, user, params }) => cardFileForStaff(shop, user, params.id),
  adjust: ({ shop, user, params, body, http }) =>
    adjustCard(shop, user, params.id, body, http.idempotencyKey),
  replace: ({ shop, user, params, body }) => replaceCard(shop, user, params.id, body),
  disable: ({ shop, user, params, body }) => disableCard(shop, user, params.id, body),
  mail: ({ shop, user, params }) => mailCardAgain(shop, user, params.id),
}

const pickupRoutes: Handlers<typeof pickup> = {
  list: ({ shop, user, query }) => listPickups(shop, user, query),
  ready: ({ shop, user, params }) => markReady(shop, user, params.id),
  notReady: ({ shop, user, params }) => markNotReady(shop, user, params.id),
  handOver: ({ shop, user, params }) => markHandedOver(shop, user, params.id),
  undoHandOver: ({ shop, user, params }) => undoHandOver(shop, user, params.id),
}

const counterDayRoutes: Handlers<typeof counterDays> = {
  now: ({ shop }) => readNow(shop),
  start: ({ shop, user, body, http }) => startDay(shop, user, body, http.idempotencyKey),
  move: ({ shop, user, body, http }) => moveCash(shop, user, body, http.idempotencyKey),
  close: ({ shop, user, body, http }) => closeDay(shop, user, body, http.idempotencyKey),
  list: ({ shop, query }) => listDays(shop, query),
  one: ({ shop, params }) => readDay(shop, params.id),
  correct: ({ shop, user, params, body, http }) =>
    correctDay(shop, user, params.id, body, http.idempotencyKey),
}
