/** A guest, who has no account. Each request has the guest's name and email; orders are opened with their links. */
import { GUEST_LINK_HEADER } from '#server/platform/sessions/guests.ts'
import type { TestShop } from './shop.ts'
import type { Visitor } from './visitor.ts'

export type GuestVisitor = Visitor & {
  name: string
  email: string
  /** The tokens of the links to the guest's orders and subscriptions, by their ids. */
  links: Map<string, string>
}

let count = 0

/**
 * @param ip the address of the guest; the shop must trust the header (TRUST_PROXY)
 * @param link a token to send with every request about an order, instead of the link to that order
 */
export function guestOf(
  shop: TestShop,
  {
    name = 'Gus Guest',
    email = `guest-${process.pid}-${++count}@example.com`,
    ip,
    link,
  }: { name?: string; email?: string; ip?: string; link?: string } = {},
): GuestVisitor {
  const visitor = shop.visitor()
  const links = new Map<string, string>()
  const headersFor = (path: string, headers: Record<string, string> = {}) => {
    const [, id = ''] = /^\/api\/(?:orders|subscriptions)\/(\w+)/.exec(path) ?? []
    const token = link ?? links.get(id)
    return {
      ...(ip ? { 'x-forwarded-for': ip } : {}),
      ...(token && id ? { [GUEST_LINK_HEADER]: token } : {}),
      ...headers,
    }
  }
  return {
    ...visitor,
    name,
    email,
    links,
    get: (path, headers) => visitor.get(path, headersFor(path, headers)),
    put: (path, body, headers) => visitor.put(path, body, headersFor(path, headers)),
    delete: (path, headers) => visitor.delete(path, headersFor(path, headers)),
    post: async (path, body, headers) => {
      const named = NAMING.has(path) && isPlain(body) ? { guest: { name, email }, ...body } : body
      const answer = await visitor.post(path, named, headersFor(path, headers))
      if (answer.body?.guestLink) links.set(answer.body._id, answer.body.guestLink)
      return answer
    },
  }
}

/** The endpoints that take a guest's name and email. */
const NAMING = new Set([
  '/api/orders',
  '/api/giftcards/orders',
  '/api/gift-subscriptions/orders',
  '/api/shippo/calcship',
  '/api/shippo/validate',
])

function isPlain(body: unknown): body is object {
  return typeof body === 'object' && body !== null && !Array.isArray(body) && !Buffer.isBuffer(body)
}
