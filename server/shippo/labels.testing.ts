/** A shop whose carrier can be made to fail for one test, and what the tests of labels have in common. */
import { expect } from 'vitest'
import { pay, placed, VIENNA } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import type { SomebodySignedIn } from '#test/signed-in.ts'
import type { Shipping } from '../providers/providers.ts'

export type LabelShop = TestShop & {
  /** The carrier as it is. */
  real: Shipping
  /** What it does otherwise until told again. */
  instead: (verbs: Partial<Shipping>) => void
  /** Somebody orders so many bags and pays. */
  paid: (buyer: SomebodySignedIn, address?: typeof VIENNA, qty?: number) => Promise<string>
  pdf: (
    admin: SomebodySignedIn,
    path: string,
  ) => Promise<{ statusCode: number; rawPayload: Buffer; type: unknown }>
}

/** @param patienceMs how long the clients wait for an answer */
export async function openLabelShop(patienceMs?: number): Promise<LabelShop> {
  let real!: Shipping
  let verbs: Record<string, unknown> = {}
  const shop = await openShop({
    ...(patienceMs === undefined ? {} : { patienceMs }),
    providers: (given) => {
      real = given.shipping
      const entries = Object.entries(real).map(([name, value]) => [
        name,
        typeof value === 'function'
          ? (...asked: unknown[]) => ((verbs[name] ?? value) as (...asked: unknown[]) => unknown)(...asked)
          : value,
      ])
      return { ...given, shipping: Object.fromEntries(entries) as Shipping }
    },
  })
  const bean = await shop.sell({ stock: 1000 })
  return {
    ...shop,
    real,
    instead: (given) => {
      verbs = given
    },
    paid: async (buyer, address = VIENNA, qty = 1) => {
      const id = await placed(buyer, [{ _id: bean, qty }], address)
      const answer = await pay(shop, buyer, id)
      expect(answer.status, answer.text).toBe(200)
      return id
    },
    pdf: async (admin, url) => {
      const { statusCode, rawPayload, headers } = await shop.app.inject({
        method: 'GET',
        url,
        headers: { cookie: admin.cookie },
      })
      return { statusCode, rawPayload, type: headers['content-type'] }
    },
  }
}
