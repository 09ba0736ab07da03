/** The receipt of an order by mail, to any address that its buyer names. */
import * as z from 'zod/mini'
import { contractOf } from '#shared/platform/api/endpoint.ts'
import { email, idParams, message } from '#shared/kernel/fields.ts'

export const counterReceipt = contractOf('counter', {
  mail: {
    method: 'POST',
    path: '/api/counter/orders/:id/receipt',
    access: 'barista',
    limit: 'receipt',
    summary:
      'Mails the receipt of a paid order; baristas may for orders of the counter. With `Idempotency-Key`, a retry mails it once',
    params: idParams,
    body: z.object({ email }),
    reply: message,
  },
})
