/** The one way to say no. Everything else that is thrown becomes a 500 that tells nothing. */

export type Status = 400 | 401 | 402 | 403 | 404 | 408 | 409 | 413 | 415 | 422 | 429 | 502 | 503 | 507

/**
 * A refusal that the caller may read. 401 means "no session" and nothing else, since the browser signs out on
 * it (spec section 8); signed in but not allowed is 403; foreign or unknown is 404.
 * @param more further fields of the reply beside `message`, such as the fresh totals of a cart
 */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly status: Status
  readonly more: Record<string, unknown>
  readonly headers: Record<string, string>

  constructor(
    status: Status,
    message: string,
    more: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ) {
    super(message)
    this.status = status
    this.more = more
    this.headers = headers
  }
}

export const notFound = (what: string) => new Refusal(404, `${what} not found`)
export const conflict = (message: string, more?: Record<string, unknown>) => new Refusal(409, message, more)
export const badRequest = (message: string) => new Refusal(400, message)

/** The specification's bodies name their row a second time; a body for another row than the path's is refused. */
export function requireSameId(inBody: string | undefined, inPath: string): void {
  if (inBody !== undefined && inBody !== inPath)
    throw badRequest('The id in the body is not the id in the path')
}

/** The database cannot be used as it is. The message says all that is needed: what is wrong, and what to do. */
export class DatabaseUnusable extends Error {
  override name = 'DatabaseUnusable'
}
