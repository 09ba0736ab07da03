/** A cart by mail, on request: one mail with the goods and a link that restores them. */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { orderLines, subscribed } from '#shared/platform/api/cart-lines.ts'
import { product } from '#shared/catalog/api/products.ts'
import { dollars, email, id, line, message } from '#shared/kernel/fields.ts'

/** The buttons of the form, and the text above them. Both are stored with the request, as the consent to the email. */
export const CART_MAIL_BUTTONS = { now: 'Email it now', tomorrow: 'Remind me tomorrow' } as const
export type CartMailTime = keyof typeof CART_MAIL_BUTTONS
export const CART_MAIL_TEXT =
  'We send one email with a link that opens this cart on any device. We do not send the reminder if you order first. We use the address only for this, and delete the cart 30 days later.'

/** A line of a saved cart with its price and stock of today. */
const savedLine = z.object({
  /** 'Guji, 12 oz (340 g), Espresso' */
  title: z.string(),
  sizeId: id,
  grind: z.string(),
  /** The number of pieces that were saved, and how many of them can be bought today. */
  qty: z.int(),
  left: z.int(),
  /** Today's price of a piece; null if it is no longer sold. */
  price: z.nullable(dollars),
  /** Set if the line is a subscription, with today's discount. `limit` is for roaster’s choice. */
  subscribe: z.optional(z.extend(subscribed, { percent: z.int(), limit: z.optional(dollars) })),
  /** What has changed since, such as 'sold out'. */
  notes: z.array(z.string()),
  /** Null if it is no longer sold. */
  product: z.nullable(product),
})
export type SavedLine = z.infer<typeof savedLine>

const savedCart = z.object({
  lines: z.array(savedLine),
  /** The discount code of the cart; empty if it had none. */
  code: z.string(),
})
export type SavedCart = z.infer<typeof savedCart>

export const savedCarts = contract({
  save: {
    method: 'POST',
    path: '/api/saved-carts',
    access: 'public',
    summary:
      'Sends one mail with a cart to an address, now or a day later. The later mail is not sent if the address orders before then. The response is the same for every address. 409 if nothing in the cart is on sale',
    body: z.object({
      email,
      when: z.enum(['now', 'tomorrow'], 'Choose when to email it'),
      orderItems: orderLines,
      discountCode: z.optional(line('Code', 60)),
    }),
    reply: message,
    limit: 'signup',
  },
  open: {
    method: 'POST',
    path: '/api/saved-carts/open',
    access: 'public',
    summary: 'A saved cart with today’s prices and stock, by the token of its mailed link',
    body: z.object({ link: z.string().check(z.maxLength(100)) }),
    reply: savedCart,
    limit: 'shipping',
  },
})
