/**
 * The type of an endpoint. One object per endpoint defines the browser's call (`app/platform/api/call.ts`), the server's route
 * with access checks and validation (`server/platform/http/serve.ts`), the access matrix test and the OpenAPI document, so that
 * they always match.
 */
import type { infer as Infer, ZodMiniType } from 'zod/mini'
import type { StaffAccess } from '#shared/kernel/roles.ts'
import type { PartId } from '../parts.ts'

/**
 * Who may call. `user` and the rules for staff require a session; without one the response is 401. The rules for staff
 * name the role that the endpoint is for; which other roles they admit is in shared/kernel/roles.ts. Everyone else gets 403.
 *
 * `buyer`: a signed-in user, or a guest. An endpoint below `/api/orders/:id` or `/api/subscriptions/:id` takes the
 * token of the link to this order or subscription in the header `X-Guest-Link`; a forged or expired token gets 403. The
 * other endpoints take the guest's name and email in `guest` of the body. Without a session, link and `guest` the
 * response is 401. A session is used instead of `guest`, and instead of the link if the order is in that account or the
 * user is an admin.
 */
export type Access = 'public' | 'user' | 'buyer' | StaffAccess

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path, which begins with /api, except for the two forms of the mail service (shared/mail/api/messages.ts) and
   * the link with which mail programs unsubscribe (shared/content/api/newsletter.ts). */
  path: `/api/${string}` | '/send' | '/wholesale/send' | '/newsletter/unsubscribe'
  access: Access
  summary: string
  params?: ZodMiniType
  query?: ZodMiniType
  body?: ZodMiniType
  /**
   * Set if the request contains files and no JSON: multipart/form-data with only this field, repeated up to `maxFiles`
   * times. Without `maxBytes`, the limit of pictures applies. `what` names the files in messages: pictures, if left out.
   */
  files?: { field: string; maxFiles: number; maxBytes?: number; what?: 'file' }
  reply: ZodMiniType | FileReply
  /** The reply for staff who are not admins. It leaves out what their work does not need. */
  staffReply?: ZodMiniType
  /** The status of a success; 200 by default. */
  status?: 201
  /**
   * Set if the response is public and the same for everyone. It is cached until data with one of these tags changes. An
   * empty list is for settings that change only with a restart; the response is then cached for a minute
   * (server/platform/cache/response-cache.ts).
   */
  cached?: readonly string[]
  /**
   * The field of the reply with the moment (ISO 8601) at which a cached response, and a page that shows it, expires
   * even without a change. Set for replies that depend on the time of day.
   */
  cachedUntil?: string
  /**
   * Set if the caller must have proved who they are in the last ten minutes, with a password, passkey or code. Otherwise the response
   * is 403 with the code `proof`, and the browser asks for it (app/platform/account-forms/proof-dialog.tsx).
   */
  needsProof?: true
  /**
   * Set if staff may call it although the shop requires a second factor that they have not set up yet. Otherwise the
   * response is 403 with the code `factor`.
   */
  whileLimited?: true
  /**
   * The part of the shop that it belongs to; null if it stays while the part of its contract is off. While the part is
   * off, the response is 404.
   */
  part?: PartId | null
  /** Set if it starts something new of its part. While the owner wants nothing new of the part, the response is 409. */
  starts?: true
  /** The rate limit of the server that counts the calls of this endpoint. */
  limit?:
    | 'login'
    | 'forgot'
    | 'register'
    | 'shipping'
    | 'message'
    | 'signup'
    | 'receipt'
    | 'express'
    | 'payment'
    | 'savedMethod'
    | 'personalData'
    | 'maps'
    | 'upload'
    | 'paper'
    | 'service'
    | 'application'
    | 'ownWebhook'
  /** Fields that every refusal of this endpoint has in addition to `message`. */
  refusal?: Readonly<Record<string, unknown>>
}

/**
 * An endpoint whose responses may be part of a cached page. A change of data with its tags removes that page from the
 * cache.
 */
export type Cacheable = Endpoint & { method: 'GET'; access: 'public'; cached: readonly string[] }

/**
 * The reply of an endpoint that sends a file of this media type, which the browser saves. Link to such an endpoint; do
 * not call it with `fetch`.
 */
export type FileReply = {
  file: `${string}/${string}`
  /** True if the browser displays the file, such as a picture, and does not save it. */
  inline?: true
  /** Further headers of the response. */
  headers?: Readonly<Record<string, string>>
}

export function isFile(reply: Endpoint['reply']): reply is FileReply {
  return 'file' in reply
}

export type Params<E extends Endpoint> = E['params'] extends ZodMiniType ? Infer<E['params']> : undefined
export type Query<E extends Endpoint> = E['query'] extends ZodMiniType ? Infer<E['query']> : undefined
export type Body<E extends Endpoint> = E['body'] extends ZodMiniType ? Infer<E['body']> : undefined
export type Reply<E extends Endpoint> = Infer<Extract<E['reply'], ZodMiniType>>

/** Checks the type of a contract and keeps every literal in its type. */
export function contract<const C extends Record<string, Endpoint>>(endpoints: C): C {
  return endpoints
}

/** The same. The endpoints belong to a part of the shop, if they do not say otherwise. */
export function contractOf<const C extends Record<string, Endpoint>>(part: PartId, endpoints: C): C {
  for (const endpoint of Object.values(endpoints)) if (endpoint.part === undefined) endpoint.part = part
  return endpoints
}
