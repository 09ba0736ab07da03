/** The setup checklist of a new shop, and the services that are still sandboxes. decisions/068-first-hour.md */
import * as z from 'zod/mini'
import { SERVICES } from './admin.ts'
import { contract } from '#shared/platform/api/endpoint.ts'
import { message } from '#shared/kernel/fields.ts'

/** The items in the order in which an owner does them. */
export const SETUP_ITEMS = [
  'business',
  'parts',
  'product',
  'shipping',
  'sender',
  'tax',
  'mail',
  'payments',
  'pages',
] as const
export type SetupItem = (typeof SETUP_ITEMS)[number]

const item = z.object({
  item: z.enum(SETUP_ITEMS),
  /** `skipped`: not done, and an admin wants no reminder. */
  state: z.enum(['open', 'done', 'skipped']),
  /** What is missing, or why it counts as done; empty if there is nothing to add. */
  note: z.string(),
})
export type SetupState = z.infer<typeof item>

const checklist = z.object({
  items: z.array(item),
  /** Whether an admin has removed the checklist from the admin's home. */
  isHidden: z.boolean(),
  /** The services that are sandboxes or test accounts, so that nothing real happens. */
  sandboxes: z.array(z.object({ service: z.enum(SERVICES), mode: z.enum(['test', 'sandbox', 'none']) })),
})
export type SetupChecklist = z.infer<typeof checklist>

export const setup = contract({
  list: {
    method: 'GET',
    path: '/api/setup',
    access: 'admin',
    summary: 'The setup checklist: which items are done, which are open, and which services are sandboxes',
    reply: checklist,
  },
  skip: {
    method: 'PUT',
    path: '/api/setup/skipped',
    access: 'admin',
    summary: 'Skips an item of the checklist, or reopens it. A done item stays done',
    body: z.object({ item: z.enum(SETUP_ITEMS), isSkipped: z.boolean() }),
    reply: checklist,
  },
  hide: {
    method: 'PUT',
    path: '/api/setup/hidden',
    access: 'admin',
    summary: 'Removes the checklist from the admin’s home, or shows it there again',
    body: z.object({ isHidden: z.boolean() }),
    reply: checklist,
  },
  seen: {
    method: 'PUT',
    path: '/api/setup/seen',
    access: 'admin',
    summary: 'Notes that an admin has looked at the pages of the site in the editor',
    reply: message,
  },
})
