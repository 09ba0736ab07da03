import { describe, expect, test } from 'vitest'
import { paidWithText, sourceText, takesSum, type PayMethod } from './pay-methods.ts'

describe('the text for what an order was paid with', () => {
  test('names the card if PayPal reports it', () => {
    expect(paidWithText({ method: 'card', brand: 'Visa', lastDigits: '1234' })).toBe('Visa ending in 1234')
    expect(paidWithText({ method: 'apple_pay', brand: 'Visa', lastDigits: '1234' })).toBe(
      'Apple Pay (Visa ending in 1234)',
    )
    expect(paidWithText({ method: 'google_pay', brand: '', lastDigits: '9' })).toBe(
      'Google Pay (Card ending in 9)',
    )
  })

  test('names the method if PayPal reports no card', () => {
    expect(paidWithText({ method: 'venmo', brand: '', lastDigits: '' })).toBe('Venmo')
    expect(paidWithText({ method: 'card', brand: '', lastDigits: '' })).toBe('Card')
  })
})

test('Pay Later is offered from $30 to $10,000, the others for every sum above 0', () => {
  expect([2999, 3000, 1_000_000, 1_000_001].map((cents) => takesSum('pay_later', cents))).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect([0, 1, 5_000_000].map((cents) => takesSum('paypal', cents))).toEqual([false, true, true])
})

const to = (method: PayMethod, brand = '', lastDigits = '') => sourceText({ method, brand, lastDigits })

test('a refund names the card or the account to which it goes', () => {
  expect(to('card', 'Visa', '1234')).toBe('the Visa ending in 1234')
  expect(to('apple_pay', 'Visa', '1234')).toBe('the Visa ending in 1234')
  expect(to('google_pay')).toBe('the card in Google Pay')
  expect(to('card', 'Visa')).toBe('the Visa card')
  expect(to('card')).toBe('the card')
  expect([to('venmo'), to('paypal'), to('pay_later')]).toEqual([
    'the Venmo account',
    'the PayPal account',
    'the PayPal account',
  ])
  expect(sourceText(null)).toBe('the payment method of the buyer')
  expect(sourceText(null, 'your')).toBe('the payment method that you used')
  expect(sourceText({ method: 'card', brand: '', lastDigits: '12' }, 'your')).toBe('your card ending in 12')
})
