import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

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
