import { expect, it } from 'vitest'
import { MAT, placeInColumns } from './columns.ts'

const square = { width: 100, height: 100 }
const upright = { width: 80, height: 100 }

it('distributes the pictures over the columns in turn, each below the previous picture of its column', () => {
  const positions = placeInColumns([square, upright, square, square, square], 3)
  expect(positions.map(({ column }) => column)).toEqual([1, 2, 3, 1, 2])
  expect(positions.map(({ above }) => above)).toEqual([0, 0, 0, 1, 1])
  expect(positions[3]?.height).toBeCloseTo(1)
  expect(positions[4]?.height).toBeCloseTo(2 * MAT + (1 - 2 * MAT) * 1.25)
})
