/** A shop of its own for the tests of a file, which change what a shop cannot change back. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, type APIResponse } from '@playwright/test'
import { startShop, type RunningShop } from '../torture/running-shop.ts'
import { ADMIN } from './playwright.config.ts'

/**
 * Starts a shop with the catalog before the tests of the file, and ends it after them. Returns its origin.
 * @param offset of its port; each file has another one
 */
export function useOwnShop(offset: number): string {
  const port = Number(process.env.TEST_PORT ?? 3900) + offset
  let shop: RunningShop | undefined
  test.beforeAll(async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'frame-own-shop-'))
    const admin = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }
    shop = await startShop({ dataDir, databaseUrl: null }, { ...admin, PORT: String(port) })
  })
  test.afterAll(() => shop?.kill())
  return `http://localhost:${port}`
}

/** The JSON of an answer. Fails if it is not a success. */
// oxlint-disable-next-line typescript/no-explicit-any
export async function jsonOf(call: Promise<APIResponse>): Promise<any> {
  const answer = await call
  expect(answer.ok(), `${answer.url()} ${await answer.text()}`).toBe(true)
  return answer.json()
}
