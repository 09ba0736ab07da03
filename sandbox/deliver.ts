/** Sends the sandboxes' webhooks to the shop over HTTP, as the real services do. */

export type Delivery = { headers: Record<string, string | undefined>; body: Buffer }

/** Posts a webhook to a path of the shop. Returns the status of the response, or 503 without a response. */
export type Post = (path: string, delivery: Delivery) => Promise<number>

const TIMEOUT_MS = 10_000

export function postTo(origin: string): Post {
  return async (path, { headers, body }) => {
    try {
      const answer = await fetch(origin + path, {
        method: 'POST',
        headers: headers as Record<string, string>,
        body: new Uint8Array(body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      await answer.body?.cancel()
      return answer.status
    } catch {
      return 503
    }
  }
}
