/** One mail when a sold-out size is back in stock, for visitors who ask for it. */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { email, id, message, trap } from '#shared/kernel/fields.ts'

export const notices = contract({
  ask: {
    method: 'POST',
    path: '/api/stock-notices',
    access: 'public',
    summary:
      'Asks for one mail when a sold-out size is back. The address is confirmed by a mailed link, unless the caller is signed in with this address and has confirmed it. The response is the same for every address',
    body: z.object({ size: id, email, homepage: trap }),
    reply: z.object({ status: z.enum(['success', 'fail']) }),
    limit: 'signup',
    refusal: { status: 'fail' },
  },
  confirm: {
    method: 'POST',
    path: '/api/stock-notices/confirm',
    access: 'public',
    summary: 'Confirms the address of a notice with the token of its mailed link',
    body: z.object({ link: z.string().check(z.maxLength(100)) }),
    reply: message,
    limit: 'signup',
  },
})
