/** Calls of the sandbox's REST interface, for tests that send what the shop's client never sends. */
import { credentials } from '#server/providers/paypal/client.testing.ts'

type Answer = { status: number; json: Record<string, unknown> }

/** A POST with a new access token. */
export function post(
  apiBase: string,
  path: string,
  body: string,
  requestId?: string,
  more: Record<string, string> = {},
): Promise<Answer> {
  return send(apiBase, 'POST', path, body, {
    ...(requestId === undefined ? {} : { 'paypal-request-id': requestId }),
    ...more,
  })
}

/** A call with a new access token. `json` is empty if the answer has no body. */
export async function send(
  apiBase: string,
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body: string | null = null,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(apiBase + path, {
    method,
    headers: {
      authorization: `Bearer ${await tokenOf(apiBase)}`,
      ...(body === null ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === null ? {} : { body }),
  })
  const text = await response.text()
  return { status: response.status, json: text === '' ? {} : JSON.parse(text) }
}

async function tokenOf(apiBase: string): Promise<string> {
  const basic = Buffer.from(`${credentials.clientId}:${credentials.clientSecret}`).toString('base64')
  const granted = await fetch(`${apiBase}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
  })
  const { access_token: token }: { access_token: string } = JSON.parse(await granted.text())
  return token
}

/** The issues of an error in PayPal's format. */
export function issuesOf(body: Record<string, unknown>): unknown[] {
  const { details } = body
  return Array.isArray(details) ? details.map(({ issue }: { issue: unknown }) => issue) : []
}
