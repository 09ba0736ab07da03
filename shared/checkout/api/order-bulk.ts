/** Bulk changes of orders. Labels of many orders: shared/shipping/api/label-batches.ts. */
import * as z from 'zod/mini'
import { bulkContract, choiceOf } from '#shared/platform/api/bulk.ts'
import { contract } from '#shared/platform/api/endpoint.ts'
import { orderNoteText } from './order-admin.ts'
import { orderFilter } from './orders.ts'

const action = z.discriminatedUnion('kind', [
  /** Marks orders as delivered; those for pickup, as handed over. */
  z.object({ kind: z.literal('delivered') }),
  /** Adds a private note. */
  z.object({ kind: z.literal('note'), text: orderNoteText }),
])
export type OrderAction = z.infer<typeof action>

const filter = z.strictObject(orderFilter)

/** Chosen orders, or all that match the filters of the list. */
export const orderChoice = choiceOf(filter)

export const orderBulk = contract({
  ...bulkContract({ path: '/api/orders/bulk', access: 'admin', what: 'orders', action, filter }),
  export: {
    method: 'POST',
    path: '/api/orders/bulk/export',
    access: 'admin',
    needsProof: true,
    summary: 'The chosen orders as CSV, one row each, with buyer, address and goods',
    body: z.strictObject({ choice: orderChoice }),
    reply: { file: 'text/csv; charset=utf-8' },
  },
})
