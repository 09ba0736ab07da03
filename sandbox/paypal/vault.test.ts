import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MethodGone, PaymentDeclined } from '#server/providers/payments.ts'
import { clientOf, credentials, purchase, sandboxAndClient } from '#server/providers/paypal/client.testing.ts'
import { startPaypalSandbox } from './paypal.ts'

type Shop = Awaited<ReturnType<typeof sandboxAndClient>>

const saved = async ({ payments, sandbox }: Pick<Shop, 'payments' | 'sandbox'>, name = '1') => {
  const { id } = await payments.openApproval(`setup-${name}`)
  sandbox.approveSetup(id)
  return (await payments.saveApproved(id, `save-${name}`)).token!
}

const numbered = (number: number) =>
  purchase({ requestId: `charge-${number}`, invoiceId: `invoice-${number}`, orderId: `order-${number}` })

test('a repeated request creates one approval, one saved method and one charge', async () => {
  await using shop = await sandboxAndClient()
  const [first, second] = [await shop.payments.openApproval('a'), await shop.payments.openApproval('a')]
  expect(second).toEqual(first)
  const [token, again] = [await saved(shop), await saved(shop)]
  expect(again).toBe(token)
  const [one, two] = [1, 1].map((number) => shop.payments.chargeSaved({ ...numbered(number), token }))
  expect((await one)!.id).toBe((await two)!.id)
  expect(shop.sandbox.savedMethods().length).toBe(1)
})

test('a declined charge stays declined for its request id, and takes no money', async () => {
  await using shop = await sandboxAndClient()
  const token = await saved(shop)
  shop.sandbox.setNextCharges(token, 'INSTRUMENT_DECLINED')
  await expect(shop.payments.chargeSaved({ ...numbered(1), token })).rejects.toThrow(PaymentDeclined)
  shop.sandbox.setNextCharges(token, 'accept')
  await expect(shop.payments.chargeSaved({ ...numbered(1), token })).rejects.toThrow(PaymentDeclined)
  expect((await shop.payments.chargeSaved({ ...numbered(2), token })).capture?.status).toBe('completed')
})

test('an invoice number cannot be paid twice', async () => {
  await using shop = await sandboxAndClient()
  const token = await saved(shop)
  await shop.payments.chargeSaved({ ...numbered(1), token })
  const again = { ...numbered(1), requestId: 'another', token }
  await expect(shop.payments.chargeSaved(again)).rejects.toMatchObject({ issue: 'DUPLICATE_INVOICE_ID' })
})

test('a setup token that the buyer has not approved saves nothing, and expires after three days', async () => {
  let ahead = 0
  await using shop = await sandboxAndClient({ now: () => Date.now() + ahead })
  const { id } = await shop.payments.openApproval('a')
  await expect(shop.payments.saveApproved(id, 'save')).rejects.toMatchObject({
    issue: 'PAYER_ACTION_REQUIRED',
  })
  ahead = 4 * 86_400_000
  expect(await shop.payments.getApproval(id)).toBeNull()
})

test('a charge without the buyer must name the shop as its initiator', async () => {
  await using shop = await sandboxAndClient()
  const token = await saved(shop)
  const signIn = await fetch(`${shop.sandbox.apiBase}/v1/oauth2/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${credentials.clientId}:${credentials.clientSecret}`).toString('base64')}`,
    },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  const { access_token: access } = (await signIn.json()) as { access_token: string }
  const answer = await fetch(`${shop.sandbox.apiBase}/v2/checkout/orders`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${access}`,
      'content-type': 'application/json',
      'paypal-request-id': 'own',
    },
    body: JSON.stringify({
      intent: 'CAPTURE',
      purchase_units: [{ amount: { currency_code: 'USD', value: '1.00' } }],
      payment_source: { paypal: { vault_id: token } },
    }),
  })
  expect(await answer.json()).toMatchObject({ status: 'PAYER_ACTION_REQUIRED' })
})

test('approvals, saved methods and the choices for their next charges survive a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'frame-vault-'))
  const stateFile = join(folder, 'paypal.jsonl')
  const first = await startPaypalSandbox({ ...credentials, stateFile })
  const payments = clientOf(first.apiBase)
  const kept = await saved({ payments, sandbox: first }, '1')
  const gone = await saved({ payments, sandbox: first }, '2')
  const { id: open } = await payments.openApproval('open')
  first.setNextCharges(kept, 'INSTRUMENT_DECLINED')
  await payments.deleteSaved(gone)
  await first.close()

  const second = await startPaypalSandbox({ ...credentials, stateFile })
  const later = clientOf(second.apiBase)
  expect(await later.getSaved(kept)).toMatchObject({ token: kept, label: 'buyer@sandbox.example' })
  expect(await later.getSaved(gone)).toBeNull()
  expect(await later.getApproval(open)).toEqual({ id: open, status: 'open' })
  await expect(later.chargeSaved({ ...numbered(1), token: kept })).rejects.toThrow(PaymentDeclined)
  await expect(later.chargeSaved({ ...numbered(2), token: gone })).rejects.toThrow(MethodGone)
  await second.close()
  rmSync(folder, { recursive: true })
})
