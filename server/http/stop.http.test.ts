/** The real server in a process of its own is told to stop while it is being used. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { onPostgres } from '#test/database.ts'
import { aPicture, formOf } from '#test/form.ts'
import { ownerAt } from '#test/torture/buying.ts'
import { ownPlace } from '#test/torture/own-place.ts'
import { startShop, type RunningShop } from '#test/torture/running-shop.ts'

const place = ownPlace()

const portOf = ({ origin }: RunningShop) => Number(new URL(origin).port)

/** A connection that is written to by hand; `answer` resolves with all it has said when it ends. */
async function dial(shop: RunningShop): Promise<{ socket: Socket; answer: Promise<string> }> {
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

async function untilRefused(shop: RunningShop): Promise<void> {
  for (;;) {
    const refused = await dial(shop).then(
      ({ socket }) => void socket.destroy(),
      () => true,
    )
    if (refused) return
    await pause(20)
  }
}

/** Begins an upload by the owner and sends all but its last bytes, which `finish` sends. */
async function halfAnUpload(shop: RunningShop) {
  const owner = await ownerAt(shop.origin)
  const { payload, headers } = formOf('image', [{ bytes: await aPicture({ width: 300, height: 200 }) }])
  const { socket, answer } = await dial(shop)
  socket.write(
    `POST /api/upload/productimage HTTP/1.1\r\nhost: localhost\r\ncookie: ${owner.cookie}\r\n` +
      `content-type: ${headers['content-type']}\r\ncontent-length: ${payload.length}\r\n\r\n`,
  )
  socket.write(payload.subarray(0, -100))
  await pause(200)
  return { answer, finish: () => socket.write(payload.subarray(-100)) }
}

test('a page that is asked for after the port was closed is answered, as the last of its connection', async () => {
  const shop = await startShop(place)
  const late = await dial(shop)
  process.kill(shop.pid, 'SIGTERM')
  // Written to now and then, so that it is not taken for a connection that nobody uses.
  late.socket.write('GET /shop HTTP/1.1\r\nhost: localhost\r\n')
  const trickle = setInterval(() => late.socket.write('x-wait: 1\r\n'), 200)
  await untilRefused(shop)
  clearInterval(trickle)
  late.socket.write('\r\n')
  const answer = await late.answer
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(answer).toMatch(/\r\nconnection: close\r\n/i)
  expect(answer).toContain('</html>')
  expect(await shop.code).toBe(0)
})

// The clocks are those of the machine, so this takes as long as they do; once is enough.
test.skipIf(onPostgres)(
  'an upload that goes on for twelve seconds after SIGTERM is taken, and the process exits with 0',
  { timeout: 60_000 },
  async () => {
    const shop = await startShop(place)
    const upload = await halfAnUpload(shop)
    process.kill(shop.pid, 'SIGTERM')
    await pause(12_000)
    upload.finish()
    expect(await upload.answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(await shop.code).toBe(0)
  },
)

test('a second SIGTERM cuts what is not answered soon, and the process exits with 0', async () => {
  const shop = await startShop(place)
  const upload = await halfAnUpload(shop)
  process.kill(shop.pid, 'SIGTERM')
  await pause(700)
  process.kill(shop.pid, 'SIGTERM')
  expect(await upload.answer).not.toContain('200 OK')
  expect(await shop.code).toBe(0)
})

test('the same signal twice at once, as from a terminal through npm, counts once', async () => {
  const shop = await startShop(place)
  const upload = await halfAnUpload(shop)
  process.kill(shop.pid, 'SIGINT')
  process.kill(shop.pid, 'SIGTERM')
  await pause(3000)
  upload.finish()
  expect(await upload.answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(await shop.code).toBe(0)
})

test('a connection that nobody uses does not hold the process up', async () => {
  const shop = await startShop(place)
  const { answer } = await dial(shop)
  const kept = await dial(shop)
  kept.socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await once(kept.socket, 'data')
  process.kill(shop.pid, 'SIGTERM')
  expect(await answer).toBe('')
  expect(await shop.code).toBe(0)
})
