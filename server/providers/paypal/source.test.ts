import { describe, expect, test } from 'vitest'
import { purchase } from './client.testing.ts'
import { orderBody, readPayment } from './orders.ts'

const CARD = { name: 'Ada Lovelace', brand: 'VISA', last_digits: '1234', type: 'CREDIT' }

/** A captured order with this payment source. */
const read = (source: unknown, more: object = {}) =>
  readPayment({
    id: 'ORDER1',
    status: 'COMPLETED',
    payment_source: source,
    purchase_units: [
      {
        payments: {
          captures: [{ id: 'C1', status: 'COMPLETED', amount: { currency_code: 'USD', value: '5.00' } }],
        },
      },
    ],
    ...more,
  })

const none = { brand: '', lastDigits: '' }

const email = (source: unknown, more = {}) => read(source, more)?.payerEmail

describe('what an order was paid with', () => {
  test.each([
    ['an account', { paypal: { email_address: 'ada@example.com' } }, { kind: 'account', ...none }],
    ['a card', { card: CARD }, { kind: 'card', brand: 'Visa', lastDigits: '1234' }],
    ['Venmo', { venmo: { email_address: 'ada@example.com', user_name: 'ada' } }, { kind: 'venmo', ...none }],
    ['Apple Pay', { apple_pay: { card: CARD } }, { kind: 'apple_pay', brand: 'Visa', lastDigits: '1234' }],
    [
      'Google Pay',
      { google_pay: { card: { ...CARD, brand: 'MASTERCARD' } } },
      { kind: 'google_pay', brand: 'Mastercard', lastDigits: '1234' },
    ],
    ['nothing that PayPal reports', undefined, null],
    ['nothing', null, null],
    ['a method that the shop does not offer', { ideal: { name: 'Ada' } }, null],
  ])('is %s', (_, source, expected) => {
    expect(read(source)?.source).toEqual(expected)
  })

  test.each([
    ['no fields', { card: {} }, { kind: 'card', ...none }],
    ['no card in a wallet', { apple_pay: {} }, { kind: 'apple_pay', ...none }],
    [
      'only digits',
      { google_pay: { card: { last_digits: '0005' } } },
      { kind: 'google_pay', brand: '', lastDigits: '0005' },
    ],
    [
      'more digits than four',
      { card: { ...CARD, last_digits: '561234' } },
      { kind: 'card', brand: 'Visa', lastDigits: '1234' },
    ],
    ['fields of other types', { card: { brand: 7, last_digits: ['1'] } }, { kind: 'card', ...none }],
    [
      'an unknown brand',
      { card: { brand: 'CB_NATIONALE' } },
      { kind: 'card', brand: 'Cb nationale', lastDigits: '' },
    ],
    ['a text instead of the fields', { card: 'VISA' }, null],
  ])('is read with %s, and the capture stays readable', (_, source, expected) => {
    const payment = read(source)
    expect([payment?.source, payment?.capture?.amountCents]).toEqual([expected, 500])
  })

  test('has the email address of a wallet, of the account, or of the payer', () => {
    expect(email({ venmo: { email_address: 'v@example.com' } })).toBe('v@example.com')
    expect(email({ google_pay: { email_address: 'g@example.com' } })).toBe('g@example.com')
    expect(email({ paypal: { email_address: 'p@example.com' } })).toBe('p@example.com')
    expect(email({ card: CARD }, { payer: { email_address: 'payer@example.com' } })).toBe('payer@example.com')
    expect(email({ card: CARD })).toBe(null)
  })
})

const result = (enrollment: string | null, answer: string | null, shift: string | null) => ({
  ...(shift === null ? {} : { liability_shift: shift }),
  three_d_secure: {
    ...(enrollment === null ? {} : { enrollment_status: enrollment }),
    ...(answer === null ? {} : { authentication_status: answer }),
  },
})

/** PayPal's table of 3-D Secure: enrollment, the bank's answer, liability shift. */
describe.each(['card', 'apple_pay', 'google_pay'])('3-D Secure of %s', (kind) => {
  const allows = (authentication: unknown) => {
    const card = { ...CARD, authentication_result: authentication }
    return read({ [kind]: kind === 'card' ? card : { card } })?.isAuthenticated
  }
  test.each([
    ['Y', 'Y', 'POSSIBLE', true],
    ['Y', 'Y', 'YES', true],
    ['Y', 'A', 'POSSIBLE', true],
    ['N', null, 'NO', true],
    ['U', null, 'NO', true],
    ['B', null, 'NO', true],
    ['Y', 'N', 'NO', false],
    ['Y', 'R', 'NO', false],
    ['Y', 'U', 'NO', false],
    ['Y', null, 'NO', false],
    ['Y', 'U', 'UNKNOWN', false],
    ['Y', 'C', 'UNKNOWN', false],
    ['U', null, 'UNKNOWN', false],
    [null, null, 'UNKNOWN', false],
    [null, null, 'NO', false],
    ['Y', 'N', null, false],
  ])(
    'with enrollment %s, answer %s and liability shift %s allows the capture: %s',
    (enrolled, answer, shift, allowed) => {
      expect(allows(result(enrolled, answer, shift))).toBe(allowed)
    },
  )

  test('that nobody asked for allows the capture', () => {
    expect([allows(undefined), allows(null), allows({}), allows(7)]).toEqual([true, true, true, true])
  })
})

describe('an order at PayPal', () => {
  test('for PayPal’s account returns the buyer to the order’s page', () => {
    const body = orderBody(purchase(), { shopOrigin: 'https://shop.example' })
    expect(body.payment_source?.paypal.experience_context).toMatchObject({
      return_url: 'https://shop.example/order/order-1',
      cancel_url: 'https://shop.example/order/order-1',
      user_action: 'PAY_NOW',
    })
    expect(orderBody(purchase(), {}).payment_source?.paypal.experience_context).not.toHaveProperty(
      'return_url',
    )
  })

  test('for another method has no payment source, which the browser adds, and the same amounts and address', () => {
    const look = { brandName: 'FRAME', shopOrigin: 'https://shop.example' }
    const { payment_source: source, ...account } = orderBody(purchase(), look)
    expect(source).toBeDefined()
    expect(orderBody(purchase({ isByAccount: false }), look)).toEqual(account)
  })
})
