import { describe, expect, test } from 'vitest'
import {
  heldKeys,
  isTooOld,
  lastWaiting,
  needing,
  nextToSend,
  pauseAfter,
  verdictOf,
} from '#app/platform/offline/queue.ts'
import { makerOf, withDelay, type QueuedStep } from './queue.ts'
import { fill, newDay, pack, queued, roast, weigh } from './queue.testing.ts'
import { bagsName, batchName, type UndoStep } from './steps.ts'

const day = newDay()

function wholeMorning(): QueuedStep[] {
  return [weigh('b1'), weigh('b2'), roast('b1'), roast('b2'), pack(3), fill()].map((step) =>
    queued(step, day),
  )
}

test('a step that waited says how long ago it was done, if its day is the roast date', () => {
  const at = '2026-11-27T04:30:00.000Z'
  const hourLater = Date.parse(at) + 3_600_000
  expect(withDelay(queued(roast('b1'), day, { at }), hourLater)).toMatchObject({ body: { secondsAgo: 3600 } })
  expect(withDelay(queued(weigh('b1'), day, { at }), hourLater)).toMatchObject({ body: { secondsAgo: 3600 } })
  for (const step of [queued(pack(3), day, { at }), queued(fill(), day, { at })])
    expect(withDelay(step, hourLater)).toBe(step.step.input)
  const once = queued(roast('b1'), day, { at })
  expect(withDelay(once, Date.parse(at) + 2000)).toBe(once.step.input)
  // The clock of the device was set back since.
  expect(withDelay(once, Date.parse(at) - 3_600_000)).toBe(once.step.input)
})

describe('the step that is sent next', () => {
  test('is the first one that was completed', () => {
    const [first, ...others] = wholeMorning()
    expect(nextToSend([first!, ...others], 'ann')).toBe(first)
    expect(nextToSend([{ ...first!, state: 'sent' }, ...others], 'ann')).toBe(others[0])
    expect(nextToSend([], 'ann')).toBeNull()
  })

  test('is never a step of another user', () => {
    const [first, second] = wholeMorning()
    expect(nextToSend([first!, { ...second!, userId: 'ben' }], 'ben')?.userId).toBe('ben')
    expect(nextToSend([first!], 'ben')).toBeNull()
  })

  test('is not one that needs a refused step, directly or through others', () => {
    const steps = wholeMorning()
    const [weighed, other, roasted, otherRoasted, packaged, filled] = steps
    const refused = steps.map((step) => (step === weighed ? { ...step, state: 'refused' as const } : step))
    expect(heldKeys(refused)).toEqual(new Set([roasted!.key, packaged!.key, filled!.key]))
    expect(nextToSend(refused, 'ann')).toBe(other)
    const rest = refused.map((step) => (step === other ? { ...step, state: 'sent' as const } : step))
    expect(nextToSend(rest, 'ann')).toBe(otherRoasted)
  })

  test('is not held by a refused step that it does not need', () => {
    const refused = queued(pack(3), day, { state: 'refused' })
    const otherSize = queued(pack(1, 0, '2lb'), day)
    const sameSize = queued(pack(2, 3), day)
    expect(heldKeys([refused, otherSize, sameSize])).toEqual(new Set([sameSize.key]))
  })

  test('is one that was held, after the refused step was discarded', () => {
    const [weighed, , roasted] = wholeMorning()
    expect(nextToSend([{ ...weighed!, state: 'refused' }, roasted!], 'ann')).toBeNull()
    expect(nextToSend([roasted!], 'ann')).toBe(roasted)
  })
})

test('steps without an answer are sent again, refused steps are not, and steps of an ended session wait for the next sign-in', () => {
  for (const failure of ['FETCH_ERROR', 'TIMEOUT_ERROR', 'PARSING_ERROR', 408, 429, 502, 503, 504] as const)
    expect(verdictOf(failure, 100), String(failure)).toBe('again')
  for (const failure of [400, 403, 404, 409, 422])
    expect(verdictOf(failure, 1), String(failure)).toBe('refused')
  expect(verdictOf(401, 1)).toBe('signIn')
})

test('a step that always causes a server error blocks the others only for a few attempts', () => {
  expect([1, 2, 3, 4, 5, 6].map((tries) => verdictOf(500, tries))).toEqual([
    'again',
    'again',
    'again',
    'again',
    'again',
    'refused',
  ])
})

test('the pauses between attempts get longer, up to half a minute', () => {
  expect([1, 2, 3, 4, 5, 6, 50].map(pauseAfter)).toEqual([1000, 2000, 4000, 8000, 16000, 30000, 30000])
})

test('a step that was sent more than 36 hours ago is not sent again automatically; a step that was never sent is', () => {
  const hour = 60 * 60 * 1000
  expect(isTooOld(queued(fill(), day, { firstTriedAt: 0, tries: 1 }), 36 * hour)).toBe(false)
  expect(isTooOld(queued(fill(), day, { firstTriedAt: 0, tries: 1 }), 37 * hour)).toBe(true)
  expect(isTooOld(queued(fill(), day), 1000 * hour)).toBe(false)
})

test('the steps that need another step are found, so that they are undone first', () => {
  const [weighed, other, roasted, otherRoasted, packaged, filled] = wholeMorning()
  const steps = [weighed!, other!, roasted!, otherRoasted!, packaged!, filled!]
  expect(needing(steps, weighed!.key)).toEqual([roasted])
  expect(needing(steps, roasted!.key)).toEqual([packaged])
  expect(needing(steps, filled!.key)).toEqual([])
  expect(lastWaiting(steps, batchName('b1'))).toBe(roasted)
  expect(lastWaiting([weighed!, { ...roasted!, state: 'sent' }], batchName('b1'))).toBe(weighed)
})

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
