import { createHash } from 'node:crypto'
import { mkdir, realpath } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { platform } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'

const LONGEST_WAIT_MS = 10_000
const TRY_EVERY_MS = 20

/**
 * Claims a folder of journals. After a kill -9 of the shop its sandboxes live for some milliseconds more, and may still
 * write: the next ones read the journals only when they have gone. Rejects when they are there after ten seconds.
 *
 * The claim is an abstract socket of Linux, which the kernel drops with the process; other systems have none, and go on
 * without a claim.
 */
export async function lockFolder(folder: string): Promise<{ close(): Promise<void> }> {
  await mkdir(folder, { recursive: true })
  if (platform() !== 'linux') return { close: async () => {} }
  const name = `\0frame-sandbox-${createHash('sha256')
    .update(await realpath(folder))
    .digest('hex')}`
  const until = performance.now() + LONGEST_WAIT_MS
  for (;;) {
    const server = await claim(name)
    if (server) return { close: () => new Promise((resolve) => server.close(() => resolve())) }
    if (performance.now() > until)
      throw new Error(`The sandboxes of another shop use the folder ${folder}. Stop it first.`)
    await pause(TRY_EVERY_MS)
  }
}

/** Null when another process has the name. */
function claim(name: string): Promise<Server | null> {
  const server = createServer((socket) => socket.destroy())
  server.unref()
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null)
      else reject(error)
    })
    server.listen(name, () => resolve(server))
  })
}
