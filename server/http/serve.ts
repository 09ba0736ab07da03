/**
 * Turns a contract into routes: who may call, what comes in, what goes out. A missing handler, a reply of the
 * wrong shape, or a public handler that counts on a user does not compile.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import type * as z from 'zod/mini'
import {
  isFile,
  type Body,
  type Endpoint,
  type FileReply,
  type Params,
  type Query,
  type Reply,
} from '#shared/api/endpoint.ts'
import { Refusal } from '../errors.ts'
import { NOT_KEPT } from '../cache/cache-public.ts'
import { STALE_HEADERS, type Copy, type LastGood } from '../cache/last-good.ts'
import type { Limits } from '../limits/limits.ts'
import { withFiles, type Incoming } from './receive-files.ts'
import type { Shop } from '../shop.ts'
import { findSession, type Device, type SignedIn } from '../sessions/sessions.ts'
import type { SessionCookie } from '../sessions/cookie.ts'

/** What a handler is given. `user` is there exactly when the contract asks for a session. */
type Call<E extends Endpoint> = {
  shop: Shop
  user: E['access'] extends 'public' ? null : SignedIn
  params: Params<E>
  query: Query<E>
  body: Body<E>
  /** There exactly when the contract takes files; gone when the handler is done. */
  files: E['files'] extends object ? Incoming[] : undefined
  visit: Visit
}

/** The HTTP side of a call, for the few handlers that need it. */
export type Visit = {
  device: Device
  limits: Limits
  /** The session token that came along, good or not. */
  token: string | null
  setSession(token: string): void
  clearSession(): void
  /** Keeps this answer out of every cache, where the endpoint's others are the same for everybody. */
  keepPrivate(): void
  /** The `Idempotency-Key` header. */
  idempotencyKey: string | null
}

export type Handlers<C extends Record<string, Endpoint>> = {
  [K in keyof C]: (call: Call<C[K]>) => Promise<C[K]['reply'] extends FileReply ? Download : Reply<C[K]>>
}

/** What a handler answers where the contract says that success is a file. */
export type Download = {
  /** What the browser saves it as: letters, digits, dots and dashes. */
  name: string
  content: Readable | Buffer | string
}

export type Serving = {
  shop: Shop
  limits: Limits
  cookie: SessionCookie
  /** Where files wait on their way in. */
  incoming: string
  /** Copies of public data for the time in which the database cannot be asked. */
  lastGood: LastGood
}

/** Registers one route for every endpoint of a contract. */
export function serve<C extends Record<string, Endpoint>>(
  app: FastifyInstance,
  serving: Serving,
  endpoints: C,
  handlers: Handlers<C>,
): void {
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const handler = handlers[name] as (call: Call<Endpoint>) => Promise<unknown>
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      // A HEAD would make the whole file only to measure it.
      exposeHeadRoute: !isFile(endpoint.reply),
      config: { access: endpoint.access, cached: endpoint.cached, refusal: endpoint.refusal, data: true },
      handler: async (request, reply) => {
        const visit = visitOf(request, reply, serving)
        const user = await admit(endpoint, visit, serving.shop)
        if (endpoint.limit) await serving.limits.count(endpoint.limit, visit.device.ip)
        const call = { shop: serving.shop, user, visit, ...inputOf(endpoint, request) }
        const work = () =>
          answerOf(request, endpoint, serving, (files) => handler({ ...call, files } as Call<Endpoint>))
        const made = endpoint.cached
          ? await serving.lastGood.orCopy(request.url, work)
          : { answer: await work() }
        if ('copy' in made) return sendCopy(reply, made.copy)
        const { answer } = made
        if (isFile(endpoint.reply)) return sendFile(reply, endpoint.reply, answer as Download)
        // Parsing what leaves keeps out what the contract does not name, such as a password hash.
        return sendData(reply.status(endpoint.status ?? 200), endpoint.reply.parse(answer))
      },
    })
  }
}

function answerOf(
  request: FastifyRequest,
  { method, files, reply }: Endpoint,
  { shop, incoming }: Serving,
  work: (files?: Incoming[]) => Promise<unknown>,
): Promise<unknown> {
  if (files) return withFiles(request, files, incoming, work)
  return method === 'GET' && !isFile(reply) ? shop.uploads.withPictures(work) : work()
}

/** Fastify sends null as an empty body; a contract that answers null means the JSON. */
function sendData(reply: FastifyReply, data: unknown): FastifyReply {
  return data === null ? reply.type('application/json; charset=utf-8').send('null') : reply.send(data)
}

/** Data from before the database could not be asked any more; its headers say so. */
function sendCopy(reply: FastifyReply, { body }: Copy): FastifyReply {
  return reply.headers(STALE_HEADERS).type('application/json; charset=utf-8').send(body.toString())
}

function sendFile(
  reply: FastifyReply,
  { file, inline }: FileReply,
  { name, content }: Download,
): FastifyReply {
  const way = inline ? 'inline' : 'attachment'
  return reply.type(file).header('content-disposition', `${way}; filename="${name}"`).send(content)
}

async function admit(endpoint: Endpoint, visit: Visit, shop: Shop): Promise<SignedIn | null> {
  if (endpoint.access === 'public') return null
  const user = visit.token ? await findSession(shop, visit.token) : null
  if (!user) {
    if (visit.token) visit.clearSession()
    throw new Refusal(401, 'Please sign in')
  }
  if (endpoint.access === 'admin' && !user.isAdmin) throw new Refusal(403, 'Only an admin may do this')
  return user
}

function inputOf(endpoint: Endpoint, request: FastifyRequest) {
  return {
    params: endpoint.params ? parse(endpoint.params, request.params, 404) : undefined,
    query: endpoint.query ? parse(endpoint.query, request.query, 400) : undefined,
    body: endpoint.body ? parse(endpoint.body, request.body ?? {}, 400) : undefined,
  }
}

/** Zod measures the `length` of what it has just found to be no text, and that may be a thing without a value. */
function safely<S extends z.ZodMiniType>(schema: S, value: unknown) {
  try {
    return schema.safeParse(value)
  } catch {
    return null
  }
}

/** A malformed id names nothing, so it is not found; anything else malformed is the caller's fault. */
function parse<S extends z.ZodMiniType>(schema: S, value: unknown, status: 400 | 404): z.infer<S> {
  const result = safely(schema, value)
  if (result?.success) return result.data
  if (status === 404) throw new Refusal(404, 'Not found')
  if (result === null) throw new Refusal(400, 'The request is not valid')
  const [first, ...others] = result.error.issues.slice(0, MOST_FIELDS).map(wordsOf)
  const fields = Object.fromEntries([first!, ...others].toReversed().map(({ path, words }) => [path, words]))
  throw new Refusal(400, first!.words, first!.path ? { field: first!.path, fields } : {})
}

/** So many fields are named at once, so that a form can say what is wrong with each of them. */
const MOST_FIELDS = 20

function wordsOf({ path, message }: { path: PropertyKey[]; message: string }) {
  const where = path.join('.')
  // Zod's own words are for programmers; the contracts' are for people.
  const generic = !message || /^(Invalid input|Unrecognized key)/.test(message)
  return { path: where, words: generic ? `${where || 'The request'} is not valid` : message }
}

function visitOf(request: FastifyRequest, reply: FastifyReply, { limits, cookie }: Serving): Visit {
  const key = request.headers['idempotency-key']
  return {
    device: { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' },
    limits,
    token: cookie.read(request),
    setSession: (token) => cookie.set(reply, token),
    clearSession: () => cookie.clear(reply),
    keepPrivate: () => void reply.header('cache-control', NOT_KEPT),
    idempotencyKey: typeof key === 'string' ? key : null,
  }
}
