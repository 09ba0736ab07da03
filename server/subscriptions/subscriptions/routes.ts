import type { subscribe } from '#shared/checkout/api/subscribe.ts'
import type { subscriptionAdmin } from '#shared/subscriptions/api/subscription-admin.ts'
import type { subscriptions } from '#shared/subscriptions/api/subscriptions.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { offerOf } from '#server/checkout/subscribing/offer.ts'
import { termsOfCart } from '#server/checkout/subscribing/terms.ts'
import { listSubscriptions, rotationForAdmin, saveRotation } from './admin.ts'
import { addItem, changeItem, removeItem } from './change-items.ts'
import { changeFrequency, move, pause, resume, skip } from './dates.ts'
import { cancel, changeAddress, changeGift, changeMethod } from './details.ts'
import { listGoods } from './list-goods.ts'
import { cancelByLink, skipByLink } from './links.ts'
import { beginMethod, finishMethod } from './new-method.ts'
import { listOfOrder } from './of-order.ts'
import { getSubscription, listMine } from './read.ts'

export const subscribeRoutes: Handlers<typeof subscribe> = {
  offer: ({ shop }) => offerOf(shop),
  goods: ({ shop }) => listGoods(shop),
  terms: ({ shop, body }) => termsOfCart(shop, body),
}

export const subscriptionRoutes: Handlers<typeof subscriptions> = {
  mine: ({ shop, user }) => listMine(shop, user),
  one: ({ shop, user, params }) => getSubscription(shop, user, params.id),
  ofOrder: ({ shop, user, params }) => listOfOrder(shop, user, params.id),
  skip: ({ shop, user, params, body }) => skip(shop, user, params.id, body.number),
  pause: ({ shop, user, params, body }) => pause(shop, user, params.id, body),
  resume: ({ shop, user, params, body }) => resume(shop, user, params.id, body.on),
  move: ({ shop, user, params, body }) => move(shop, user, params.id, body),
  rhythm: ({ shop, user, params, body }) => changeFrequency(shop, user, params.id, body),
  addItem: ({ shop, user, params, body }) => addItem(shop, user, params.id, body),
  changeItem: ({ shop, user, params, body }) => changeItem(shop, user, params.id, { ...body, ...params }),
  removeItem: ({ shop, user, params }) => removeItem(shop, user, params.id, params.itemId),
  address: ({ shop, user, params, body }) => changeAddress(shop, user, params.id, body),
  gift: ({ shop, user, params, body }) => changeGift(shop, user, params.id, body),
  method: ({ shop, user, params, body }) => changeMethod(shop, user, params.id, body),
  beginMethod: ({ shop, user, params }) => beginMethod(shop, user, params.id),
  finishMethod: ({ shop, user, params, body }) => finishMethod(shop, user, params.id, body.setupToken),
  cancel: ({ shop, user, params, body }) => cancel(shop, user, params.id, body),
  skipByLink: ({ shop, body }) => skipByLink(shop, body),
  cancelByLink: ({ shop, body }) => cancelByLink(shop, body),
}

export const subscriptionAdminRoutes: Handlers<typeof subscriptionAdmin> = {
  list: ({ shop, query }) => listSubscriptions(shop, query),
  rotation: ({ shop }) => rotationForAdmin(shop),
  saveRotation: ({ shop, user, body }) => saveRotation(shop, user, body),
}
