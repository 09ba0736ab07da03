/** What the commands of the terminal have in common. */
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'

/** Errors whose message says all that the person at the terminal needs. */
const SPEAK_FOR_THEMSELVES = new Set([
  'ConfigError',
  'DataFolderInUse',
  'DatabaseUnusable',
  'BadBackup',
  'BackupRefused',
  'Refusal',
  'Usage',
])

/** Thrown to say how a command is called. */
export class Usage extends Error {
  override name = 'Usage'
}

/** Runs a command; what goes wrong ends it with a few words and the code 1. */
export async function command(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const { name, message, stack } = error as Error
    const isPlain =
      SPEAK_FOR_THEMSELVES.has(name) ||
      String(Reflect.get(error as object, 'code')).startsWith('ERR_PARSE_ARGS')
    process.stderr.write(`\n  ${isPlain ? message.replaceAll('\n', '\n  ') : (stack ?? message)}\n\n`)
    process.exitCode = 1
  }
}

export function say(text: string): void {
  process.stdout.write(`  ${text}\n`)
}

/** Asks a question at the terminal; no without one, and by default. */
export async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return false
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return /^y(es)?$/i.test((await terminal.question(`  ${question}`)).trim())
  } finally {
    terminal.close()
  }
}

/** A path as the caller means it: npm runs commands in the repository's folder, wherever it was called. */
export function pathOf(given: string): string {
  return resolve(process.env['INIT_CWD'] ?? '.', given)
}
