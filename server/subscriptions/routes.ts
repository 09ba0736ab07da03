/** The endpoints of this group: each contract with its handlers. */
import type { FastifyInstance } from 'fastify'
import { gifts } from '#shared/subscriptions/api/gifts.ts'
import { subscriptionAdmin } from '#shared/subscriptions/api/subscription-admin.ts'
import { subscriptionOffer } from '#shared/subscriptions/api/subscription-offer.ts'
import { subscriptions } from '#shared/subscriptions/api/subscriptions.ts'
import { serve, type Serving } from '#server/platform/http/serve.ts'
import { addItem, changeItem, removeItem } from './change-items.ts'
import { changeFrequency, move, pause, resume, skip } from './dates.ts'
import { beginMethod, cancel, changeAddress, changeGift, changeMethod, finishMethod } from './details.ts'
import { endCoffee, keepCoffee, listEndings } from './ending-coffees.ts'
import { retry, settle } from './failed-charge.ts'
import { subscriptionFigures } from './figures.ts'
import { buyGift } from './gifts/buy.ts'
import { correctGift } from './gifts/correct.ts'
import { giftOffer } from './gifts/offer.ts'
import { giftFile } from './gifts/file.ts'
import { readGiftOfOrder } from './gifts/read.ts'
import { changeGift as changeReceived, claimGift, openGift, skipGift } from './gifts/receive.ts'
import { cancelByLink, skipByLink } from './links.ts'
import { exportSubscriptions, listSubscriptions } from './list.ts'
import { listGoods, offerOf, termsOfCart } from './offer.ts'
import { chargesByDay, dueByRoastDay } from './planned.ts'
import { setPrice } from './prices.ts'
import { getSubscription, listMine, listOfOrder } from './read.ts'
import { rotationForAdmin, saveRotation } from './rotation.ts'
import { listTroubles } from './troubles.ts'

export function serveSubscriptions(app: FastifyInstance, serving: Serving): void {
  serve(app, serving, subscriptionOffer, {
    offer: ({ shop }) => offerOf(shop),
    goods: ({ shop }) => listGoods(shop),
    terms: ({ shop, body }) => termsOfCart(shop, body),
  })
  serve(app, serving, subscriptions, {
    mine: ({ shop, user }) => listMine(shop, user),
    one: ({ shop, user, params }) => getSubscription(shop, user, params.id),
    ofOrder: ({ shop, user, params }) => listOfOrder(shop, user, params.id),
    skip: ({ shop, user, params, body }) => skip(shop, user, params.id, body),
    pause: ({ shop, user, params, body }) => pause(shop, user, params.id, body),
    resume: ({ shop, user, params, body }) => resume(shop, user, params.id, body),
    move: ({ shop, user, params, body }) => move(shop, user, params.id, body),
    frequency: ({ shop, user, params, body }) => changeFrequency(shop, user, params.id, body),
    addItem: ({ shop, user, params, body }) => addItem(shop, user, params.id, body),
    changeItem: ({ shop, user, params, body }) => changeItem(shop, user, params.id, { ...body, ...params }),
    removeItem: ({ shop, user, params, query }) => removeItem(shop, user, params.id, { ...query, ...params }),
    address: ({ shop, user, params, body }) => changeAddress(shop, user, params.id, body),
    gift: ({ shop, user, params, body }) => changeGift(shop, user, params.id, body),
    method: ({ shop, user, params, body }) => changeMethod(shop, user, params.id, body),
    beginMethod: ({ shop, user, params }) => beginMethod(shop, user, params.id),
    finishMethod: ({ shop, user, params, body }) => finishMethod(shop, user, params.id, body.setupToken),
    cancel: ({ shop, user, params, body }) => cancel(shop, user, params.id, body),
    skipByLink: ({ shop, body }) => skipByLink(shop, body),
    cancelByLink: ({ shop, body }) => cancelByLink(shop, body),
  })
  serve(app, serving, gifts, {
    offer: ({ shop }) => giftOffer(shop),
    buy: ({ shop, user, body, http }) => buyGift(shop, user, body, http),
    ofOrder: ({ shop, user, params }) => readGiftOfOrder(shop, user, params.id),
    correct: ({ shop, user, params, body }) => correctGift(shop, user, params.id, body),
    file: ({ shop, user, params }) => giftFile(shop, user, params.id),
    open: ({ shop, body, http }) => openGift(shop, http.device.ip, body.code),
    claim: ({ shop, body, http }) => claimGift(shop, http.device.ip, body),
    change: ({ shop, body, http }) => changeReceived(shop, http.device.ip, body),
    skip: ({ shop, body, http }) => skipGift(shop, http.device.ip, body),
  })
  serve(app, serving, subscriptionAdmin, {
    list: ({ shop, query }) => listSubscriptions(shop, query),
    exportAll: ({ shop, user }) => exportSubscriptions(shop, user),
    rotation: ({ shop }) => rotationForAdmin(shop),
    saveRotation: ({ shop, user, body }) => saveRotation(shop, user, body),
    due: ({ shop }) => dueByRoastDay(shop),
    charges: ({ shop }) => chargesByDay(shop),
    troubles: ({ shop, query }) => listTroubles(shop, { id: query.subscription }),
    retry: ({ shop, user, params, body }) => retry(shop, user, params.id, body),
    settle: ({ shop, user, params, body }) => settle(shop, user, params.id, body),
    price: ({ shop, user, params, body }) => setPrice(shop, user, params.id, { ...body, ...params }),
    figures: ({ shop }) => subscriptionFigures(shop),
    endings: ({ shop }) => listEndings(shop),
    endCoffee: ({ shop, user, body }) => endCoffee(shop, user, body),
    keepCoffee: ({ shop, user, params }) => keepCoffee(shop, user, params.id),
  })
}
