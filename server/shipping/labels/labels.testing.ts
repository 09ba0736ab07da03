/** A shop whose carrier can fail in a test, and an admin and a buyer with the calls for labels. */
import { expect } from 'vitest'
import { pay, placed, VIENNA } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import type { Shipping } from '#server/providers/providers.ts'

export type LabelShop = TestShop & {
  /** The carrier without overrides. */
  real: Shipping
  /** Overrides functions of the carrier, until the next call. */
  override: (functions: Partial<Shipping>) => void
  /** The id of a product. */
  bean: string
}

/** @param patienceMs how long the clients wait for a response */
export async function openLabelShop(patienceMs?: number): Promise<LabelShop> {
  let real!: Shipping
  let overrides: Record<string, unknown> = {}
  const shop = await openShop({
    ...(patienceMs === undefined ? {} : { patienceMs }),
    providers: (given) => {
      real = given.shipping
      const entries = Object.entries(real).map(([name, value]) => [
        name,
        typeof value === 'function'
          ? (...args: unknown[]) => ((overrides[name] ?? value) as (...args: unknown[]) => unknown)(...args)
          : value,
      ])
      return { ...given, shipping: Object.fromEntries(entries) as Shipping }
    },
  })
  const override = (functions: Partial<Shipping>) => {
    overrides = functions
  }
  return { ...shop, real, override, bean: await shop.sell({ stock: 1000 }) }
}

export type LabelActors = Awaited<ReturnType<typeof openLabelActors>>

/** An admin who buys labels, a buyer, and their calls. */
export async function openLabelActors(shop: LabelShop) {
  const signInAdmin = () => signedIn(shop, { name: 'Olive Owner', isAdmin: true })
  const actors = { admin: await signInAdmin(), buyer: await signedIn(shop, { name: 'Ann Buyer' }) }

  /** The buyer orders and pays a number of bags. Returns the order's id. */
  async function paid(address = VIENNA, qty = 1): Promise<string> {
    const id = await placed(actors.buyer, [{ _id: shop.bean, qty }], address)
    const answer = await pay(shop, actors.buyer, id)
    expect(answer.status, answer.text).toBe(200)
    return id
  }

  /** A response with its body as bytes. */
  async function pdf(url: string) {
    const headers = { cookie: actors.admin.cookie }
    const answer = await shop.app.inject({ method: 'GET', url, headers })
    const { statusCode, rawPayload } = answer
    return { statusCode, rawPayload, type: answer.headers['content-type'] }
  }

  /** Advances the clock, and signs the admin in again. */
  async function later(milliseconds: number): Promise<void> {
    shop.clock.advance(milliseconds)
    actors.admin = await signInAdmin()
  }

  return Object.assign(actors, {
    paid,
    buy: (orderId: string, more: object = {}) => actors.admin.post('/api/shippo', { orderId, ...more }),
    voidLabel: (id: string) => actors.admin.post(`/api/orders/${id}/label/void`),
    labelOf: async (id: string) => (await actors.admin.get(`/api/orders/${id}/label`)).body.label,
    historyOf: async (id: string): Promise<string[]> =>
      (await actors.admin.get(`/api/orders/${id}`)).body.history.map(({ event }: { event: string }) => event),
    pdf,
    pdfOf: (id: string) => pdf(`/api/orders/${id}/label.pdf`),
    later,
  })
}
