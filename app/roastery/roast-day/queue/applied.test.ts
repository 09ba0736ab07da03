import { describe, expect, test } from 'vitest'
import type { WholeRoastDay } from '#shared/roastery/api/roast-day.ts'
import { packageable } from '../progress.ts'
import { withSteps } from './applied.ts'
import { fill, newDay, pack, queued, roast, weigh } from './queue.testing.ts'
import type { Step } from './steps.ts'

const day = newDay()
const apply = (steps: Step[], to = day) =>
  withSteps(
    to,
    steps.map((step) => queued(step, day)),
    'Ann',
  )
const coffeeOf = (whole: WholeRoastDay) => whole.coffees[0]!
const bagsOf = (whole: WholeRoastDay) => coffeeOf(whole).packaging[0]!

const left = (id: string, roastedOn: string) => ({ _id: id, code: id, roastedOn, gramsLeft: 1000 })
const leftOf = (whole: WholeRoastDay) =>
  coffeeOf(whole).parts[0]!.batches.map(({ _id, gramsLeft }) => `${_id} ${gramsLeft}`)

describe('a day with queued steps', () => {
  test('shows each step as done, so that the next step is possible', () => {
    const weighed = apply([weigh('b1', 5000)])
    expect(weighed.batches[0]).toMatchObject({
      state: 'weighed',
      greenGrams: 5000,
      expectedGrams: 4250,
      weighedBy: 'Ann',
    })
    const roasted = apply([weigh('b1'), roast('b1')])
    expect(roasted.batches[0]).toMatchObject({ state: 'roasted', roastedGrams: 5100, gramsLeft: 5100 })
    expect(coffeeOf(roasted).parts[0]!.batches).toMatchObject([{ _id: 'b1', gramsLeft: 5100 }])
    const packaged = apply([weigh('b1'), roast('b1'), pack(3)])
    expect(bagsOf(packaged)).toMatchObject({ packaged: 3, free: 3, filled: 0 })
    expect(packaged.batches[0]!.gramsLeft).toBe(5100 - 3 * 340)
    expect(coffeeOf(packaged).lots).toMatchObject([{ grams: 1020, gramsLeft: 0 }])
    const filled = apply([weigh('b1'), roast('b1'), pack(3), fill()])
    expect(filled.orders[0]).toMatchObject({ isFilled: true, lines: [{ filled: [{ qty: 2 }] }] })
    expect(bagsOf(filled)).toMatchObject({ free: 1, filled: 2, bags: [{ qtyLeft: 1 }] })
  })

  test('does not change the loaded day', () => {
    const before = structuredClone(day)
    apply([weigh('b1'), roast('b1'), pack(3), fill()])
    expect(day).toEqual(before)
  })

  test('counts nothing twice if the day already contains the step', () => {
    const steps = [weigh('b1'), roast('b1'), pack(3), fill()]
    const done = apply(steps)
    expect(apply(steps, done)).toEqual(done)
    const lot: Step = {
      kind: 'makeLot',
      input: { body: { productId: 'blend', day: day.day, batches: [{ batchId: 'b1', grams: 600 }] } },
    }
    const blended = apply([lot], apply([weigh('b1'), roast('b1')]))
    expect(apply([lot], blended)).toEqual(blended)
  })

  test('shows two numbers of bags that were packaged one after the other', () => {
    const roasted = apply([weigh('b1'), roast('b1')])
    expect(bagsOf(apply([pack(3), pack(2, 3)], roasted))).toMatchObject({
      packaged: 5,
      bags: [{ qty: 3 }, { qty: 2 }],
    })
    const first = apply([pack(3)], roasted)
    expect(bagsOf(apply([pack(3), pack(2, 3)], first)).packaged).toBe(5)
  })

  test('takes the coffee that the shop will take: of the promised day first, or what was chosen', () => {
    const stocked = structuredClone(day)
    stocked.freshFrom = '2026-11-20'
    const [coffee] = stocked.coffees
    coffee!.parts[0]!.batches = [
      left('stale', '2026-11-10'),
      left('old', '2026-11-24'),
      left('new', '2026-11-26'),
    ]
    coffee!.packaging[0]!.freeBags = []
    const packaged = apply([pack(3)], stocked)
    expect(leftOf(packaged)).toEqual(['stale 1000', 'old 660', 'new 320'])
    expect(bagsOf(packaged).freeBags).toEqual([{ lotCode: '', roastedOn: '2026-11-24', qty: 3 }])
    const step = pack(2) as Extract<Step, { kind: 'package' }>
    step.input.body.batchId = 'stale'
    expect(leftOf(apply([step], stocked))).toEqual(['stale 320', 'old 1000', 'new 1000'])
    const filled = apply([pack(3), fill()], stocked)
    expect(filled.orders[0]!.lines[0]!.filled).toEqual([{ lotCode: '', roastedOn: '2026-11-24', qty: 2 }])
    expect(packageable(stocked, coffee!, coffee!.packaging[0]!)).toBe(5)
  })

  test('takes back what is undone', () => {
    const undoRoast: Step = { kind: 'undoBatch', input: { params: { id: 'b1' }, body: { state: 'roasted' } } }
    const undoWeigh: Step = { kind: 'undoBatch', input: { params: { id: 'b1' }, body: { state: 'weighed' } } }
    const undone = apply([weigh('b1'), roast('b1'), undoRoast])
    expect(undone.batches[0]).toMatchObject({ state: 'weighed', roastedGrams: null, gramsLeft: 0 })
    expect(coffeeOf(undone).parts[0]!.batches).toEqual([])
    expect(apply([weigh('b1'), undoWeigh]).batches[0]!.state).toBe('planned')
    // The step is for another state than the current one.
    expect(apply([weigh('b1'), undoRoast]).batches[0]!.state).toBe('weighed')

    const packaged = apply([weigh('b1'), roast('b1'), pack(3)])
    const id = bagsOf(packaged).bags[0]!._id
    const back = apply([{ kind: 'undoBags', input: { params: { id } } }], packaged)
    expect(bagsOf(back)).toMatchObject({ packaged: 0, free: 0, bags: [] })
    const undoFill: Step = { kind: 'undoFill', input: { params: { id: 'order' } } }
    const unfilled = apply([fill(), undoFill], packaged)
    expect(unfilled.orders[0]!.isFilled).toBe(false)
    expect(bagsOf(unfilled)).toMatchObject({ free: 3, filled: 0, bags: [{ qtyLeft: 3 }] })
    const lotId = coffeeOf(packaged).lots[0]!._id
    const noLot = apply([{ kind: 'undoLot', input: { params: { id: lotId } } }], packaged)
    expect(coffeeOf(noLot).lots).toEqual([])
    expect(noLot.batches[0]!.gramsLeft).toBe(5100)
  })

  test('leaves out refused steps, those that need them, and those of other days', () => {
    const refused = queued(weigh('b1'), day, { state: 'refused' })
    const steps = [refused, queued(roast('b1'), day), queued(weigh('b2'), day, { day: '2026-11-27' })]
    expect(withSteps(day, steps, 'Ann')).toEqual(day)
  })
})
