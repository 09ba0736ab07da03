/**
 * For `node --import`: changes three constants of the shop for a simulated year. The first change makes the shop treat a
 * shared PayPal sandbox as its own, so that the shop's clock can be moved. The campaign also moves the clock of that
 * sandbox. The other two changes remove the pauses of the jobs: the pauses leave time for pages, and no pages are loaded.
 */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const SERVER = join(import.meta.dirname, '../../../server')

/** By file: the text that is replaced, and the new text. */
const CHANGES: Record<string, [string, string]> = {
  'providers/connect.ts': [
    "merchantId ?? undefined, mode: 'live'",
    "merchantId ?? undefined, mode: 'sandbox'",
  ],
  'time/run-then-pause.ts': ['const LONGEST_PAUSE = 200', 'const LONGEST_PAUSE = 0'],
  'jobs/jobs.ts': ['{ mails: 10, ms: 200 }', '{ mails: 10, ms: 0 }'],
}

const changes = new Map(
  Object.entries(CHANGES).map(([file, change]) => [pathToFileURL(join(SERVER, file)).href, change]),
)

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    const change = changes.get(url)
    if (!change) return loaded
    const source = readFileSync(new URL(url), 'utf8')
    if (!source.includes(change[0])) throw new Error(`${url} does not contain “${change[0]}”`)
    return { ...loaded, source: source.replace(...change) }
  },
})
