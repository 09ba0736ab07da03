/** The endpoints of price lists and of orders of accounts. */
import type { accountOrders } from '#shared/wholesale/api/account-orders.ts'
import type { Body } from '#shared/platform/api/endpoint.ts'
import { toCents } from '#shared/kernel/pricing.ts'
import type { priceLists } from '#shared/wholesale/api/price-lists.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import {
  createPriceList,
  getPriceList,
  listPriceLists,
  listSizes,
  removePriceList,
  updatePriceList,
} from '../prices/price-lists.ts'
import { cancelWholesale } from './change.ts'
import { formOf, formOfBuyer } from './form.ts'
import { shippingOf } from './shipping.ts'
import { placeWholesale } from './place.ts'
import type { Wanted } from './planned-order.ts'
import { listAccountOrders, listOrdersForDesk, readAccountOrder, readOrderForDesk } from './read.ts'

export const priceListRoutes: Handlers<typeof priceLists> = {
  list: ({ shop }) => listPriceLists(shop),
  sizes: ({ shop }) => listSizes(shop),
  one: ({ shop, params }) => getPriceList(shop, params.id),
  create: ({ shop, user, body }) => createPriceList(shop, user, body),
  update: ({ shop, user, params, body }) => updatePriceList(shop, user, params.id, body),
  remove: async ({ shop, user, params }) => {
    await removePriceList(shop, user, params.id)
    return { message: 'Price list deleted' }
  },
}

export const accountOrderRoutes: Handlers<typeof accountOrders> = {
  form: ({ shop, user, query }) => formOfBuyer(shop, user, query),
  place: async ({ shop, user, body, http }) => {
    const { _id } = await placeWholesale(shop, { by: 'buyer', user }, wantedOf(body), http)
    return readAccountOrder(shop, user, _id)
  },
  shipping: ({ shop, user, body }) => shippingOf(shop, { by: 'buyer', user }, body),
  list: ({ shop, user, query }) => listAccountOrders(shop, user, query),
  one: ({ shop, user, params }) => readAccountOrder(shop, user, params.id),
  cancel: async ({ shop, user, params }) => {
    await cancelWholesale(shop, { by: 'buyer', user }, params.id)
    return readAccountOrder(shop, user, params.id)
  },
  deskList: ({ shop, query }) => listOrdersForDesk(shop, query),
  deskForm: ({ shop, user, query }) => formOf(shop, { by: 'staff', staff: user, reason: READS }, query),
  deskPlace: async ({ shop, user, body, http }) => {
    const who = { by: 'staff', staff: user, reason: body.reason } as const
    const { _id } = await placeWholesale(shop, who, wantedOf(body), http)
    return readOrderForDesk(shop, _id)
  },
  deskShipping: ({ shop, user, body }) => shippingOf(shop, { by: 'staff', staff: user, reason: READS }, body),
  deskCancel: async ({ shop, user, params, body }) => {
    await cancelWholesale(shop, { by: 'staff', staff: user, reason: body.reason }, params.id)
    return readOrderForDesk(shop, params.id)
  },
}

/** Reading needs no reason. */
const READS = 'reads the form'

function wantedOf({ lines, total, changes, ...body }: Body<typeof accountOrders.place>): Wanted {
  return {
    ...body,
    lines: lines.map(({ product, ...line }) => ({ _id: product, ...line })),
    ...(total === undefined ? {} : { shownCents: toCents(total) }),
    ...(changes === undefined ? {} : { changes }),
  }
}
