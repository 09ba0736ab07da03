/** The ways to pay in the sandbox's REST interface, and in the windows and sheets that the browser shows. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { orderBody } from '#server/providers/paypal/orders.ts'
import { credentials, purchase, sandboxAndClient } from '#server/providers/paypal/client.testing.ts'
import type { PayMethod } from '#shared/platform/pay-methods.ts'
import { startPaypalSandbox } from './paypal.ts'
import { issuesOf, post, send } from './rest.testing.ts'

type Shop = Awaited<ReturnType<typeof sandboxAndClient>>

const orders = '/v2/checkout/orders'

/** An order for one of the methods that are added when the buyer confirms. */
const withoutSource = async ({ payments }: Shop, changes: Parameters<typeof purchase>[0] = {}) =>
  (await payments.createPayment(purchase({ isByAccount: false, ...changes }))).id

const confirm = (shop: Shop, id: string, source: unknown) =>
  post(
    shop.sandbox.apiBase,
    `${orders}/${id}/confirm-payment-source`,
    JSON.stringify({ payment_source: source }),
  )

const read = async (shop: Shop, id: string) =>
  (await send(shop.sandbox.apiBase, 'GET', `${orders}/${id}`)).json

const CARD = { number: '4111111111111111', expiry: '2035-02', name: 'Ada Lovelace' }

describe('an order without a source', () => {
  test.each<[string, object, object]>([
    ['card', CARD, { card: { brand: 'VISA', last_digits: '1111', type: 'CREDIT' } }],
    ['apple_pay', { id: 'A1', name: 'Ada' }, { apple_pay: { card: { brand: 'VISA', last_digits: '4242' } } }],
    ['google_pay', { name: 'Ada' }, { google_pay: { card: { brand: 'MASTERCARD', last_digits: '0005' } } }],
    ['venmo', {}, { venmo: { user_name: 'sandy-box' } }],
    ['paypal', {}, { paypal: { email_address: 'buyer@sandbox.example' } }],
  ])('is confirmed with %s and captured, and reports what paid', async (name, source, reported) => {
    await using shop = await sandboxAndClient()
    const id = await withoutSource(shop)
    expect((await read(shop, id))['status']).toBe('CREATED')
    const confirmed = await confirm(shop, id, { [name]: source })
    expect([confirmed.status, confirmed.json['status']]).toEqual([200, 'APPROVED'])
    const captured = await post(shop.sandbox.apiBase, `${orders}/${id}/capture`, '{}', 'c-1')
    expect(captured).toMatchObject({ status: 201, json: { status: 'COMPLETED', payment_source: reported } })
  })

  test('is declined for a holder whose name PayPal’s test cards have, and takes another card', async () => {
    await using shop = await sandboxAndClient()
    const id = await withoutSource(shop)
    await confirm(shop, id, { card: { ...CARD, name: 'CCREJECT-REFUSED' } })
    await expect(shop.payments.capturePayment(id, 'c-1')).rejects.toMatchObject({
      issue: 'INSTRUMENT_DECLINED',
    })
    expect((await confirm(shop, id, { card: CARD })).status).toBe(200)
    await expect(shop.payments.capturePayment(id, 'c-2')).resolves.toMatchObject({
      source: { kind: 'card', brand: 'Visa', lastDigits: '1111' },
    })
  })

  test('waits for the bank if the card must be verified', async () => {
    await using shop = await sandboxAndClient()
    const id = await withoutSource(shop)
    const verified = { ...CARD, attributes: { verification: { method: 'SCA_ALWAYS' } } }
    const { json } = await confirm(shop, id, { card: verified })
    expect(json['status']).toBe('PAYER_ACTION_REQUIRED')
    expect(JSON.stringify(json['links'])).toContain('"rel":"payer-action"')
    await expect(shop.payments.capturePayment(id, 'c-1')).rejects.toMatchObject({
      issue: 'PAYER_ACTION_REQUIRED',
    })
    expect(shop.sandbox.answerBank(id, 'passed')).toBe(true)
    expect(shop.sandbox.answerBank(id, 'passed')).toBe(false)
    expect(await read(shop, id)).toMatchObject({
      status: 'APPROVED',
      payment_source: { card: { authentication_result: { liability_shift: 'POSSIBLE' } } },
    })
    await expect(shop.payments.capturePayment(id, 'c-2')).resolves.toMatchObject({ status: 'done' })
  })

  test('is not approved if the bank says no', async () => {
    await using shop = await sandboxAndClient()
    const id = await withoutSource(shop)
    shop.sandbox.choose(id, 'approve', { method: 'google_pay', authentication: 'open' })
    shop.sandbox.answerBank(id, 'failed')
    expect((await read(shop, id))['status']).toBe('CREATED')
    await expect(shop.payments.capturePayment(id, 'c-1')).rejects.toMatchObject({
      issue: 'ORDER_NOT_APPROVED',
    })
  })
})

test.each<[string, unknown, number, string]>([
  ['no source', undefined, 400, 'MISSING_REQUIRED_PARAMETER'],
  ['an empty source', {}, 422, 'NO_PAYMENT_SOURCE_PROVIDED'],
  ['two sources', { card: CARD, venmo: {} }, 422, 'ONLY_ONE_PAYMENT_SOURCE_ALLOWED'],
  ['a source that the sandbox does not have', { ideal: {} }, 422, 'PAYMENT_SOURCE_CANNOT_BE_USED'],
  ['a text', { google_pay: 'token' }, 400, 'INVALID_PARAMETER_SYNTAX'],
  ['a card without a number', { card: { expiry: '2035-02' } }, 422, 'CARD_NUMBER_REQUIRED'],
  ['a card without an expiry', { card: { number: CARD.number } }, 422, 'CARD_EXPIRY_REQUIRED'],
  ['an expired card', { card: { ...CARD, expiry: '2020-01' } }, 422, 'CARD_EXPIRED'],
  ['a card with letters', { card: { ...CARD, number: '4111 x' } }, 400, 'INVALID_PARAMETER_SYNTAX'],
  ['a name that is too long', { apple_pay: { name: 'n'.repeat(301) } }, 400, 'INVALID_STRING_LENGTH'],
  [
    'another amount than the buyer saw on Apple’s sheet',
    { apple_pay: { decrypted_token: { transaction_amount: { currency_code: 'USD', value: '1.00' } } } },
    422,
    'APPLE_PAY_AMOUNT_MISMATCH',
  ],
])('a confirmation with %s is refused', async (_what, source, status, issue) => {
  await using shop = await sandboxAndClient()
  const id = await withoutSource(shop)
  const refused = await confirm(shop, id, source)
  expect([refused.status, issuesOf(refused.json)]).toEqual([status, [issue]])
})

test('an order for PayPal’s account takes no other source, is approved once, and is not confirmed after the capture', async () => {
  await using shop = await sandboxAndClient()
  const { id } = await shop.payments.createPayment(purchase())
  const other = await confirm(shop, id, { card: CARD })
  expect(issuesOf(other.json)).toEqual(['PAYMENT_SOURCE_CANNOT_BE_USED'])
  expect(() => shop.sandbox.choose(id, 'approve', { method: 'venmo' })).toThrow(RangeError)
  expect(shop.sandbox.choose(id, 'approve', { method: 'pay_later' })).toBe(true)
  expect(issuesOf((await confirm(shop, id, { paypal: {} })).json)).toEqual(['PAYMENT_ALREADY_APPROVED'])
  await shop.payments.capturePayment(id, 'c-1')
  expect(issuesOf((await confirm(shop, id, { paypal: {} })).json)).toEqual(['ORDER_CANNOT_BE_CONFIRMED'])
})

test('an order cannot be created with a card or with two sources', async () => {
  await using shop = await sandboxAndClient()
  const { payment_source: _, ...body } = orderBody(purchase(), {})
  const create = async (source: object) => {
    const text = JSON.stringify({ ...body, payment_source: source })
    return issuesOf((await post(shop.sandbox.apiBase, orders, text, 'r-1')).json)
  }
  expect(await create({ card: CARD })).toEqual(['PAYMENT_SOURCE_CANNOT_BE_USED'])
  expect(await create({ paypal: {}, venmo: {} })).toEqual(['ONLY_ONE_PAYMENT_SOURCE_ALLOWED'])
  expect(await create({ venmo: {} })).toEqual([])
})

test('PayPal asks the buyer again before it takes the money', async () => {
  await using shop = await sandboxAndClient()
  const id = await withoutSource(shop)
  shop.sandbox.choose(id, 'approve', { method: 'venmo', asksAgain: true })
  await expect(shop.payments.capturePayment(id, 'c-1')).rejects.toMatchObject({
    issue: 'PAYER_ACTION_REQUIRED',
  })
  expect((await read(shop, id))['status']).toBe('CREATED')
  shop.sandbox.choose(id, 'approve', { method: 'venmo' })
  await expect(shop.payments.capturePayment(id, 'c-2')).resolves.toMatchObject({ source: { kind: 'venmo' } })
})

test('a slow payment is captured at once, and answered late', async () => {
  await using shop = await sandboxAndClient({ slowMs: 2000 })
  const id = await withoutSource(shop)
  shop.sandbox.choose(id, 'approve', { method: 'card', isSlow: true })
  let answers = 0
  const capturing = shop.payments.capturePayment(id, 'c-1').finally(() => answers++)
  // Handled at once: a check that fails below closes the sandbox, and with it this request.
  capturing.catch(() => {})
  await expect.poll(() => shop.sandbox.view(id)?.status, { interval: 5 }).toBe('COMPLETED')
  expect(answers).toBe(0)
  await expect(capturing).resolves.toMatchObject({ status: 'done' })
})

test('the list of transactions names what paid, also for a refund', async () => {
  await using shop = await sandboxAndClient()
  const id = await withoutSource(shop)
  shop.sandbox.choose(id, 'approve', { method: 'google_pay' })
  await shop.payments.capturePayment(id, 'c-1')
  shop.sandbox.refundAtPaypal(id, 100)
  const [from, to] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString())
  const { json } = await send(
    shop.sandbox.apiBase,
    'GET',
    `/v1/reporting/transactions?start_date=${from}&end_date=${to}`,
  )
  expect(json['transaction_details']).toMatchObject(
    [1, 2].map(() => ({
      transaction_info: { instrument_type: 'GOOGLE_PAY', instrument_sub_type: 'MASTERCARD' },
    })),
  )
})

const patch = (shop: Shop, id: string, ...patches: unknown[]) =>
  send(shop.sandbox.apiBase, 'PATCH', `${orders}/${id}`, JSON.stringify(patches))
const usd = (value: string) => ({ currency_code: 'USD', value })

describe('changing an order', () => {
  const at = "/purchase_units/@reference_id=='default'"
  const dearer = {
    ...usd('53.47'),
    breakdown: { item_total: usd('43.50'), shipping: usd('9.53'), tax_total: usd('0.44') },
  }
  const address = {
    address_line_1: '12 Light Street',
    admin_area_2: 'Baltimore',
    admin_area_1: 'MD',
    postal_code: '21202',
    country_code: 'US',
  }

  test('replaces its amount and its address', async () => {
    await using shop = await sandboxAndClient()
    const id = await withoutSource(shop)
    const { status } = await patch(
      shop,
      id,
      { op: 'replace', path: `${at}/amount`, value: dearer },
      { op: 'replace', path: `${at}/shipping/address`, value: address },
      { op: 'add', path: `${at}/shipping/name`, value: { full_name: 'Ada' } },
    )
    expect(status).toBe(204)
    expect(await read(shop, id)).toMatchObject({
      purchase_units: [{ amount: dearer, shipping: { address, name: { full_name: 'Ada' } } }],
    })
    shop.sandbox.choose(id, 'approve', { method: 'apple_pay' })
    await expect(shop.payments.capturePayment(id, 'c-1')).resolves.toMatchObject({ amountCents: 5347 })
  })

  test.each<[string, unknown, string]>([
    ['sums that differ', { op: 'replace', path: `${at}/amount`, value: usd('1.00') }, 'ITEM_TOTAL_REQUIRED'],
    ['no operation', { path: `${at}/amount`, value: dearer }, 'MISSING_REQUIRED_PARAMETER'],
    ['another operation', { op: 'move', path: `${at}/amount`, value: dearer }, 'INVALID_PATCH_OPERATION'],
    ['no path', { op: 'replace', value: dearer }, 'PATCH_PATH_REQUIRED'],
    ['no value', { op: 'replace', path: `${at}/amount` }, 'PATCH_VALUE_REQUIRED'],
    ['a path that is none', { op: 'replace', path: 'amount', value: 1 }, 'INVALID_JSON_POINTER_FORMAT'],
    ['a field that is fixed', { op: 'replace', path: '/intent', value: 'AUTHORIZE' }, 'NOT_PATCHABLE'],
    ['a field of the unit that is fixed', { op: 'replace', path: `${at}/payee`, value: {} }, 'NOT_PATCHABLE'],
    [
      'another unit',
      { op: 'replace', path: "/purchase_units/@reference_id=='x'/amount", value: dearer },
      'REFERENCE_ID_NOT_FOUND',
    ],
  ])('is refused with %s, and changes nothing', async (_what, change, issue) => {
    await using shop = await sandboxAndClient()
    const id = await withoutSource(shop)
    const refused = await patch(shop, id, change)
    expect(issuesOf(refused.json)).toContain(issue)
    await expect(shop.payments.getPayment(id)).resolves.toMatchObject({ amountCents: 5247 })
  })

  test('is refused for the amount after the approval, and for everything after the capture', async () => {
    await using shop = await sandboxAndClient()
    const id = await withoutSource(shop)
    shop.sandbox.choose(id, 'approve', { method: 'google_pay' })
    const change = { op: 'replace', path: `${at}/amount`, value: dearer }
    expect(issuesOf((await patch(shop, id, change)).json)).toEqual(['AMOUNT_CHANGE_NOT_ALLOWED'])
    await shop.payments.capturePayment(id, 'c-1')
    expect(issuesOf((await patch(shop, id, change)).json)).toEqual(['ORDER_ALREADY_COMPLETED'])
  })
})

const ask = async (shop: Shop, body: object = {}) => {
  const answer = await post(shop.sandbox.apiBase, '/v2/payments/find-eligible-methods', JSON.stringify(body))
  return Object.keys((answer.json['eligible_methods'] as object | undefined) ?? { refused: true })
}

const units = (value: string, currency_code = 'USD') => [{ amount: { currency_code, value } }]

const only = (constraint_type: string) => ({
  preferences: { payment_source_constraint: { constraint_type, payment_sources: ['PAYPAL', 'VENMO'] } },
})

describe('the methods that PayPal grants', () => {
  const all = ['paypal', 'basic_cards', 'venmo', 'apple_pay', 'google_pay', 'paypal_pay_later']

  test('depend on the account, the country, the currency and the sum', async () => {
    await using shop = await sandboxAndClient()
    expect(await ask(shop)).toEqual(all)
    expect(await ask(shop, { purchase_units: units('29.99') })).toEqual(all.slice(0, -1))
    expect(await ask(shop, { purchase_units: units('50.00', 'EUR') })).not.toContain('venmo')
    expect(await ask(shop, { customer: { country_code: 'DE' } })).not.toContain('paypal_pay_later')
    expect(await ask(shop, { customer: { country_code: 'Germany' } })).toEqual(['refused'])
    shop.sandbox.refuseMethods('card', 'apple_pay', 'paypal')
    expect(await ask(shop)).toEqual(['paypal', 'venmo', 'google_pay', 'paypal_pay_later'])
    shop.sandbox.refuseMethods()
    expect(await ask(shop)).toEqual(all)
  })

  test('can be asked for by name', async () => {
    await using shop = await sandboxAndClient()
    expect(await ask(shop, only('INCLUDE'))).toEqual(['paypal', 'venmo'])
    expect(await ask(shop, only('EXCLUDE'))).toEqual(
      all.filter((name) => name !== 'paypal' && name !== 'venmo'),
    )
  })

  test('are the same after a restart', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'paypal-'))
    const stateFile = join(folder, 'paypal.jsonl')
    const first = await startPaypalSandbox({ ...credentials, stateFile })
    first.refuseMethods('venmo')
    await first.close()
    const second = await startPaypalSandbox({ ...credentials, stateFile })
    expect(second.refusedMethods()).toEqual<PayMethod[]>(['venmo'])
    await second.close()
    rmSync(folder, { recursive: true })
  })
})
