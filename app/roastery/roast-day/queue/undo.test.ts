import { describe, expect, test } from 'vitest'
import { newDay, pack, queued, roast, weigh } from './queue.testing.ts'
import { bagsName, batchName, type UndoStep } from './steps.ts'
import { makerOf } from './queue.ts'

const day = newDay()
const undoBags = (id: string): UndoStep => ({ kind: 'undoBags', input: { params: { id } } })
const undoBatch = (state: 'weighed' | 'roasted'): UndoStep => ({
  kind: 'undoBatch',
  input: { params: { id: 'b1' }, body: { state } },
})

describe('the waiting step to undo', () => {
  const bags = bagsName('12oz', 'Whole bean')

  test('is the one that made the pressed bags, and none for bags that the shop has made', () => {
    const steps = [queued(pack(1), day), queued(pack(2, 1), day)]
    expect(makerOf(steps, bags, undoBags(`queued:${steps[0]!.key}`))).toBe(steps[0])
    expect(makerOf(steps, bags, undoBags('made before'))).toBeUndefined()
    expect(makerOf([queued(undoBags('a'), day)], bags, undoBags('made before'))).toBeUndefined()
  })

  test('is the weighing of a batch only if it waits, and not its roast or an undo', () => {
    const [weighing, roasting] = [queued(weigh('b1'), day), queued(roast('b1'), day)]
    expect(makerOf([weighing], batchName('b1'), undoBatch('weighed'))).toBe(weighing)
    expect(makerOf([weighing, roasting], batchName('b1'), undoBatch('roasted'))).toBe(roasting)
    const undoing = queued(undoBatch('roasted'), day)
    expect(makerOf([undoing], batchName('b1'), undoBatch('weighed'))).toBeUndefined()
  })
})
