/**
 * Express buttons: the buyer's wallet supplies the address, the name and the email address. PayPal has the address before the
 * shop has an order (`open`, `address`, `pay`). Apple Pay and Google Pay only need prices while their sheet is open (`price`):
 * once the buyer has confirmed, the browser places an order as the checkout does.
 */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { dollars, id, idParams, line } from '#shared/kernel/fields.ts'
import { orderLines } from '#shared/platform/api/cart-lines.ts'
import { orders } from './orders.ts'

const goods = {
  orderItems: orderLines,
  discountCode: z.optional(line('Code', 60)),
}

/** The part of the address that a wallet sends before the buyer confirms. It contains no street. */
const place = {
  city: z.string().check(z.maxLength(200)),
  state: z.string().check(z.maxLength(200)),
  postalCode: z.string().check(z.maxLength(40)),
  country: z.string().check(z.maxLength(100)),
}

/** The secret of the browser that pressed the button. */
const token = z.string().check(z.maxLength(100))

const totals = {
  /** After discounts. */
  itemsPrice: dollars,
  discountPrice: dollars,
  shippingPrice: dollars,
  taxPrice: dollars,
  totalPrice: dollars,
}

export const express = contract({
  open: {
    method: 'POST',
    path: '/api/express',
    access: 'public',
    summary:
      'Opens a payment at PayPal for a cart, before the address is known. No goods are held. `amount` is the price of the goods in dollars, `orderId` PayPal’s id',
    body: z.object(goods),
    reply: z.object({ expressId: id, token: z.string(), orderId: z.string(), amount: z.string() }),
    limit: 'express',
  },
  price: {
    method: 'POST',
    path: '/api/express/price',
    access: 'public',
    summary:
      'What a cart costs at a place. Refused with 400 and the code `address` for a place to which the shop does not ship; nothing is stored',
    body: z.object({ ...goods, ...place }),
    reply: z.object(totals),
    limit: 'shipping',
  },
  address: {
    method: 'POST',
    path: '/api/express/:id/address',
    access: 'public',
    summary:
      'Changes the amount of the payment at PayPal to the price at a place. Refused with 400 and the code `address` for a place to which the shop does not ship',
    params: idParams,
    body: z.object({ token, ...place }),
    reply: z.object({ ...totals, amount: z.string() }),
    limit: 'shipping',
  },
  pay: {
    method: 'POST',
    path: '/api/express/:id/pay',
    access: 'public',
    summary:
      'Places the order of an approved payment, to the address at PayPal, and captures it. Nothing is captured if the order costs another amount or cannot be placed. Sent again, it returns the same order',
    params: idParams,
    body: z.object({ token }),
    reply: orders.place.reply,
    limit: 'payment',
  },
})
