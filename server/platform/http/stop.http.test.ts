// On SQLite only: connections and headers, the same code on both databases.
// Slow, not in `npm run check`: servers in child processes.
/** The real server in its own process receives stop signals while it is in use. */
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { onPostgres } from '#test/database.ts'
import { aPicture, formOf } from '#test/form.ts'
import { ownerAt } from '#test/torture/buying.ts'
import { ownPlace } from '#test/torture/own-place.ts'
import { startShop, type RunningShop } from '#test/torture/running-shop.ts'

const place = ownPlace()

const portOf = ({ origin }: RunningShop) => Number(new URL(origin).port)

/** A raw connection; `answer` resolves with all received text when the connection closes. */
async function openConnection(shop: RunningShop): Promise<{ socket: Socket; answer: Promise<string> }> {
  const socket = connect(portOf(shop), '127.0.0.1')
  await once(socket, 'connect')
  let text = ''
  socket.on('data', (bytes) => (text += bytes.toString('latin1')))
  const answer = new Promise<string>((resolve) => {
    socket.on('error', (error) => (text += ` ${error.message}`))
    socket.on('close', () => resolve(text))
  })
  return { socket, answer }
}

async function waitUntilRefused(shop: RunningShop): Promise<void> {
  for (;;) {
    const refused = await openConnection(shop).then(
      ({ socket }) => void socket.destroy(),
      () => true,
    )
    if (refused) return
    await pause(20)
  }
}

/** Files of uploads that are being received. */
const received = () => readdir(join(place.dataDir, 'incoming')).catch(() => [])

/** Starts an upload by the owner and sends all but its last bytes; `finish` sends these. */
async function startUpload(shop: RunningShop) {
  const owner = await ownerAt(shop.origin)
  const { payload, headers } = formOf('image', [{ bytes: await aPicture({ width: 300, height: 200 }) }])
  const { socket, answer } = await openConnection(shop)
  socket.write(
    `POST /api/upload/productimage HTTP/1.1\r\nhost: localhost\r\ncookie: ${owner.cookie}\r\n` +
      `content-type: ${headers['content-type']}\r\ncontent-length: ${payload.length}\r\n\r\n`,
  )
  socket.write(payload.subarray(0, -100))
  while ((await received()).length === 0) await pause(20)
  return { answer, finish: () => socket.write(payload.subarray(-100)) }
}

test('after the port is closed, a request on an open connection is answered, and then the connection closes', async () => {
  const shop = await startShop(place)
  const late = await openConnection(shop)
  process.kill(shop.pid, 'SIGTERM')
  // The test writes at intervals, so that the connection does not count as idle.
  late.socket.write('GET /shop HTTP/1.1\r\nhost: localhost\r\n')
  const trickle = setInterval(() => late.socket.write('x-wait: 1\r\n'), 200)
  await waitUntilRefused(shop)
  clearInterval(trickle)
  late.socket.write('\r\n')
  const answer = await late.answer
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(answer).toMatch(/\r\nconnection: close\r\n/i)
  expect(answer).toContain('</html>')
  expect(await shop.code).toBe(0)
})

// This test uses the real clock of the machine, so it runs on one database only.
test.skipIf(onPostgres)(
  'an upload that ends twelve seconds after SIGTERM is accepted, and the process exits with 0',
  async () => {
    const shop = await startShop(place)
    const upload = await startUpload(shop)
    process.kill(shop.pid, 'SIGTERM')
    await pause(12_000)
    upload.finish()
    expect(await upload.answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(await shop.code).toBe(0)
  },
)

test('a second SIGTERM cuts requests that are not answered soon, and the process exits with 0', async () => {
  const shop = await startShop(place)
  const upload = await startUpload(shop)
  process.kill(shop.pid, 'SIGTERM')
  await waitUntilRefused(shop)
  // Two signals within half a second count as one.
  await pause(700)
  process.kill(shop.pid, 'SIGTERM')
  expect(await upload.answer).not.toContain('200 OK')
  expect(await shop.code).toBe(0)
})

test('two signals in quick succession, as from a terminal through npm, count as one', async () => {
  const shop = await startShop(place)
  const upload = await startUpload(shop)
  process.kill(shop.pid, 'SIGINT')
  process.kill(shop.pid, 'SIGTERM')
  await pause(3000)
  upload.finish()
  expect(await upload.answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(await shop.code).toBe(0)
})

test('an idle connection does not delay the exit', async () => {
  const shop = await startShop(place)
  const { answer } = await openConnection(shop)
  const keepAlive = await openConnection(shop)
  keepAlive.socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await once(keepAlive.socket, 'data')
  process.kill(shop.pid, 'SIGTERM')
  expect(await answer).toBe('')
  expect(await shop.code).toBe(0)
})
