/** A shop whose carrier can be made to fail for one test, and the desk at which its labels are bought. */
import { expect } from 'vitest'
import { pay, placed, VIENNA } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import type { Shipping } from '../providers/providers.ts'

export type LabelShop = TestShop & {
  /** The carrier as it is. */
  real: Shipping
  /** What it does otherwise until told again. */
  instead: (verbs: Partial<Shipping>) => void
  /** What there is to buy. */
  bean: string
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
  const instead = (given: Partial<Shipping>) => {
    verbs = given
  }
  return { ...shop, real, instead, bean: await shop.sell({ stock: 1000 }) }
}

export type LabelDesk = Awaited<ReturnType<typeof openLabelDesk>>

/** Who buys labels and for whom, and what they do and see. */
export async function openLabelDesk(shop: LabelShop) {
  const signInAdmin = () => signedIn(shop, { name: 'Olive Owner', isAdmin: true })
  const desk = { admin: await signInAdmin(), buyer: await signedIn(shop, { name: 'Ann Buyer' }) }

  /** The buyer orders so many bags and pays. */
  async function paid(address = VIENNA, qty = 1): Promise<string> {
    const id = await placed(desk.buyer, [{ _id: shop.bean, qty }], address)
    const answer = await pay(shop, desk.buyer, id)
    expect(answer.status, answer.text).toBe(200)
    return id
  }

  /** An answer as bytes. */
  async function pdf(url: string) {
    const headers = { cookie: desk.admin.cookie }
    const answer = await shop.app.inject({ method: 'GET', url, headers })
    const { statusCode, rawPayload } = answer
    return { statusCode, rawPayload, type: answer.headers['content-type'] }
  }

  /** Sessions end meanwhile. */
  async function later(milliseconds: number): Promise<void> {
    shop.clock.advance(milliseconds)
    desk.admin = await signInAdmin()
  }

  return Object.assign(desk, {
    paid,
    buy: (orderId: string, more: object = {}) => desk.admin.post('/api/shippo', { orderId, ...more }),
    giveBack: (id: string) => desk.admin.post(`/api/orders/${id}/label/void`),
    labelOf: async (id: string) => (await desk.admin.get(`/api/orders/${id}/label`)).body.label,
    historyOf: async (id: string): Promise<string[]> =>
      (await desk.admin.get(`/api/orders/${id}`)).body.history.map(({ event }: { event: string }) => event),
    pdf,
    pdfOf: (id: string) => pdf(`/api/orders/${id}/label.pdf`),
    later,
  })
}
