/** The admin's requests to the Money page, for tests. */
import { expect } from 'vitest'
import type { PaymentsCheck, Finding } from '#shared/payments/api/payments-check.ts'
import type { TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'

/** @param at returns the shop of the current test */
export function moneyAdmin(at: () => TestShop) {
  // Sessions expire when a test advances the clock.
  const admin = () => signedIn(at(), { name: 'Olive Owner', isAdmin: true })

  async function ask(path: string, request?: object): Promise<PaymentsCheck> {
    const answer = await (await admin()).post(`/api/money/${path}`, request)
    expect([answer.status, answer.body.message]).toEqual([200, undefined])
    return answer.body
  }

  const compare = (days?: number) => ask('compare', { days })

  return {
    admin,
    compare,
    settle: (finding: Finding) => ask(`${finding._id}/settle`),
    /** Expects a single difference with these fields. */
    theOne: async (like: Partial<Finding>): Promise<Finding> => {
      const { findings } = await compare()
      expect(findings).toMatchObject([like])
      return findings[0]!
    },
  }
}
