import { expect, it } from 'vitest'
import { MAT, hang } from './hanging.ts'

const square = { width: 100, height: 100 }
const upright = { width: 80, height: 100 }

it('deals the pictures out in turn, each below the last of its column', () => {
  const hooks = hang([square, upright, square, square, square])
  expect(hooks.map(({ column }) => column)).toEqual([1, 2, 3, 1, 2])
  expect(hooks.map(({ above }) => above)).toEqual([0, 0, 0, 1, 1])
  expect(hooks[3]?.height).toBeCloseTo(1)
  expect(hooks[4]?.height).toBeCloseTo(2 * MAT + (1 - 2 * MAT) * 1.25)
})
