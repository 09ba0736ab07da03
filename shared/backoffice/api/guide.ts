/** The owner's guide, docs/running-the-shop.md, for reading in the desk. */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'

export const guide = contract({
  read: {
    method: 'GET',
    path: '/api/desk/guide',
    access: 'staff',
    summary: 'The sections of the owner’s guide, as HTML',
    reply: z.object({
      sections: z.array(
        z.object({
          /** The end of its address: '/admin/guide#roast-day'. */
          id: z.string(),
          title: z.string(),
          html: z.string(),
        }),
      ),
    }),
  },
})
