import { expect, test } from 'vitest'
import { roomFor } from './room.ts'

const day = (deliversOn: string, roastsOn: string | null) => ({
  deliversOn,
  roastsOn,
  packsOn: roastsOn ?? deliversOn,
  orderBy: { day: '2026-10-19', time: '12:00' },
})
const THURSDAY = day('2026-10-22', '2026-10-21')
const FRIDAY = day('2026-10-23', '2026-10-21')
const TUESDAY = day('2026-10-27', '2026-10-26')
const NEXT = day('2026-10-29', '2026-10-28')

const free: Record<string, number> = { '2026-10-21': 1000, '2026-10-26': 1500, '2026-10-28': 5000 }
const need = (grams: number) => ({ grams, freeOn: (on: string) => free[on] ?? 0 })
const later = [FRIDAY, TUESDAY, NEXT]
const line = (qty: number, pack: number | null = null) => ({ qty, greenGrams: 100, pack })

test('an order that fits, or needs nothing of the roastery, has its day', () => {
  expect(roomFor(need(1000), THURSDAY, { lines: [line(10)], later })).toEqual({ fits: true })
  expect(roomFor(null, THURSDAY, { lines: [line(99)], later })).toEqual({ fits: true })
  expect(roomFor(need(9000), day('2026-10-22', null), { lines: [line(90)], later })).toEqual({ fits: true })
})

test('one that does not fit can have the next day with room, or be split over two', () => {
  expect(roomFor(need(2000), THURSDAY, { lines: [line(8), line(12)], later })).toEqual({
    fits: false,
    next: NEXT,
    split: { now: [8, 2], later: [0, 10], laterOn: TUESDAY },
  })
})

test('a split has whole cases only', () => {
  const answer = roomFor(need(2400), THURSDAY, { lines: [line(12, 6), line(12, 6)], later })
  expect(answer).toMatchObject({ split: { now: [6, 0], later: [6, 12], laterOn: NEXT } })
})

test('goods that are not roasted to order stay on the asked day', () => {
  const answer = roomFor(need(1500), THURSDAY, {
    lines: [{ qty: 3, greenGrams: 0, pack: null }, line(15)],
    later,
  })
  expect(answer).toMatchObject({ split: { now: [3, 10], later: [0, 5] } })
})

test('without room on any day there is neither, and nothing is split if nothing fits now', () => {
  const full = { grams: 500, freeOn: () => 0 }
  expect(roomFor(full, THURSDAY, { lines: [line(5)], later })).toEqual({
    fits: false,
    next: null,
    split: null,
  })
  expect(roomFor(need(900), { ...THURSDAY, roastsOn: '2026-10-20' }, { lines: [line(9)], later })).toEqual({
    fits: false,
    next: FRIDAY,
    split: null,
  })
})

test('deliveries of the same roast day are not offered in its place', () => {
  const answer = roomFor(need(1200), THURSDAY, { lines: [line(12)], later: [FRIDAY] })
  expect(answer).toEqual({ fits: false, next: null, split: null })
})
