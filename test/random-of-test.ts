import { onTestFailed } from 'vitest'
import { randomFrom } from './random.ts'

/** Random numbers for the current test. If it fails, their seed is printed; `randomFrom(seed)` repeats them. */
export function randomOfTest(): () => number {
  const seed = Math.floor(Math.random() * 2 ** 32)
  onTestFailed(() => {
    process.stderr.write(`The seed of the random numbers: ${seed}\n`)
  })
  return randomFrom(seed)
}
