import { createHash } from 'node:crypto'
import { mkdir, realpath } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { platform } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'

const MAX_WAIT_MS = 10_000
const TRY_EVERY_MS = 20

/**
 * Locks a folder of journals for this process. After a kill -9 of the shop, its sandboxes run for some milliseconds
 * more and may still write. The next sandboxes must wait until then before they read the journals. Rejects if the
 * folder is still locked after ten seconds.
 * The lock is an abstract Unix socket, which Linux removes when the process ends. Other systems have no such sockets,
 * so the folder is not locked there.
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

/** Returns the lock, or null if another process has it. */
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
