/**
 * The server to compare with: `node:http` that responds only from memory, with the headers and the body that
 * its parent process sends.
 */
import { createServer } from 'node:http'

/** `headers`: alternating names and values. `body` is base64. */
export type BareResponse = { headers: string[]; body: string }

process.once('message', ({ headers, body }: BareResponse) => {
  const bytes = Buffer.from(body, 'base64')
  const server = createServer((_request, response) => {
    response.writeHead(200, headers).end(bytes)
  })
  server.listen(0, '127.0.0.1', () => {
    const bound = server.address()
    process.send?.({ port: typeof bound === 'object' ? bound?.port : 0 })
  })
})
process.on('disconnect', () => process.exit(0))
