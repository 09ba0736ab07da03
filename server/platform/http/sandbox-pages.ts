/**
 * Forwards browsers' requests to the process of the sandboxes: PayPal's script and window, the music player, and the
 * buttons that change the status of a parcel. Their paths begin with /sandbox on the shop's own origin, so that they
 * work behind a tunnel or proxy.
 */
import { Agent, request as ask, type IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { SANDBOX_PATH } from '#shared/providers/sandbox.ts'
import { SECOND } from '#server/kernel/time/clock.ts'

const TIMEOUT = 10 * SECOND

/**
 * The request headers that are forwarded. Cookies are left out: the real services do not receive the shop's cookies
 * either.
 */
const REQUEST_HEADERS = ['host', 'origin', 'sec-fetch-site', 'content-type', 'range']

const RESPONSE_HEADERS = [
  'content-type',
  'content-length',
  'content-security-policy',
  'cache-control',
  'accept-ranges',
  'content-range',
]

/** @param origin where the process of the sandboxes listens for browsers */
export function sandboxPages(origin: string) {
  return async (app: FastifyInstance): Promise<void> => {
    const { hostname, port } = new URL(origin)
    const agent = new Agent({ keepAlive: true })
    app.addHook('onClose', async () => agent.destroy())
    // Bodies of all types are forwarded unchanged.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    app.route({
      method: ['GET', 'POST'],
      url: `${SANDBOX_PATH}/*`,
      config: { access: 'public' },
      handler: async (request, reply) => {
        const answer = await forward(request, { hostname, port, agent }).catch(() => null)
        if (!answer)
          return reply
            .code(503)
            .send({ message: 'The sandbox does not answer. Please try again in a moment' })
        for (const name of RESPONSE_HEADERS) {
          const value = answer.headers[name]
          if (value !== undefined) reply.header(name, value)
        }
        // The page has its own policy for the sites that may show it in a frame.
        if (answer.headers['content-security-policy']) reply.removeHeader('x-frame-options')
        return reply.code(answer.statusCode ?? 502).send(answer)
      },
    })
  }
}

type Upstream = { hostname: string; port: string; agent: Agent }

function forward({ raw, body }: FastifyRequest, there: Upstream): Promise<IncomingMessage> {
  const headers: Record<string, string> = {}
  for (const name of REQUEST_HEADERS) {
    const value = raw.headers[name]
    if (typeof value === 'string') headers[name] = value
  }
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
  if (raw.method === 'POST') headers['content-length'] = String(bytes.length)
  return new Promise((resolve, reject) => {
    const call = ask({ ...there, method: raw.method, path: raw.url, headers })
    const timer = setTimeout(() => call.destroy(new Error('The sandbox does not answer')), TIMEOUT)
    call.on('response', (answer) => {
      // Reading the body has no time limit, because its speed depends on the browser.
      clearTimeout(timer)
      resolve(answer)
    })
    call.on('error', reject)
    call.on('close', () => clearTimeout(timer))
    call.end(bytes)
  })
}
