/**
 * What an endpoint is. One such object drives the browser's call (`app/api/call.ts`), the guarded and
 * validated server route (`server/http/serve.ts`), the access matrix test and the OpenAPI document, so the
 * four cannot disagree.
 */
import type { infer as Infer, ZodMiniType } from 'zod/mini'

/** Who may call. `user` and `admin` need a session (401 without); a customer on `admin` gets 403. */
export type Access = 'public' | 'user' | 'admin'

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Under /api, except for the mail service, whose addresses the specification gives. */
  path: `/api/${string}` | '/send' | '/wholesale/send'
  access: Access
  summary: string
  params?: ZodMiniType
  query?: ZodMiniType
  body?: ZodMiniType
  /** Takes files instead of a body: multipart/form-data of this one field, repeated up to `most` times. */
  files?: { field: string; most: number }
  reply: ZodMiniType | FileReply
  /** Status of success; 200 unless told. */
  status?: 201
  /**
   * A public answer, the same for everybody: kept in memory until one of these is changed. With none of them, as for
   * settings that only a restart changes, it is kept for a minute (server/cache/response-cache.ts).
   */
  cached?: readonly string[]
  /** Which of the server's rate limits it counts against. */
  limit?: 'login' | 'forgot' | 'register' | 'shipping' | 'message' | 'maps' | 'upload' | 'service'
  /** Fields that stand beside `message` in every refusal of this endpoint. */
  refusal?: Readonly<Record<string, unknown>>
}

/** An endpoint whose answers may stand in a page that is kept for everybody: a change of its tags drops that page. */
export type Cacheable = Endpoint & { method: 'GET'; access: 'public'; cached: readonly string[] }

/** Success is a file for the browser to save, of this media type, and not JSON: link to it, do not call it. */
export type FileReply = {
  file: `${string}/${string}`
  /** Shown where it stands, as a picture is, and not saved. */
  inline?: true
}

export function isFile(reply: Endpoint['reply']): reply is FileReply {
  return 'file' in reply
}

export type Params<E extends Endpoint> = E['params'] extends ZodMiniType ? Infer<E['params']> : undefined
export type Query<E extends Endpoint> = E['query'] extends ZodMiniType ? Infer<E['query']> : undefined
export type Body<E extends Endpoint> = E['body'] extends ZodMiniType ? Infer<E['body']> : undefined
export type Reply<E extends Endpoint> = Infer<Extract<E['reply'], ZodMiniType>>

/** Checks the shape of a contract while keeping every literal in its type. */
export function contract<const C extends Record<string, Endpoint>>(endpoints: C): C {
  return endpoints
}
