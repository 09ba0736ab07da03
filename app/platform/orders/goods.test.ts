import { expect, it } from 'vitest'
import { goodsOf } from './goods.ts'

const coffee = (qty: number) => ({ size: 340, qty })
const mug = { size: null, qty: 1 }

it('says bags only if all items are coffee', () => {
  expect(goodsOf([coffee(1)])).toBe('your bag')
  expect(goodsOf([coffee(2)])).toBe('your bags')
  expect(goodsOf([coffee(1), coffee(1)])).toBe('your bags')
  expect(goodsOf([mug])).toBe('your order')
  expect(goodsOf([coffee(1), mug])).toBe('your order')
})
