/** Loaded before the shop, with `--import`: counts the CPU time of `renderToString` in the file that `RENDERING_FILE` names. */
import { renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { isMainThread } from 'node:worker_threads'

export const WRITTEN_EVERY_MS = 50

type Server = { renderToString: (...given: unknown[]) => string }

const file = process.env.RENDERING_FILE
if (file !== undefined && isMainThread) count(file)

function count(into: string): void {
  // The site imports the same object, whose functions it reads after this.
  const server = createRequire(import.meta.url)('react-dom/server') as Server
  const { renderToString } = server
  let micros = 0
  server.renderToString = (...given) => {
    const before = process.threadCpuUsage()
    try {
      return renderToString(...given)
    } finally {
      const { user, system } = process.threadCpuUsage(before)
      micros += user + system
    }
  }
  // Renamed, so that a reader never sees half a file.
  const write = () => {
    writeFileSync(`${into}.new`, String(micros / 1000))
    renameSync(`${into}.new`, into)
  }
  write()
  setInterval(write, WRITTEN_EVERY_MS).unref()
}
