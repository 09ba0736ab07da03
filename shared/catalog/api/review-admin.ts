/** Reviews for admins, who can hide a review and show it again. */
import * as z from 'zod/mini'
import { contractOf } from '#shared/platform/api/endpoint.ts'
import {
  id,
  idParams,
  instant,
  keyword,
  page,
  paged,
  requiredLine,
  requiredProse,
} from '#shared/kernel/fields.ts'
import { review } from './products.ts'

export const REASON_MAX = 500
export const REPLY_MAX = 2000

const adminReview = z.extend(review, {
  productId: id,
  productName: z.string(),
  /** Null while the review is shown. */
  hidden: z.nullable(z.object({ at: instant, by: z.string(), reason: z.string() })),
})
export type AdminReview = z.infer<typeof adminReview>

export const reviewAdmin = contractOf('reviews', {
  list: {
    method: 'GET',
    path: '/api/reviews',
    access: 'admin',
    summary:
      'All reviews including hidden ones, newest first or as `sort` says, twenty per page or `pageSize`; `keyword` searches the product’s name',
    query: z.strictObject({
      keyword,
      productId: z.optional(id),
      show: z.optional(z.enum(['shown', 'hidden'])),
      by: z.optional(z.enum(['buyers', 'others'])),
      ...paged(['date', 'rating']),
    }),
    reply: z.object({ reviews: z.array(adminReview), page, pages: page }),
  },
  hide: {
    method: 'PUT',
    path: '/api/reviews/:id/hidden',
    access: 'admin',
    summary: 'Hides a review everywhere; refused with 409 if it is already hidden for another reason',
    params: idParams,
    body: z.object({ reason: requiredLine('Reason', REASON_MAX) }),
    reply: adminReview,
  },
  show: {
    method: 'DELETE',
    path: '/api/reviews/:id/hidden',
    access: 'admin',
    summary: 'Shows a hidden review again',
    params: idParams,
    reply: adminReview,
  },
  reply: {
    method: 'PUT',
    path: '/api/reviews/:id/reply',
    access: 'admin',
    summary: 'Writes or changes the shop’s public reply to a review',
    params: idParams,
    body: z.object({ text: requiredProse('Reply', REPLY_MAX) }),
    reply: adminReview,
  },
  removeReply: {
    method: 'DELETE',
    path: '/api/reviews/:id/reply',
    access: 'admin',
    summary: 'Removes the shop’s reply to a review',
    params: idParams,
    reply: adminReview,
  },
})
