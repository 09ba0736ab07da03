import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { limitConcurrency } from './variants.ts'

it('runs at most the given number of tasks at the same time, and runs all of them even if some fail', async () => {
  const limiter = limitConcurrency(2)
  let running = 0
  let most = 0
  const task = (n: number) => async () => {
    running += 1
    most = Math.max(most, running)
    await pause(1)
    running -= 1
    if (n % 3 === 0) throw new Error('failed')
    return n
  }
  const results = await Promise.allSettled([1, 2, 3, 4, 5, 6, 7].map((n) => limiter(task(n))))
  expect(results.map(({ status }) => status === 'fulfilled')).toEqual([
    true,
    true,
    false,
    true,
    true,
    false,
    true,
  ])
  expect([running, most]).toEqual([0, 2])
})
