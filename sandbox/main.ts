/**
 * The process of the sandboxes. The shop starts it and sends it the settings (SandboxSettings). The process replies
 * with `{ report }` or `{ problem }`. It exits when its channel to the shop closes, which also happens if the shop is
 * killed.
 */
import { flushCompileCache } from 'node:module'
import type { SandboxMove, SandboxSettings } from '#shared/providers/sandbox.ts'
import { startSandbox } from './sandbox.ts'

// Ctrl-C signals both processes. The sandboxes ignore it, because the shop needs them for its last requests.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
process.once('disconnect', () => process.exit(0))
if (!process.connected) process.exit(0)

process.once('message', (settings: SandboxSettings) => {
  let { ahead } = settings
  process.on('message', (move: SandboxMove) => {
    ahead = move.ahead
  })
  void start(settings, () => Date.now() + ahead)
})

async function start(settings: SandboxSettings, now: () => number): Promise<void> {
  try {
    const { report } = await startSandbox({ ...settings, now })
    process.send?.({ report })
    flushCompileCache()
  } catch (error) {
    process.send?.({ problem: (error as Error).message }, () => process.exit(1))
  }
}
