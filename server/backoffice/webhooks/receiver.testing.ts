/** A receiver of webhooks: a server of its own that verifies each message with the library of Standard Webhooks. */
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

export type Received = {
  id: string
  headers: IncomingHttpHeaders
  /** The body as it came. */
  text: string
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
}

export type Receiver = {
  /** The address, with this path. */
  at: (path?: string) => string
  received: Received[]
  /** How it answers; 204 by default. */
  answer: (response: ServerResponse, received: Received) => void
  close: () => Promise<void>
}

export async function openReceiver(): Promise<Receiver> {
  const receiver: Receiver = {
    at: (path = '/hook') => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    received: [],
    answer: (response) => void response.writeHead(204).end(),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => void chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const { headers } = request
      const got = { id: String(headers['webhook-id']), headers, text, body: JSON.parse(text) as unknown }
      receiver.received.push(got)
      receiver.answer(response, got)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return receiver
}

/** Verifies a message, as a receiver does. Throws the error of the library. */
export function verify(secret: string, { text, headers }: Pick<Received, 'text' | 'headers'>): unknown {
  return new Webhook(secret).verify(text, headers as Record<string, string>)
}
