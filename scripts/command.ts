/** Shared by the commands `npm run backup`, `restore` and `admin`. */
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { Manifest } from '#server/backoffice/backup/archive.ts'
import { explainFullDisk } from '#server/kernel/files/full-disk.ts'
import { createPrivately } from '#server/kernel/files/private.ts'
import { counted, plural } from '#shared/kernel/counts.ts'

/** Errors that need no stack trace, because their message is enough for the user. */
const EXPECTED_ERRORS = new Set([
  'ConfigError',
  'DataFolderInUse',
  'DatabaseUnusable',
  'BadBackup',
  'BackupRefused',
  'Refusal',
  'Usage',
])

/** Throw this to print the usage of a command. */
export class Usage extends Error {
  override name = 'Usage'
}

/** Runs a command. After an error, the process ends with a short message and the exit code 1. */
export async function command(work: () => Promise<void>): Promise<void> {
  createPrivately()
  try {
    await work()
  } catch (thrown) {
    const error = explainFullDisk(thrown, null)
    const { name, message, stack } = error as Error
    const isPlain =
      EXPECTED_ERRORS.has(name) || String(Reflect.get(error as object, 'code')).startsWith('ERR_PARSE_ARGS')
    process.stderr.write(`\n  ${isPlain ? message.replaceAll('\n', '\n  ') : (stack ?? message)}\n\n`)
    process.exitCode = 1
  }
}

export function print(text: string): void {
  process.stdout.write(`  ${text}\n`)
}

/** Asks a yes-no question at the terminal. The default answer is no. Without a terminal, the answer is no. */
export async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return false
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return /^y(es)?$/i.test((await terminal.question(`  ${question}`)).trim())
  } finally {
    terminal.close()
  }
}

/** Asks for a password at the terminal, without showing the input. */
export async function askPassword(question: string): Promise<string> {
  process.stdout.write(`  ${question}`)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  const stopped = new AbortController()
  terminal.once('SIGINT', () => stopped.abort())
  try {
    return await terminal.question('', { signal: stopped.signal })
  } catch {
    process.stdout.write('\n')
    process.exit(130)
  } finally {
    process.stdout.write('\n')
    terminal.close()
  }
}

/**
 * Resolves a path from the folder in which npm was called, because npm runs commands in the folder of the repository.
 */
export function pathOf(given: string): string {
  return resolve(process.env['INIT_CWD'] ?? '.', given)
}

/** A summary in one or two lines: `Taken 2026-11-21 09:30 UTC: 412 orders, 55 users, …`. */
export function contentsOf({ takenAt, tables, uploads }: Manifest): string {
  const rows = (name: string) => tables[name] ?? 0
  const rest = Object.values(tables).reduce((sum, count) => sum + count, 0)
  const at = `${takenAt.slice(0, 16).replace('T', ' ')} UTC`
  const missing = uploads.missing.length
  return [
    `Taken ${at}: ${counted(rows('orders'), 'order')}, ${counted(rows('users'), 'user')}, ${counted(rows('products'), 'product')}, ` +
      `${counted(rest, 'row')} in all; ${counted(uploads.files, 'picture file')}.`,
    ...(missing > 0
      ? [
          `${counted(missing, 'picture file')} of the shop ${plural(missing, 'was', 'were')} missing from its storage.`,
        ]
      : []),
  ].join('\n  ')
}
