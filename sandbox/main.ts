/**
 * The process of the sandboxes. The shop starts it, sends it the settings (SandboxSettings), and is answered `{ report }`
 * or `{ problem }`. It ends when its channel to the shop closes, however the shop has ended.
 */
import { flushCompileCache } from 'node:module'
import type { SandboxSettings } from '#shared/sandbox.ts'
import { startSandbox } from './sandbox.ts'

// Ctrl-C reaches both processes, but the shop still needs its services while it answers the last requests.
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
