/**
 * The process of the sandboxes. The shop starts it and sends it the settings (SandboxSettings). The process replies with
 * `{ report }` or `{ problem }`. It exits when its channel to the shop closes, however the shop has ended.
 */
import { flushCompileCache } from 'node:module'
import type { SandboxSettings } from '#shared/sandbox.ts'
import { startSandbox } from './sandbox.ts'

// Ctrl-C signals both processes, but the shop still needs the services until it has answered its last requests.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
process.once('disconnect', () => process.exit(0))
if (!process.connected) process.exit(0)

process.once('message', (settings: SandboxSettings) => void start(settings))

async function start(settings: SandboxSettings): Promise<void> {
  try {
    const { report } = await startSandbox(settings)
    process.send?.({ report })
    flushCompileCache()
  } catch (error) {
    process.send?.({ problem: (error as Error).message }, () => process.exit(1))
  }
}
