/** The API token in the header `Authorization: Bearer` of a request (RFC 6750). */
import type { IncomingHttpHeaders } from 'node:http'

/**
 * The token of a request; null if it has none. Other kinds of authorization are not for the shop: a proxy in front of it
 * may ask every visitor for a password.
 */
export function bearerOf({ authorization = '' }: IncomingHttpHeaders): string | null {
  return /^bearer +(\S*)$/i.exec(authorization.trim())?.[1] ?? null
}
