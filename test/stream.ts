/** A real connection to a listening shop, for bodies that are too large or too slow for `inject`. */
import { once } from 'node:events'
import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'

type Streamed = {
  /** 0 if the connection ended without an answer. */
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
  /** The bytes that the server has read. */
  read: number
  /** The bytes that were written before the connection ended. */
  sent: number
}

/** Starts listening, and returns the port. */
async function portOf(app: FastifyInstance): Promise<number> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  return typeof address === 'object' && address ? address.port : 0
}

/**
 * Sends a request with a body in blocks, as fast as the server reads them, until it answers or closes the connection.
 * If the body throws, the connection is cut.
 * @param head request line and headers, without the empty line
 */
export async function stream(
  app: FastifyInstance,
  head: string,
  chunks: Iterable<Buffer | string> | AsyncIterable<Buffer | string>,
): Promise<Streamed> {
  const port = await portOf(app)
  const accepted = once(app.server, 'connection') as Promise<[{ bytesRead: number }]>
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('error', () => {})
  const over = new Promise<void>((resolve) => {
    socket.on('close', () => resolve())
  })
  const answered = new Promise<void>((resolve) => {
    socket.on('data', (data) => {
      text += data.toString('latin1')
      if (/\r\n\r\n[\s\S]*\}/.test(text)) resolve()
    })
  })
  const [served] = await accepted
  socket.write(
    `${head
      .trim()
      .split('\n')
      .map((line) => line.trim())
      .join('\r\n')}\r\n\r\n`,
  )
  try {
    for await (const chunk of chunks) {
      if (socket.destroyed) break
      if (!socket.write(chunk)) await Promise.race([once(socket, 'drain').catch(() => {}), over])
    }
  } catch (error) {
    socket.destroy()
    throw error
  }
  // Long enough for any answer; then the connection is closed.
  const timeout = setTimeout(() => socket.destroy(), 20_000)
  await Promise.race([over, answered])
  clearTimeout(timeout)
  socket.destroy()
  await over
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0)
  const json = /\r\n\r\n(?:[0-9a-f]+\r\n)?(\{[\s\S]*\})/.exec(text)?.[1]
  return { status, body: json && JSON.parse(json), read: served.bytesRead, sent: socket.bytesWritten }
}
