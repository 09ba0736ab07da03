/**
 * Starts the shop as a program: reads the settings, launches the process of the sandboxes, and then loads the rest, so
 * that both processes load at the same time.
 */
import { readConfig } from '#server/kernel/config/config.ts'
import { explainFullDisk } from '#server/kernel/files/full-disk.ts'
import { createPrivately } from '#server/kernel/files/private.ts'
import type { Pages } from '#server/site/pages/render.ts'
import { launchSandboxes } from '#server/start/sandbox-process.ts'
import { print, reportFailure } from '#server/start/welcome.ts'

/** Runs the shop until the process gets a signal to stop. `pages` replaces the built site in development. */
export async function run(pages: Pages | null = null): Promise<void> {
  const config = readConfig(process.env)
  // Before the process of the sandboxes, which inherits it.
  createPrivately()
  const sandboxes = launchSandboxes(config, print)
  const { runShop } = await import('#server/run-shop.ts')
  try {
    await runShop({ config, sandboxes, pages })
  } catch (error) {
    throw explainFullDisk(error, config)
  }
}

/** Errors with a message for the terminal, printed without a stack trace. */
const WITHOUT_STACK = new Set([
  'ConfigError',
  'DataFolderInUse',
  'DatabaseUnusable',
  'SandboxesInUse',
  'SandboxesUnusable',
])

/** Runs the shop as a program. If it cannot start, prints the reason and exits with code 1. */
export async function main(): Promise<void> {
  try {
    await run()
  } catch (error) {
    const { name, message, stack } = error as Error
    reportFailure(WITHOUT_STACK.has(name) ? `\n${message}\n\n` : `\n${stack ?? message}\n`)
    process.exit(1)
  }
}

if (import.meta.main) await main()
