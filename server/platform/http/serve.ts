/**
 * Registers a contract's endpoints as routes: access check, input validation, reply validation. A missing handler, a
 * reply of the wrong shape, or a public handler that uses `user` does not compile.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import type { ZodMiniType } from 'zod/mini'
import {
  isFile,
  type Body,
  type Endpoint,
  type FileReply,
  type Params,
  type Query,
  type Reply,
} from '#shared/platform/api/endpoint.ts'
import { admits, isStaffAccess, type StaffAccess } from '#shared/kernel/roles.ts'
import { ACCOUNT_HEADER, accountText } from '#shared/platform/account-http-header.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { NO_STORE } from '../cache/cache-public.ts'
import { STALE_HEADERS, type Copy, type LastGood } from '../cache/last-good.ts'
import type { Limits } from '#server/kernel/limits/limits.ts'
import { requirePart } from '../settings/parts.ts'
import { requestKey, type RequestKey } from './idempotency.ts'
import { inputOf } from './input.ts'
import { goodForOf, type OwnCalls, type PublicData } from './own-calls.ts'
import { withFiles, type ReceivedFile } from './receive-files.ts'
import type { Shop } from '../shop.ts'
import {
  GUEST_LINK_HEADER,
  buyerWithLink,
  newGuest,
  subscriberWithLink,
  type Buyer,
} from '../sessions/guests.ts'
import { requireProof } from '../sessions/proof.ts'
import { findSession, type Device, type SignedIn } from '../sessions/sessions.ts'
import type { SessionCookie } from '../sessions/cookie.ts'
import { bearerOf } from '../tokens/bearer.ts'
import { callerWithToken } from '../tokens/caller.ts'

/** The arguments of a handler. `user` is set exactly if the contract requires a session or admits guests. */
type Call<E extends Endpoint> = {
  shop: Shop
  user: E['access'] extends 'public' ? null : E['access'] extends 'buyer' ? Buyer : SignedIn
  params: Params<E>
  query: Query<E>
  body: Body<E>
  /** Set exactly if the contract takes files; the files are removed when the handler ends. */
  files: E['files'] extends object ? ReceivedFile[] : undefined
  http: HttpContext
}

/** The HTTP request and response of a call, for the few handlers that need them. */
export type HttpContext = {
  device: Device
  limits: Limits
  /** The session token of the request, valid or not; null with an API token, because cookies do not count beside it. */
  token: string | null
  setSession(token: string): void
  clearSession(): void
  /** Sends this response with `no-store`. For endpoints whose other responses are cached. */
  forbidCaching(): void
  /** The header `X-Guest-Link`: the token of a mailed link, for calls whose body is a file. */
  link: string | null
  /** Names the row that a cached response is about, if the request may name it by its address. */
  concerns(id: string): void
  /** Adds the caller's current role to the response, so that the browser follows its changes. */
  showAccount(user: SignedIn): void
  /** The `Idempotency-Key` header, and what was sent with it. */
  idempotencyKey: RequestKey | null
}

export type Handlers<C extends Record<string, Endpoint>> = {
  [K in keyof C]: (call: Call<C[K]>) => Promise<C[K]['reply'] extends FileReply ? Download : Reply<C[K]>>
}

/** What a handler returns if the contract's reply is a file. */
export type Download = {
  /** File name for the download: letters, digits, dots and dashes. */
  name: string
  content: Readable | Buffer | string
  /** The media type, if not every file of the endpoint has that of the contract. */
  type?: string
}

export type Serving = {
  shop: Shop
  limits: Limits
  cookie: SessionCookie
  /** Folder for uploads in progress. */
  incoming: string
  /** Copies of public data, used while the database is not available. */
  lastGood: LastGood
  /** The public endpoints for the server's own pages. */
  ownCalls: OwnCalls
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
    if (isPublicData(endpoint)) {
      const call = { shop: serving.shop, user: null, files: undefined }
      serving.ownCalls.add(endpoint, async (input, concerns) => {
        await requirePart(serving.shop, endpoint)
        return handler({
          ...call,
          ...input,
          http: ownContext(serving, concerns),
        } as unknown as Call<Endpoint>)
      })
    }
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      // No HEAD: it would generate the whole file only to measure its length.
      exposeHeadRoute: !isFile(endpoint.reply),
      config: { access: endpoint.access, cached: endpoint.cached, refusal: endpoint.refusal, data: true },
      handler: async (request, reply) => {
        const http = httpContextOf(request, reply, serving)
        const found = await requireAccess(endpoint, request, http, serving.shop)
        await requirePart(serving.shop, endpoint)
        if (endpoint.limit) await serving.limits.count(endpoint.limit, http.device.ip)
        const input = inputOf(endpoint, request)
        const user = found === 'guest' ? newGuest((input.body as GuestBody).guest) : found
        const call = { shop: serving.shop, user, http, ...input }
        const work = () =>
          answerOf(request, endpoint, serving, (files) => handler({ ...call, files } as Call<Endpoint>))
        const result = endpoint.cached
          ? await serving.lastGood.orCopy(request.url, work)
          : { answer: await work() }
        if ('copy' in result) return sendCopy(reply, result.copy)
        const { answer } = result
        if (isFile(endpoint.reply)) return sendFile(reply, endpoint.reply, answer as Download)
        // Parsing the reply removes fields that are not in the contract, such as a password hash.
        const data = replyFor(endpoint, user).parse(answer)
        request.goodFor = goodForOf(endpoint, data, serving.shop.clock)
        return sendData(reply.status(endpoint.status ?? 200), data)
      },
    })
  }
}

/** The reply's schema for this caller; it decides which fields are sent. */
function replyFor({ reply, staffReply }: Endpoint, user: Buyer | null): ZodMiniType {
  return (staffReply && !user?.isAdmin ? staffReply : reply) as ZodMiniType
}

function isPublicData(endpoint: Endpoint): endpoint is PublicData {
  const { method, access, cached, reply } = endpoint
  return method === 'GET' && access === 'public' && cached !== undefined && !isFile(reply)
}

function answerOf(
  request: FastifyRequest,
  { method, files, reply }: Endpoint,
  { shop, incoming }: Serving,
  work: (files?: ReceivedFile[]) => Promise<unknown>,
): Promise<unknown> {
  if (files) return withFiles(request, files, incoming, work)
  return method === 'GET' && !isFile(reply) ? shop.uploads.withPictures(work) : work()
}

/**
 * Sends the reply as JSON. Fastify would send null as an empty body, but a contract whose reply is null means the JSON
 * value.
 */
function sendData(reply: FastifyReply, data: unknown): FastifyReply {
  return data === null ? reply.type('application/json; charset=utf-8').send('null') : reply.send(data)
}

/** Sends data from before the database became unavailable; its headers mark it as stale. */
function sendCopy(reply: FastifyReply, { body }: Copy): FastifyReply {
  return reply.headers(STALE_HEADERS).type('application/json; charset=utf-8').send(body.toString())
}

function sendFile(
  reply: FastifyReply,
  { file, inline, headers = {} }: FileReply,
  { name, content, type = file }: Download,
): FastifyReply {
  const disposition = `${inline ? 'inline' : 'attachment'}; filename="${name}"`
  return reply
    .type(type)
    .headers({ ...headers, 'content-disposition': disposition })
    .send(content)
}

/** The caller; null at a public endpoint, and `guest` if the body names a guest. Throws 401 and 403. */
async function requireAccess(
  endpoint: Endpoint,
  request: FastifyRequest,
  http: HttpContext,
  shop: Shop,
): Promise<Buyer | 'guest' | null> {
  const { access, path, needsProof, whileLimited } = endpoint
  if (access === 'public') return null
  const apiToken = bearerOf(request.headers)
  if (apiToken !== null) {
    const caller = await callerWithToken(shop, endpoint, apiToken)
    requireRole(isStaffAccess(access) ? access : 'admin', caller)
    return caller
  }
  const user = await findSession(shop, http.token)
  // Before every other rule: a link or a guest in the request must not open anything to a limited session.
  if (user) requireFullSession(user, whileLimited, http)
  const withLink = access === 'buyer' && LINKED.find(([below]) => path.startsWith(below))
  const link = withLink && request.headers[GUEST_LINK_HEADER]
  const caller =
    withLink && typeof link === 'string'
      ? await withLink[1](shop, user, (request.params as { id: string }).id, link)
      : user
  if (!caller) {
    if (access === 'buyer' && isObject((request.body as Partial<GuestBody> | null)?.guest)) return 'guest'
    if (http.token) http.clearSession()
    throw new Refusal(401, 'Please sign in')
  }
  if (isStaffAccess(access)) requireRole(access, caller)
  if (needsProof && caller === user) requireProof(shop, user)
  return caller
}

/** Names the account in the response. Throws 403 if the session is limited and the endpoint is for full ones. */
function requireFullSession(user: SignedIn, whileLimited: true | undefined, http: HttpContext): void {
  http.showAccount(user)
  if (user.isLimited && !whileLimited) throw new Refusal(403, SET_UP_FIRST, { code: 'factor' })
}

const SET_UP_FIRST = 'Your shop requires a second factor. Set it up first under Profile, Sign-in and security'

/** The paths of rows that a signed link opens, and who the caller with such a link is. */
const LINKED = [
  ['/api/orders/:id', buyerWithLink],
  ['/api/subscriptions/:id', subscriberWithLink],
] as const

/** Throws 403. The role is read from the database, so a changed role applies to the next request. */
function requireRole(access: StaffAccess, { role }: Buyer): void {
  if (admits(access, role)) return
  const yours = role ? `. Your role is ${role}` : ''
  throw new Refusal(403, `Only ${MAY[access]} may do this${yours}`)
}

const MAY: Record<StaffAccess, string> = {
  owner: 'the owner',
  admin: 'an admin',
  packer: 'staff who ship orders',
  barista: 'staff of the bar',
  staff: 'staff',
}

/** A body of an endpoint with access `buyer`, sent without a session. */
type GuestBody = { guest: { name: string; email: string } }

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

/** The context of a call by the server's own pages. It has no signed-in user, because a page is the same for every visitor. */
function ownContext({ limits }: Serving, concerns: HttpContext['concerns']): HttpContext {
  return {
    device: { ip: '127.0.0.1', userAgent: '' },
    limits,
    token: null,
    setSession: () => {},
    clearSession: () => {},
    concerns,
    forbidCaching: () => {},
    showAccount: () => {},
    link: null,
    idempotencyKey: null,
  }
}

function httpContextOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { limits, cookie }: Serving,
): HttpContext {
  const { 'idempotency-key': key, [GUEST_LINK_HEADER]: link } = request.headers
  return {
    device: { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' },
    limits,
    token: bearerOf(request.headers) === null ? cookie.read(request) : null,
    setSession: (token) => cookie.set(reply, token),
    clearSession: () => cookie.clear(reply),
    concerns: (id) => void (request.rowId = id),
    link: typeof link === 'string' ? link : null,
    forbidCaching: () => void reply.header('cache-control', NO_STORE),
    showAccount: ({ _id, role, isLimited }) =>
      void reply.header(ACCOUNT_HEADER, accountText({ _id, role, isLimited })),
    // Only the endpoints that use the key read the whole body.
    get idempotencyKey() {
      return typeof key === 'string' ? requestKey(key, request.url, request.body) : null
    },
  }
}
