import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findChromium } from '../../scripts/chromium.mjs'
import { fastFolder } from '../fast-folder.ts'
import { SHOP_PROGRAM } from '../shop-program.ts'
import { REDUCED_MOTION } from './motion.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const FIRST_PORT = Number(process.env.TEST_PORT ?? 3900)
/** In memory, if there is room: the shops' data, and what Chromium's processes share. decisions/037 */
const FOLDER = fastFolder()
/** Playwright lets Chromium share memory by files on the disk, because some containers have little room in memory. */
const SHARED_ON_DISK = ['--disable-dev-shm-usage']

// Created and deleted by the runner; its workers inherit it.
if (process.env.FRAME_TEST_DATA === undefined) {
  const folder = mkdtempSync(join(FOLDER, 'frame-browser-'))
  process.env.FRAME_TEST_DATA = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
}

// Found once; the workers inherit it.
process.env.CHROMIUM ??= findChromium()

/** Each parallel worker has its own shop, so that tests do not see each other's data. */
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
  timeout: 180_000,
  // Long, for busy machines. A test continues as soon as the condition is met.
  expect: { timeout: 40_000 },
  forbidOnly: true,
  // A failed test is repeated once, because a small machine is sometimes too slow. If it passes then, it is reported as
  // flaky.
  retries: 1,
  reporter: [['dot'], ['json']],
  use: {
    baseURL: BASE_URL,
    contextOptions: REDUCED_MOTION,
    // Recording is slow on a small machine; TRACE=1 enables it.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
      ignoreDefaultArgs: FOLDER === tmpdir() ? [] : SHARED_ON_DISK,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Graphics and network in the main process: less CPU per test. decisions/037
        '--in-process-gpu',
        '--enable-features=NetworkServiceInProcess2',
        // The pages of a context share a process, which `visitor.ts` keeps.
        '--renderer-process-limit=1',
      ],
    },
  },
  webServer: Array.from({ length: WORKERS }, (_, worker) => shopOf(worker)),
})

function shopOf(worker: number) {
  return {
    name: `shop ${worker}`,
    command: [process.execPath, ...SHOP_PROGRAM].join(' '),
    cwd: ROOT,
    url: `${urlOf(worker)}/readyz`,
    env: {
      PORT: String(FIRST_PORT + worker),
      DATA_DIR: join(process.env.FRAME_TEST_DATA!, String(worker)),
      RATE_LIMITS: 'off',
      SANDBOX_CONTROLS: '1',
      // The receivers of webhooks are on this machine.
      ALLOW_PRIVATE_HOSTS: '1',
      // No invented orders in the admin's lists.
      SEED: 'catalogue',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    },
    stdout: 'ignore' as const,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 5000 },
  }
}
