/** A listening shop and plain sockets, for tests of framing, slow clients and unusual methods. */
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { TestShop } from './shop.ts'

export async function listen({ app }: Pick<TestShop, 'app'>): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The shop has no port')
  return address.port
}

type RawResponse = { text: string; status: number; closedAfter: number | null }

/**
 * Sends blocks of bytes, one every `pause` milliseconds, and reads until the server closes the connection or `timeout`
 * milliseconds are over. `closedAfter` is null if the server did not close it.
 */
export function sendRaw(
  port: number,
  pieces: string[],
  { pause = 0, timeout = 20_000 }: { pause?: number; timeout?: number } = {},
): Promise<RawResponse> {
  return new Promise((resolve) => {
    const began = performance.now()
    const socket: Socket = connect(port, '127.0.0.1')
    let text = ''
    let next: NodeJS.Timeout | undefined
    const done = (closedAfter: number | null) => {
      clearTimeout(timer)
      clearTimeout(next)
      socket.destroy()
      resolve({ text, status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), closedAfter })
    }
    const timer = setTimeout(() => done(null), timeout)
    socket.on('data', (bytes) => (text += bytes.toString('latin1')))
    socket.on('error', () => {})
    socket.on('close', () => done(performance.now() - began))
    const send = (index: number) => {
      if (index >= pieces.length || socket.destroyed) return
      socket.write(pieces[index]!, 'latin1')
      next = setTimeout(() => send(index + 1), pause)
    }
    socket.on('connect', () => send(0))
  })
}

type WireResponse = { status: number; headers: IncomingHttpHeaders; bytes: Buffer; text: string; body: any }

/** A request over the network, which includes the response cache; `inject` starts after it. */
export function sendRequest(
  port: number,
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<WireResponse> {
  return new Promise((resolve, reject) => {
    const asking = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      resolve(readResponse(response))
    })
    asking.on('error', reject).end()
  })
}

async function readResponse(response: IncomingMessage): Promise<WireResponse> {
  const bytes = await buffer(response)
  const text = bytes.toString()
  const { statusCode: status = 0, headers } = response
  const isJson = !headers['content-encoding'] && /^[[{]/.test(text)
  return { status, headers, bytes, text, body: isJson ? JSON.parse(text) : null }
}
