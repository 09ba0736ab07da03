/**
 * HTTP requests over connections that stay open between requests. Uses `node:http`, which takes a third of the CPU time of
 * `fetch` for one call (decisions/041-performance.md).
 */
import { Agent as HttpAgent, request as requestHttp, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { text } from 'node:stream/consumers'

/** The part of `RequestInit` that the clients use. `signal` also limits the time for the body of the response. */
export type Request = {
  method: string
  headers: Record<string, string>
  body?: string | undefined
  signal: AbortSignal
  redirect: 'error'
}

/** The part of `Response` that the clients use. */
export type Response = {
  status: number
  headers: { get(name: string): string | null }
  text(): Promise<string>
}

export type Fetch = (url: string, request: Request) => Promise<Response>

/** Milliseconds for which an unused connection stays open: shorter than the idle timeout of any of the services. */
const timeout = 4000
const plain = new HttpAgent({ keepAlive: true, timeout })
const encrypted = new HttpsAgent({ keepAlive: true, timeout })

/** Like `fetch`. Rejects if the service cannot be reached, sends a redirect, or `signal` is aborted. */
export const fetchKept: Fetch = (url, { method, headers, body, signal }) =>
  new Promise((resolve, reject) => {
    const isEncrypted = url.startsWith('https:')
    const options = { method, headers: { ...headers, ...lengthOf(body) }, signal }
    const call = isEncrypted
      ? requestHttps(url, { ...options, agent: encrypted })
      : requestHttp(url, { ...options, agent: plain })
    call.on('error', reject)
    call.on('response', (response) => {
      const status = response.statusCode!
      if (status < 300 || status > 399) return resolve(toResponse(response, status))
      response.resume()
      reject(new Error(`the answer is a redirect (${status})`))
    })
    call.end(body)
  })

function lengthOf(body: string | undefined): Record<string, string> {
  return body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
}

function toResponse(response: IncomingMessage, status: number): Response {
  return {
    status,
    headers: {
      get: (name) => {
        const value = response.headers[name]
        return Array.isArray(value) ? value.join(', ') : (value ?? null)
      },
    },
    text: () => text(response),
  }
}
