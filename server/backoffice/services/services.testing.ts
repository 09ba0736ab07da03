/** A shop that reaches services like the real ones, and their credentials. */
import { startMapboxSandbox } from '#sandbox/mapbox/mapbox.ts'
import { startPaypalSandbox } from '#sandbox/paypal/paypal.ts'
import { startShippoSandbox } from '#sandbox/shippo/shippo.ts'
import { placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import type { Visitor } from '#test/visitor.ts'

export const PAYPAL = { clientId: 'AX-of-the-owner', clientSecret: 'EL-paypal-secret-1234' }
export const SHIPPO = 'shippo_live_ownertoken9876'
export const MAPBOX = 'pk.owner-token-5555'

/** The entered fields of PayPal. */
export const LIVE = { environment: 'live', merchantId: '', ...PAYPAL }

/** Services that accept only these credentials, and a shop with an owner. @param closing gets what has to be closed */
export async function openWithServices(closing: (() => unknown)[], env: Record<string, string> = {}) {
  const paypal = await startPaypalSandbox({ ...PAYPAL, merchantId: 'OURS1' })
  const shippo = await startShippoSandbox({ token: SHIPPO })
  const mapbox = await startMapboxSandbox({ token: MAPBOX })
  closing.push(
    () => paypal.close(),
    () => shippo.close(),
    () => mapbox.close(),
  )
  const SERVICE_ADDRESSES = `paypal=${paypal.apiBase},shippo=${shippo.apiBase},mapbox=${mapbox.apiBase}`
  const shop = await openShop({ env: { SERVICE_ADDRESSES, ALLOW_PRIVATE_HOSTS: '1', ...env } })
  closing.push(() => shop.close())
  const owner = await signedIn(shop, { name: 'Olive Owner', role: 'owner' })
  return { shop, owner, paypal, shippo, mapbox }
}

export async function connectionOf(owner: Visitor, service: string) {
  const { body } = await owner.get('/api/services')
  return body.connections.find((each: { service: string }) => each.service === service)
}

/** The modes of all services, as the desk shows them. */
export async function modesOf(owner: Visitor): Promise<Record<string, string>> {
  const { body } = await owner.get('/api/desk/services')
  return Object.fromEntries(
    body.map(({ service, mode }: { service: string; mode: string }) => [service, mode]),
  )
}

/** A buyer places an order and opens its payment. */
export async function openPayment(shop: TestShop) {
  const buyer: SignedInVisitor = await signedIn(shop)
  const id = await placed(buyer, [{ _id: await shop.sell(), qty: 1 }])
  return buyer.post(`/api/orders/${id}/paypal`)
}
