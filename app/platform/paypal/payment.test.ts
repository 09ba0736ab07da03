import { describe, expect, test, vi } from 'vitest'
import { attemptOf, confirmError, isDeclined, messageOf, PayError, requireSameAmount } from './payment.ts'
import { CallError } from '../api/call.ts'

const ORDER = { orderId: 'ORDER1', amount: '42.10' }

function begin(open: () => Promise<typeof ORDER> = async () => ORDER) {
  const payment = {
    open: vi.fn<() => Promise<typeof ORDER>>(open),
    approved: vi.fn<(id: string) => Promise<void | 'declined'>>(async () => undefined),
    cancelled: vi.fn<() => void>(),
    failed: vi.fn<(error: unknown) => void>(),
  }
  return { payment, attempt: attemptOf(payment) }
}

describe('an attempt to pay', () => {
  test('reports its end once, and an approval also after it was closed', async () => {
    const { payment, attempt } = begin()
    attempt.cancelled()
    attempt.failed(new Error('closed'))
    attempt.cancelled()
    expect([payment.cancelled.mock.calls.length, payment.failed.mock.calls.length]).toEqual([1, 0])
    expect(attempt.mayApprove()).toBe(false)
    await attempt.approved('ORDER1')
    await attempt.approved('ORDER1')
    expect(payment.approved.mock.calls).toEqual([['ORDER1']])
  })

  test('fails with the error of the shop, and not with the one that the service makes of it', async () => {
    const refused = new CallError(409, 'Sold out')
    const { payment, attempt } = begin(() => Promise.reject(refused))
    await expect(attempt.opened).rejects.toBe(refused)
    attempt.failed(new Error('The order was not created'))
    expect(payment.failed.mock.calls).toEqual([[refused]])
  })

  test('opens another payment for another card after a decline, and no other before', async () => {
    const { payment, attempt } = begin()
    await attempt.order()
    expect(payment.open).toHaveBeenCalledTimes(1)
    payment.approved.mockResolvedValueOnce('declined')
    expect(await isDeclined(attempt.approved('ORDER1'))).toBe(true)
    expect(attempt.mayApprove()).toBe(true)
    await attempt.order()
    expect(payment.open).toHaveBeenCalledTimes(2)
    expect(await isDeclined(attempt.approved('ORDER1'))).toBe(false)
    expect(attempt.mayApprove()).toBe(false)
    expect(payment.approved).toHaveBeenCalledTimes(2)
  })
})

test('a sheet does not wait longer than 20 seconds for the result', async () => {
  vi.useFakeTimers()
  const shown = isDeclined(new Promise(() => {}))
  await vi.advanceTimersByTimeAsync(20_000)
  await expect(shown).resolves.toBe(false)
  vi.useRealTimers()
})

test('the sum at PayPal must be the one that was shown', () => {
  expect(() => requireSameAmount('42.10', ORDER)).not.toThrow()
  expect(() => requireSameAmount('42.1', ORDER)).toThrow('The total is now $42.10, and $42.1 was shown')
})

test('the messages for the buyer are those of the shop, and otherwise name the method', () => {
  expect(messageOf(new CallError(409, 'Sold out'), 'card')).toBe('Sold out')
  expect(messageOf(new PayError('Your bank said no'), 'card')).toBe('Your bank said no')
  expect(messageOf(new TypeError('x is undefined'), 'venmo')).toBe('Venmo did not open. Please try again')
  expect(confirmError(new TypeError('x'), 'apple_pay').message).toContain('with Apple Pay')
  expect(confirmError(new PayError('The total is now $1'), 'apple_pay').message).toBe('The total is now $1')
})
