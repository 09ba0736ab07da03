import { expect, test } from 'vitest'
import { DEFAULT_HOURS, weekRows, type Hours, type WeekHours } from './hours.ts'

const day = (from: string, to: string): Hours[] => [{ from, to }]
const none: WeekHours = { Mon: [], Tue: [], Wed: [], Thu: [], Fri: [], Sat: [], Sun: [] }

test('opening hours are written in a short form, and in words for screen readers and mails', () => {
  const rows = weekRows(DEFAULT_HOURS.week)
  expect(rows.map(({ days, text }) => `${days} ${text}`)).toEqual(['M-F 7-5', 'S-S 8-5'])
  expect(rows.map(({ spoken }) => spoken)).toEqual([
    'Monday to Friday, 7 am to 5 pm',
    'Saturday and Sunday, 8 am to 5 pm',
  ])
})

test('other hours are written with am and pm, so that morning and evening cannot be confused', () => {
  const rows = weekRows({
    ...none,
    Tue: [...day('07:00', '11:30'), ...day('13:00', '17:00')],
    Fri: day('18:00', '02:00'),
    Sat: day('18:00', '02:00'),
    Sun: day('00:00', '00:00'),
  })
  expect(rows.map(({ days, text }) => `${days} ${text}`)).toEqual([
    'Tue 7 am-11:30 am, 1 pm-5 pm',
    'Fri-Sat 6 pm-2 am',
    'Sun 24 hours',
  ])
})
