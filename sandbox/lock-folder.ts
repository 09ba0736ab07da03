import { createHash } from 'node:crypto'
import { mkdir, realpath } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { platform } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'

const MAX_WAIT_MS = 10_000
const TRY_EVERY_MS = 20

/**
 * Locks a folder of journals for this process. After a kill -9 of the shop, its sandboxes run for some milliseconds more
 * and may still write; the next sandboxes must not read the journals before that has ended. Rejects if the folder is
 * still locked after ten seconds.
 *
 * The lock is an abstract socket of Linux, which the kernel removes with the process. Other systems have no such sockets;
 * there the folder is not locked.
 */
export async function lockFolder(folder: string): Promise<{ close(): Promise<void> }> {
  await mkdir(folder, { recursive: true })
  if (platform() !== 'linux') return { close: async () => {} }
  const name = `\0frame-sandbox-${createHash('sha256')
    .update(await realpath(folder))
    .digest('hex')}`
  const until = performance.now() + MAX_WAIT_MS
  for (;;) {
    const server = await tryLock(name)
    if (server) return { close: () => new Promise((resolve) => server.close(() => resolve())) }
    if (performance.now() > until)
      throw new Error(`The sandboxes of another shop use the folder ${folder}. Stop it first.`)
    await pause(TRY_EVERY_MS)
  }
}

/** Null if another process has the lock. */
function tryLock(name: string): Promise<Server | null> {
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
