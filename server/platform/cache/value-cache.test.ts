import { expect, test } from 'vitest'
import type { Db } from '#server/kernel/db/schema.ts'
import { createResponseCache } from './response-cache.ts'
import { createValueCache } from './value-cache.ts'

const db = {} as Db

function setUp(maxAge = Infinity) {
  const cache = createResponseCache({ maxAge })
  const calls: string[] = []
  let state = 'one'
  const source = {
    read: async () => {
      calls.push('read')
      return 'all'
    },
    update: async (_: Db, value: string, ids: readonly string[]) => {
      calls.push(`update ${ids.join()}`)
      return `${value}+${ids.join()}`
    },
    stateOf: async () => state,
  }
  const cached = createValueCache(cache, db, maxAge)
  return { cache, calls, value: () => cached('Product', source), setState: (to: string) => (state = to) }
}

test('a value is computed once, and each change updates it from the changed rows', async () => {
  const { cache, calls, value } = setUp()
  expect([await value(), await value()]).toEqual(['all', 'all'])
  cache.changed({ tag: 'Product', id: 'a' })
  cache.changed({ tag: 'Product', id: 'b', stock: true })
  cache.changed({ tag: 'Artshow', id: 'c' })
  expect([await value(), await value()]).toEqual(['all+a,b', 'all+a,b'])
  expect(calls).toEqual(['read', 'update a,b'])
})

test('a value is computed again after a change of unknown rows or of everything', async () => {
  const { cache, calls, value } = setUp()
  await value()
  cache.changed({ tag: 'Product' })
  expect(await value()).toBe('all')
  cache.clear()
  expect(await value()).toBe('all')
  expect(calls).toEqual(['read', 'read', 'read'])
})

test('a change during the computation is part of the next value', async () => {
  const { cache, value } = setUp()
  const first = value()
  cache.changed({ tag: 'Product', id: 'late' })
  expect(await value()).toBe('all+late')
  expect(await first).toBe('all')
})

test('an old value stays if the rows are unchanged, and is computed again if a message was lost', async () => {
  const { calls, value, setState } = setUp(0)
  await value()
  await value()
  expect(calls).toEqual(['read'])
  setState('two')
  await value()
  expect(calls).toEqual(['read', 'read'])
})

test('a failure is not cached', async () => {
  const cache = createResponseCache({ maxAge: Infinity })
  let times = 0
  const source = {
    read: async () => {
      if (times++ === 0) throw new Error('The database is unavailable')
      return times
    },
  }
  const cached = createValueCache(cache, db, Infinity)
  await expect(cached('Product', source)).rejects.toThrow('unavailable')
  expect(await cached('Product', source)).toBe(2)
})
