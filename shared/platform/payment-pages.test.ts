import { expect, test } from 'vitest'
import { mayShowPayment, paymentUseOf } from './payment-pages.ts'

test.each([
  '/checkout',
  '/cart',
  '/order/0kx1',
  '/gift-cards',
  '/subscribe/gift',
  '/payment',
  '/Cart',
  '/cart/',
  '/c%61rt',
])('an order can be paid on %s', (path) => expect(paymentUseOf(path)).toBe('pay'))

test.each(['/profile/payments', '/subscriptions/0kx1'])('PayPal can be saved on %s', (path) =>
  expect(paymentUseOf(path)).toBe('save'),
)

test.each([
  '/',
  '/shop',
  '/product/1',
  '/gift-cards/balance',
  '/order/1/packing-slip',
  '/profile',
  '/admin',
  '/%',
])('there is no payment on %s', (path) => expect(paymentUseOf(path)).toBe(null))

test('the document of a page without a payment cannot show one, and that of an order can show every page', () => {
  expect([mayShowPayment('/', '/shop'), mayShowPayment('/', '/cart')]).toEqual([true, false])
  expect([mayShowPayment('/cart', '/order/1'), mayShowPayment('/cart', '/profile/payments')]).toEqual([
    true,
    true,
  ])
  expect([
    mayShowPayment('/profile/payments', '/subscriptions/1'),
    mayShowPayment('/profile/payments', '/cart'),
  ]).toEqual([true, false])
})
