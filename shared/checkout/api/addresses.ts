/** The address book of a signed-in user. Only this user can read it; admins cannot. */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { id, idParams, instant, line, message, requiredLine } from '#shared/kernel/fields.ts'
import { phone, shippingAddress } from './place-order.ts'

/** How many addresses an account may have. */
export const MAX_ADDRESSES = 20

const entry = {
  ...shippingAddress.shape,
  /** The user's own name for the address, such as “Office”; may be empty. */
  label: z._default(line('Label', 40), ''),
  recipient: requiredLine('Recipient', 100),
  phone: z._default(phone, ''),
  /** Whether the checkout starts with this address. At most one address has it. */
  isDefault: z._default(z.boolean(), false),
}
const addressEdit = z.object(entry)
export type AddressEdit = z.infer<typeof addressEdit>

/** Each change increments it. A save from a form with an older version is refused. */
const version = z.int().check(z.minimum(1), z.maximum(1_000_000))

const savedAddress = z.object({
  ...shippingAddress.shape,
  _id: id,
  label: z.string(),
  recipient: z.string(),
  phone: z.string(),
  isDefault: z.boolean(),
  /** The time of the last order to this address; null if there is none. */
  usedAt: z.nullable(instant),
  version,
})
export type SavedAddress = z.infer<typeof savedAddress>

export const addresses = contract({
  list: {
    method: 'GET',
    path: '/api/addresses',
    access: 'user',
    summary: 'The caller’s saved addresses, most recently used first',
    reply: z.object({ addresses: z.array(savedAddress) }),
  },
  create: {
    method: 'POST',
    path: '/api/addresses',
    access: 'user',
    summary:
      'Saves an address. 409 if it is already saved, even in another spelling, or if there are 20 addresses',
    body: addressEdit,
    reply: savedAddress,
    status: 201,
  },
  update: {
    method: 'PUT',
    path: '/api/addresses/:id',
    access: 'user',
    summary: 'Changes a saved address. 409 if it has a newer version than `version`',
    params: idParams,
    body: z.object({ ...entry, version }),
    reply: savedAddress,
  },
  remove: {
    method: 'DELETE',
    path: '/api/addresses/:id',
    access: 'user',
    summary: 'Deletes a saved address. 409 if `version` is given and the address has a newer one',
    params: idParams,
    query: z.strictObject({ version: z.optional(z.string().check(z.regex(/^[1-9][0-9]{0,6}$/))) }),
    reply: message,
  },
})
