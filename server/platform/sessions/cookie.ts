/** The session cookie: HttpOnly, SameSite=Lax, and over https also Secure with the prefix `__Host-`. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { parseCookie, stringifySetCookie } from 'cookie'

export type SessionCookie = {
  read(request: FastifyRequest): string | null
  set(reply: FastifyReply, token: string): void
  clear(reply: FastifyReply): void
}

const LIFE_SECONDS = 30 * 24 * 3600

export function sessionCookie(secure: boolean): SessionCookie {
  const name = secure ? '__Host-sid' : 'sid'
  const attributes = { path: '/', httpOnly: true, secure, sameSite: 'lax' as const }
  return {
    read(request) {
      const header = request.headers.cookie
      return (header && parseCookie(header)[name]) || null
    },
    set(reply, token) {
      reply.header(
        'set-cookie',
        stringifySetCookie({ name, value: token, maxAge: LIFE_SECONDS, ...attributes }),
      )
    },
    clear(reply) {
      reply.header('set-cookie', stringifySetCookie({ name, value: '', maxAge: 0, ...attributes }))
    },
  }
}
