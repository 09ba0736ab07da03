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

process.once('message', (settings: SandboxSettings) => {
  startSandbox(settings).then(
    ({ report }) => {
      process.send?.({ report })
      flushCompileCache()
    },
    (error: Error) => process.send?.({ problem: error.message }, () => process.exit(1)),
  )
})
