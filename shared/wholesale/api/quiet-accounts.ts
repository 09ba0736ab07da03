/** Accounts that have gone quiet: no order for 1.5 times their rhythm. */
import * as z from 'zod/mini'
import { contractOf } from '#shared/platform/api/endpoint.ts'
import { day, id, idParams } from '#shared/kernel/fields.ts'

const quietAccount = z.object({
  _id: id,
  name: z.string(),
  phone: z.string(),
  lastOn: day,
  /** How many days are usually between its orders. */
  everyDays: z.number(),
  /** The day from which it counts as quiet. */
  quietFrom: day,
})
export type QuietAccount = z.infer<typeof quietAccount>

export const quietAccounts = contractOf('wholesale', {
  list: {
    method: 'GET',
    path: '/api/quiet-accounts',
    access: 'admin',
    summary:
      'Accounts that have not ordered for 1.5 times the usual time between their orders, the longest quiet first',
    reply: z.object({ accounts: z.array(quietAccount) }),
  },
  seen: {
    method: 'PUT',
    path: '/api/quiet-accounts/:id',
    access: 'admin',
    summary: 'Takes an account off the list until it has ordered and gone quiet again',
    params: idParams,
    body: z.strictObject({ lastOn: day }),
    reply: z.object({ accounts: z.array(quietAccount) }),
  },
})
