/** Errors whose message the client receives. All other errors become a 500 without details. */

export type Status = 400 | 401 | 402 | 403 | 404 | 408 | 409 | 413 | 415 | 422 | 429 | 502 | 503 | 507

/**
 * An error with a status and a message for the client. Status 401 only means that there is no session, because the
 * browser signs the user out when it receives one. 403 means that the user is signed in but not allowed to do this. 404
 * is also used for objects of other users.
 * @param more further fields of the response besides `message`, such as the current totals of a cart
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

/** A 400 that a form shows at a field. */
export const wrongField = (field: string, message: string) =>
  new Refusal(400, message, { field, fields: { [field]: message } })

/** Some request bodies repeat the id in the path. Throws 400 if the two ids differ. */
export function requireSameId(inBody: string | undefined, inPath: string): void {
  if (inBody !== undefined && inBody !== inPath)
    throw badRequest('The id in the body is not the id in the path')
}

/** The database cannot be used. The message is for the terminal; it says what is wrong and what to do. */
export class DatabaseUnusable extends Error {
  override name = 'DatabaseUnusable'
}
