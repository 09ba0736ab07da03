/** Test helpers of the catalog: one shop for all tests of a file, with its owner. */
import { afterAll, beforeAll, expect } from 'vitest'
import { violations } from '#test/invariants.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'

/** The shop of the current test file, and its owner. */
export let shop: TestShop
export let admin: SignedInVisitor

/**
 * Opens the shop before all tests of a file. After them, the rows of its tables must agree with each other.
 * @param setsCounts whether the tests set counts in stock without their moves
 */
export function openCatalog(options: Parameters<typeof openShop>[0] = {}, setsCounts = false): void {
  beforeAll(async () => {
    shop = await openShop(options)
    await signInAgain()
  })
  afterAll(async () => {
    if (!setsCounts) expect(await violations(shop.db)).toEqual([])
    await shop.close()
  })
}

/** Sessions end after some time without a request. */
export async function signInAgain(): Promise<void> {
  admin = await signedIn(shop, { name: 'Olive Owner', isAdmin: true })
}
