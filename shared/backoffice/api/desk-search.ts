/** The search of the desk: one box that finds whatever staff may read. */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { searched } from '#shared/kernel/fields.ts'

/** What is found, in the order of the groups if none has a whole identifier. */
export const FOUND_KINDS = [
  'order',
  'person',
  'account',
  'product',
  'subscription',
  'lot',
  'batch',
  'code',
  'giftCard',
  'message',
  'event',
  'artist',
  'newsletter',
  'guide',
] as const
export type FoundKind = (typeof FOUND_KINDS)[number]

const hit = z.object({
  title: z.string(),
  /** What tells it from others with the same title: 'Grace Hopper, paid'. */
  detail: z.string(),
  to: z.string(),
  /** Whether the text is a whole identifier of it: its number, SKU, code, email. */
  isExact: z.boolean(),
})
export type Hit = z.infer<typeof hit>

/** Hits of a kind in an answer. */
export const MOST_HITS = 5

export const deskSearch = contract({
  find: {
    method: 'GET',
    path: '/api/desk/search',
    access: 'staff',
    summary:
      'Finds orders (also by phone number and goods), people, products, lots, codes and messages by whole identifiers and by words, at most five of a kind, only what the role may read. One or two characters find beginnings of identifiers only',
    query: z.strictObject({
      text: searched(),
    }),
    reply: z.object({
      /** Groups with a whole identifier first. */
      groups: z.array(
        z.object({
          kind: z.enum(FOUND_KINDS),
          hits: z.array(hit),
          /** The list of the kind with the text as its filter. */
          all: z.nullable(z.string()),
        }),
      ),
    }),
  },
})
