/**
 * The type of an endpoint. One object defines the browser's call (`app/api/call.ts`), the server's route with access
 * checks and validation (`server/http/serve.ts`), the access matrix test and the OpenAPI document, so they all agree.
 */
import type { infer as Infer, ZodMiniType } from 'zod/mini'

/** Who may call. `user` and `admin` need a session (otherwise 401); a customer gets 403 from `admin`. */
export type Access = 'public' | 'user' | 'admin'

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below /api, except for the two forms of the mail service (shared/api/messages.ts). */
  path: `/api/${string}` | '/send' | '/wholesale/send'
  access: Access
  summary: string
  params?: ZodMiniType
  query?: ZodMiniType
  body?: ZodMiniType
  /** Takes files instead of a body: multipart/form-data of this one field, repeated up to `maxFiles` times. */
  files?: { field: string; maxFiles: number }
  reply: ZodMiniType | FileReply
  /** The status of a success; 200 by default. */
  status?: 201
  /**
   * Marks a public answer that is the same for everyone. It is cached until one of these tags changes. An empty list, for
   * settings that only a restart changes, caches it for a minute (server/cache/response-cache.ts).
   */
  cached?: readonly string[]
  /** Which of the server's rate limits it counts against. */
  limit?: 'login' | 'forgot' | 'register' | 'shipping' | 'message' | 'maps' | 'upload' | 'service'
  /** Fields that every refusal of this endpoint has in addition to `message`. */
  refusal?: Readonly<Record<string, unknown>>
}

/** An endpoint whose answers may be part of a cached page: a change of its tags removes that page from the cache. */
export type Cacheable = Endpoint & { method: 'GET'; access: 'public'; cached: readonly string[] }

/** A success is a file of this media type for the browser to save, not JSON. Use a link instead of a call. */
export type FileReply = {
  file: `${string}/${string}`
  /** Displayed inline, like a picture, and not saved. */
  inline?: true
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
