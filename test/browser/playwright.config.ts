import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { defineConfig } from '@playwright/test'

const ROOT = resolve(import.meta.dirname, '../..')
const FIRST_PORT = Number(process.env.TEST_PORT ?? 3900)
/** Set once by the runner; its workers inherit it. */
process.env.FRAME_TEST_DATA ??= mkdtempSync(join(tmpdir(), 'frame-browser-'))

/** Tests that run at once have a shop each: what one sells is not on the other's list. */
const WORKERS = 2
const urlOf = (worker: number) => `http://localhost:${FIRST_PORT + worker}`

/** The shop of this worker. */
export const BASE_URL = urlOf(Number(process.env.TEST_PARALLEL_INDEX ?? 0))

export const ADMIN = { email: 'owner@frame.example', password: 'a quiet gallery' }

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: join(ROOT, 'test-results'),
  workers: WORKERS,
  timeout: 90_000,
  // A machine that does other things meanwhile needs longer, and nobody waits for what is there.
  expect: { timeout: 20_000 },
  forbidOnly: true,
  // Two hundred tests on a small machine: one that passes the second time is reported as flaky, by name.
  retries: 1,
  reporter: [['dot'], ['json']],
  use: {
    baseURL: BASE_URL,
    // Recording everything takes its time on a small machine: TRACE=1 asks for it.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: Array.from({ length: WORKERS }, (_, worker) => shopOf(worker)),
})

function shopOf(worker: number) {
  return {
    name: `shop ${worker}`,
    command: `${process.execPath} --import ./test/browser/quick-hash.ts server/start.mjs`,
    cwd: ROOT,
    url: `${urlOf(worker)}/readyz`,
    env: {
      PORT: String(FIRST_PORT + worker),
      DATA_DIR: join(process.env.FRAME_TEST_DATA!, String(worker)),
      RATE_LIMITS: 'off',
      SANDBOX_CONTROLS: '1',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    },
    stdout: 'ignore' as const,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 5000 },
  }
}
