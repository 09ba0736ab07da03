/** A shop of its own for the tests of a file, which change what a shop cannot change back. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test, type APIResponse } from '@playwright/test'
import { SHOP_PROGRAM } from '../shop-program.ts'
import { ADMIN } from './playwright.config.ts'

/**
 * Starts a shop with the catalog before the tests of the file, and ends it after them. Returns its origin.
 * @param offset of its port; each file has another one
 */
export function useOwnShop(offset: number): string {
  const port = Number(process.env.TEST_PORT ?? 3900) + offset
  const origin = `http://localhost:${port}`
  let shop: ChildProcess
  test.beforeAll(async () => {
    shop = spawn(process.execPath, SHOP_PROGRAM, {
      cwd: resolve(import.meta.dirname, '../..'),
      stdio: 'ignore',
      env: {
        ...process.env,
        PORT: String(port),
        DATA_DIR: mkdtempSync(join(tmpdir(), 'frame-own-shop-')),
        RATE_LIMITS: 'off',
        SEED: 'catalogue',
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
      },
    })
    await expect
      .poll(
        () =>
          fetch(`${origin}/readyz`).then(
            ({ ok }) => ok,
            () => false,
          ),
        { timeout: 60_000 },
      )
      .toBe(true)
  })
  test.afterAll(async () => {
    // A repeated test starts another shop at the same port.
    const ended = once(shop, 'exit')
    shop.kill('SIGTERM')
    await ended
  })
  return origin
}

/** The JSON of an answer. Fails if it is not a success. */
// oxlint-disable-next-line typescript/no-explicit-any
export async function jsonOf(call: Promise<APIResponse>): Promise<any> {
  const answer = await call
  expect(answer.ok(), `${answer.url()} ${await answer.text()}`).toBe(true)
  return answer.json()
}
