/**
 * The server to compare with: `node:http` that responds only from memory. `node bench/bare.ts <bytes> <content-type>`
 */
import { createServer } from 'node:http'

const [bytes = '0', type = 'text/plain'] = process.argv.slice(2)
const body = Buffer.alloc(Number(bytes), 'x')
const headers = { 'content-type': type, 'content-length': body.length }

const server = createServer((_request, response) => {
  response.writeHead(200, headers).end(body)
})
server.listen(0, '127.0.0.1', () => {
  const bound = server.address()
  process.send?.({ port: typeof bound === 'object' ? bound?.port : 0 })
})
process.on('disconnect', () => process.exit(0))
