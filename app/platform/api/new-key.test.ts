import { afterEach, expect, it, vi } from 'vitest'
import { maps } from '#shared/checkout/api/maps.ts'
import { newKey } from './send-once.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

afterEach(() => void vi.unstubAllGlobals())

it('returns a different UUID each time', () => {
  const keys = [newKey(), newKey()]
  expect(keys[0]).toMatch(UUID)
  expect(keys[0]).not.toBe(keys[1])
})

it('returns a UUID on plain HTTP, which the address search accepts as a session', () => {
  const real = globalThis.crypto
  vi.stubGlobal('crypto', {
    getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => real.getRandomValues(bytes),
  })
  const keys = [newKey(), newKey()]
  expect(keys[0]).toMatch(UUID)
  expect(keys[0]).not.toBe(keys[1])
  expect(maps.suggest.query.safeParse({ text: 'Main St', session: keys[0] }).success).toBe(true)
})
