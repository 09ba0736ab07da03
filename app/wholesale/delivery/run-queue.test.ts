import { expect, test } from 'vitest'
import type { Run } from '#shared/wholesale/api/deliveries.ts'
import type { QueuedStep } from '#app/platform/offline/queue.ts'
import { linksOf, withSteps, type RunStep } from './run-queue.ts'

const order = (id: string): Run['stops'][number]['orders'][number] => ({
  _id: id,
  number: id,
  poNumber: '',
  note: '',
  pieces: 3,
  grams: 1020,
  lines: [{ line: 0, title: 'House, 12 oz', qty: 3 }],
  outcome: null,
  receivedBy: '',
  by: '',
  at: null,
  shorts: [],
  movedTo: null,
})
const run: Run = {
  day: '2026-12-03',
  route: 'none',
  name: 'North',
  driver: '',
  today: '2026-12-03',
  stops: [
    {
      _id: 'cafe',
      name: 'Bar',
      company: 'Northside',
      recipient: '',
      phone: '',
      address: '',
      address2: '',
      city: '',
      state: '',
      postalCode: '',
      receivesFrom: '',
      receivesTo: '',
      doorNote: '',
      orders: [order('one'), order('two')],
    },
  ],
}
const queued = (step: RunStep, more: Partial<QueuedStep<RunStep>> = {}): QueuedStep<RunStep> => ({
  ...linksOf('cafe'),
  key: step.kind,
  userId: 'dan',
  day: '2026-12-03/none',
  step,
  text: '',
  at: '2026-12-03T15:00:00.000Z',
  state: 'waiting',
  tries: 0,
  firstTriedAt: null,
  problem: null,
  ...more,
})
const body = { day: run.day, orders: ['one', 'two'] }
const handOver: RunStep = {
  kind: 'handOver',
  input: {
    body: { ...body, receivedBy: 'Kim', shorts: [{ order: 'two', line: 0, qty: 1, why: 'damaged' }] },
  },
}
const missed: RunStep = { kind: 'missed', input: { body: { ...body, newDay: '2026-12-04', note: '' } } }
const outcomes = (steps: QueuedStep<RunStep>[], of = run) =>
  withSteps(of, steps, 'Dan').stops[0]!.orders.map(({ outcome }) => outcome)

test('a run shows waiting steps as done, and does not change the loaded one', () => {
  expect(outcomes([queued(handOver)])).toEqual(['delivered', 'short'])
  expect(withSteps(run, [queued(handOver)], 'Dan').stops[0]!.orders[1]).toMatchObject({
    receivedBy: 'Kim',
    by: 'Dan',
    shorts: [{ line: 0, qty: 1, why: 'damaged' }],
  })
  expect(outcomes([queued(missed)])).toEqual(['nobody', 'nobody'])
  expect(outcomes([])).toEqual([null, null])
})

test('a step changes nothing if the shop has done or refused it, or if it belongs to another run', () => {
  const done = withSteps(run, [queued(handOver)], 'Dan')
  expect(withSteps(done, [queued(handOver), queued(missed)], 'Eve')).toEqual(done)
  expect(outcomes([queued(handOver, { state: 'refused' })])).toEqual([null, null])
  expect(outcomes([queued(handOver, { day: '2026-12-04/none' })])).toEqual([null, null])
})
