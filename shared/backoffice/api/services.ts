/** The connections to outside services that an owner makes on screen: shown, tested, saved, removed. */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { instant } from '#shared/kernel/fields.ts'
import { CONNECTED_SERVICES, MAX_FIELD } from '#shared/platform/services.ts'

const connection = z.object({
  service: z.enum(CONNECTED_SERVICES),
  /** `environment`: variables set it, and it is read-only here. `screen`: an owner has saved it. `none`: neither. */
  source: z.enum(['environment', 'screen', 'none']),
  /** `test`: the provider's test account. `sandbox`: our own. `none`: the service is not connected, and its calls fail. */
  mode: z.enum(['live', 'test', 'sandbox', 'none']),
  /** The variables of the environment that are set. */
  variables: z.array(z.string()),
  /** The version to save or remove; 0 before the first save. */
  version: z.int(),
  /** The saved values that are not secret, by the names of shared/platform/services.ts. */
  fields: z.record(z.string(), z.string()),
  /** The secrets that are saved, with their last four characters if those may be shown, else an empty text. */
  secrets: z.record(z.string(), z.string()),
  savedBy: z.nullable(z.string()),
  savedAt: z.nullable(instant),
  /** Why a saved connection is not used, such as a missing key; empty if it is. */
  problem: z.string(),
  /** Where the pictures are, and what is being copied; only for the storage. */
  pictures: z.optional(
    z.object({
      place: z.enum(['folder', 'bucket']),
      /** The copying after which the other place is used; null if there is none. */
      copy: z.nullable(
        z.object({
          to: z.enum(['folder', 'bucket']),
          /** Pictures; both are 0 until they were counted. */
          copied: z.int(),
          total: z.int(),
          /** Why it has stopped; empty if it goes on. */
          problem: z.string(),
          nextTryAt: z.nullable(instant),
        }),
      ),
    }),
  ),
})
export type Connection = z.infer<typeof connection>

/** What was entered, by the names of shared/platform/services.ts. An empty secret stays as it was. */
const fields = z.record(
  z.string().check(z.regex(/^\w{1,30}$/)),
  z.string().check(z.maxLength(MAX_FIELD, `A value may have ${MAX_FIELD} characters at most`)),
)

const params = z.object({ service: z.enum(CONNECTED_SERVICES) })

export const services = contract({
  list: {
    method: 'GET',
    path: '/api/services',
    access: 'owner',
    summary: 'The connections to outside services, without their secrets',
    reply: z.object({
      connections: z.array(connection),
      key: z.object({
        /** Where the key of the secrets is: `none` if SECRETS_KEY has to be set before anything can be saved. */
        source: z.enum(['environment', 'file', 'none']),
        /** Whether secrets were stored with a key that is missing now. */
        isLost: z.boolean(),
      }),
    }),
  },
  test: {
    method: 'POST',
    path: '/api/services/:service/test',
    access: 'owner',
    summary: 'Tests a connection before it is saved. Mail: the caller gets an email',
    needsProof: true,
    params,
    body: z.object({ fields }),
    reply: z.object({
      /** `refused`: the service has answered and does not accept this. `unreached`: it has not answered. */
      outcome: z.enum(['works', 'refused', 'unreached']),
      /** What to do, for the owner. */
      message: z.string(),
      /** The field that the message is about, if it is about one. */
      field: z.optional(z.string()),
      /** What the account may not do, although it works. */
      notes: z.array(z.string()),
    }),
    limit: 'service',
  },
  save: {
    method: 'PUT',
    path: '/api/services/:service',
    access: 'owner',
    summary:
      'Tests a connection and saves it; all servers use it at once. 400 with `outcome` refused, and 503 with unreached: nothing has changed',
    needsProof: true,
    params,
    body: z.object({ version: z.int(), fields }),
    reply: connection,
    limit: 'service',
  },
  remove: {
    method: 'POST',
    path: '/api/services/:service/remove',
    access: 'owner',
    summary:
      'Removes a connection that was saved here, with its secrets. The storage: copies the pictures back first; 409 if that is impossible',
    needsProof: true,
    params,
    body: z.object({
      version: z.int(),
      /** The storage: at once, although pictures that are only in the bucket are then missing in the shop. */
      withoutPictures: z.optional(z.boolean()),
    }),
    reply: connection,
  },
  copyAgain: {
    method: 'POST',
    path: '/api/services/storage/copy',
    access: 'owner',
    summary: 'Goes on with the copying of the pictures after a problem',
    reply: connection,
    limit: 'service',
  },
})
