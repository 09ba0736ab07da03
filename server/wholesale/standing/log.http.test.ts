/** The change log of an account has every change of its standing orders by people. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openCafe, weekly } from './standing.testing.ts'

let at: Awaited<ReturnType<typeof openCafe>>
beforeEach(async () => {
  at = await openCafe()
})
afterEach(() => at.shop.close())

type Line = { action: string; changes: { field: string; before: string; after: string }[] }

/** The lines about the account, the oldest first: who, what, and each field. */
const log = async () => {
  const { body } = await at.admin.get(`/api/record?subject=company&subjectId=${at.company}`)
  return body.lines
    .toReversed()
    .map(({ action, changes }: Line) => [
      action,
      ...changes.map(({ field, before, after }) => `${field}: ${before} → ${after}`),
    ])
}

test('who starts, changes, skips, holds and ends a standing order is in the log of the account, with before and after', async () => {
  const { body } = await at.cafe.post('/api/standing-orders', weekly(at.location, at.line))
  const { _id: id, dates } = body.order
  const put = async (visitor: typeof at.cafe, what: string, sent: object) =>
    expect((await visitor.put(`/api/standing-orders/${id}${what}`, sent)).status).toBe(200)
  const pattern = { everyWeeks: 2, weekday: 4, startsOn: '2026-11-25', lines: [{ ...at.line, qty: 8 }] }
  await put(at.cafe, '/skip', { date: dates[0]._id, isSkipped: true, version: 1 })
  await put(at.admin, '/once', { date: dates[1]._id, lines: [{ ...at.line, qty: 2 }], version: 2 })
  await put(at.cafe, '/once', { date: dates[1]._id, lines: null, version: 3 })
  await put(at.cafe, '/hold', { until: '2027-01-05', version: 4 })
  await put(at.cafe, '/hold', { until: null, version: 5 })
  await put(at.cafe, '', { ...pattern, poNumber: 'PO 7', version: 6 })
  // The same again changes nothing.
  await put(at.cafe, '', { ...pattern, poNumber: 'PO 7', version: 7 })
  await put(at.admin, '/end', { version: 8 })
  const lines = await log()
  const six = expect.stringMatching(/^Lines: {2}→ 6 × /)
  expect(lines[0]).toEqual([
    'Created',
    'Rhythm:  → Every Thu',
    expect.stringMatching(/^Starts on: {2}→ Nov 25/),
    six,
  ])
  expect(lines[1]).toEqual(['Changed', 'Only on Thu, Dec 3:  → Skipped'])
  expect(lines[2]).toEqual(['Changed', expect.stringMatching(/^Only on Thu, Dec 10: {2}→ 2 × /)])
  expect(lines[3]).toEqual(['Changed', expect.stringMatching(/^Only on Thu, Dec 10: 2 × .* → $/)])
  expect(lines[4]![1]).toMatch(/^On hold until: {2}→ Jan 5/)
  expect(lines[5]).toContainEqual(expect.stringMatching(/^On hold until: Jan 5.* → $/))
  expect(lines[6]).toEqual(
    expect.arrayContaining([
      'Rhythm: Every Thu → Every second Thu',
      expect.stringMatching(/^Lines: 6 × .* → 8 × /),
      'PO number:  → PO 7',
    ]),
  )
  expect(lines[7]).toEqual(['Ended'])
  expect(lines).toHaveLength(8)
  const { body: all } = await at.admin.get(`/api/record?subject=company&subjectId=${at.company}`)
  const [last] = all.lines
  expect([last.subjectName, last.by]).toEqual(['Standing order for Church Street', expect.any(String)])
})

test('a change that is refused leaves no line', async () => {
  const { body } = await at.cafe.post('/api/standing-orders', weekly(at.location, at.line))
  const before = await log()
  const path = `/api/standing-orders/${body.order._id}/hold`
  expect((await at.cafe.put(path, { until: '2020-01-01', version: 1 })).status).toBe(400)
  expect((await at.cafe.put(path, { until: null, version: 9 })).status).toBe(409)
  expect(await log()).toEqual(before)
})
