import { beforeEach, expect, it, vi } from 'vitest'
import type { PlaceOrder } from '#shared/checkout/api/place-order.ts'

const store = new Map<string, string>()
const storage = {
  getItem: (key: string) => store.get(key) ?? null,
  setItem: (key: string, value: string) => void store.set(key, value),
  removeItem: (key: string) => void store.delete(key),
}
vi.stubGlobal('localStorage', storage)

const { forgetKey, keyFor, lostAttempt } = await import('./attempt.ts')

const order = { totalPrice: 20 } as unknown as PlaceOrder
const otherOrder = { totalPrice: 21 } as unknown as PlaceOrder

const refuse = () => {
  throw new Error('full')
}

beforeEach(() => {
  vi.restoreAllMocks()
  forgetKey()
})

it('returns the same key for a retry, and a new key for another order', () => {
  const key = keyFor(order)
  expect(keyFor(order)).toBe(key)
  expect(JSON.parse(store.get('checkoutAttempt')!)).toMatchObject({ key })
  expect(keyFor(otherOrder)).not.toBe(key)
})

it('returns a new key after the server has answered', () => {
  const key = keyFor(order)
  forgetKey()
  expect(keyFor(order)).not.toBe(key)
})

it('returns the same key for a retry if local storage is full', () => {
  vi.spyOn(storage, 'setItem').mockImplementation(refuse)
  expect(keyFor(order)).toBe(keyFor(order))
})

it('does not return the key of an earlier order if local storage is full', () => {
  const earlier = keyFor(otherOrder)
  vi.spyOn(storage, 'setItem').mockImplementation(refuse)
  const key = keyFor(order)
  expect(key).not.toBe(earlier)
  expect(keyFor(order)).toBe(key)
})

it('returns the same key for a retry if local storage is not allowed', () => {
  for (const method of ['getItem', 'setItem', 'removeItem'] as const)
    vi.spyOn(storage, method).mockImplementation(refuse)
  expect(keyFor(order)).toBe(keyFor(order))
})

it('returns a new key if the stored attempt cannot be parsed', () => {
  store.set('checkoutAttempt', '{')
  expect(keyFor(order)).toBeTruthy()
})

it('names the attempt for another order that the server has not answered', () => {
  expect(lostAttempt(order)).toBeNull()
  const key = keyFor(otherOrder)
  expect(lostAttempt(otherOrder)).toBeNull()
  expect(lostAttempt(order)).toEqual({ key, body: otherOrder })
  forgetKey()
  expect(lostAttempt(order)).toBeNull()
})
