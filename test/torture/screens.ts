/** Runs all browser tests with axe at every width; `npm test` leaves out the one in the middle (test/browser/axe.ts). */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { countPlaywright } from '../../scripts/reports.mjs'
import type { Result } from './table.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Returns one line of the table; `trials` is the number of tests, and each failed test is a violation. */
export async function screenResults(): Promise<Result[]> {
  const start = performance.now()
  const folder = await mkdtemp(join(tmpdir(), 'frame-screens-'))
  const file = join(folder, 'report.json')
  try {
    const args = [join(ROOT, 'node_modules/@playwright/test/cli.js'), 'test']
    args.push('--config', 'test/browser/playwright.config.ts')
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: {
        ...process.env,
        EVERY_TEST: '1',
        PLAYWRIGHT_JSON_OUTPUT_FILE: file,
      },
    })
    const [out] = await Promise.all([text(child.stdout), text(child.stderr)])
    const { passed, failed } = countPlaywright(JSON.parse(await readFile(file, 'utf8')))
    if (child.exitCode !== 0 && failed.length === 0) failed.push(`Playwright failed:\n${out.slice(-900)}`)
    const seconds = (performance.now() - start) / 1000
    const trials = passed + failed.length
    return [
      { campaign: 'screens: every browser test', database: 'sqlite', trials, violations: failed, seconds },
    ]
  } finally {
    await rm(folder, { recursive: true })
  }
}
