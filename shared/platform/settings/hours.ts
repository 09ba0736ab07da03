/** The opening hours: the hours of each weekday, and the days with other hours. */
import * as z from 'zod/mini'
import { line } from '#shared/kernel/fields.ts'
import { isDay, type Weekday, WEEKDAYS } from '#shared/kernel/days.ts'
import {
  DEFAULT_HOURS,
  isOvernight,
  nameOfWeekday,
  specialText,
  spokenText,
  type BarHours,
  type Hours,
} from '../hours.ts'
import type { EditOf } from '../resources/described.ts'
import { isTime } from '../resources/days.ts'
import { records } from '../resources/shop-kinds.ts'

const MAX_PERIODS = 4
const MAX_SPECIAL = 100
/** The latest time at which the hours of the day before can end. */
const LATEST_END = '06:00'

const MISSING = 'Enter a time such as 07:00'

const period = z
  .object({
    from: z.string(MISSING).check(z.refine(isTime, MISSING)),
    to: z.string(MISSING).check(z.refine(isTime, MISSING)),
  })
  .check(({ value: { from, to }, issues }) => {
    const report = (message: string) => issues.push({ code: 'custom', input: to, path: ['to'], message })
    if (from === to && from !== '00:00') report('Enter two different times. For 24 hours: 00:00 to 00:00')
    else if (to < from && to > LATEST_END)
      report('This is before the opening. The bar can close after midnight, until 6 am')
  })

const periods = z
  .array(period)
  .check(z.maxLength(MAX_PERIODS, `Enter ${MAX_PERIODS} periods per day at most`), ({ value, issues }) => {
    const at = value.findIndex((each, index) => index > 0 && overlaps(value[index - 1]!, each))
    if (at === -1) return
    const message = 'These hours overlap, or are not in the order of the day'
    issues.push({ code: 'custom', input: value, path: [at, 'from'], message })
  })

/** Whether two periods of one day overlap, or the second begins before the first. */
function overlaps(one: Hours, next: Hours): boolean {
  return isOvernight(one) || next.from < one.to
}

const anyPeriod = z.object({ from: z.string(), to: z.string() })

/** The name of the field of a weekday: 'mon'. */
export type DayName = Lowercase<Weekday>
export const DAY_NAMES = WEEKDAYS.map((weekday) => weekday.toLowerCase() as DayName)

function dayField<const W extends Weekday>(weekday: W) {
  return {
    ...records(nameOfWeekday(weekday), {
      column: weekday.toLowerCase() as Lowercase<W>,
      of: period,
      reply: anyPeriod,
      max: MAX_PERIODS,
      print: () => '',
    }),
    edit: periods,
    print: (value: Hours[]) => (value.length === 0 ? 'closed' : spokenText(value)),
  }
}

const DAY = 'Enter a day'

const special = z
  .object({
    from: z.string(DAY).check(z.refine(isDay, DAY)),
    to: z.string(DAY).check(z.refine(isDay, DAY)),
    /** None: closed. */
    hours: periods,
    reason: line('The reason', 80),
  })
  .check(({ value: { from, to }, issues }) => {
    if (to < from)
      issues.push({ code: 'custom', input: to, path: ['to'], message: 'This is before the first day' })
  })

const anySpecial = z.object({
  from: z.string(),
  to: z.string(),
  hours: z.array(anyPeriod),
  reason: z.string(),
})

type SpecialRow = z.infer<typeof special>

const specials = records('Special days and closures', {
  column: 'special',
  of: special,
  reply: anySpecial,
  max: MAX_SPECIAL,
  print: specialText,
})

export const hoursFields = {
  mon: dayField('Mon'),
  tue: dayField('Tue'),
  wed: dayField('Wed'),
  thu: dayField('Thu'),
  fri: dayField('Fri'),
  sat: dayField('Sat'),
  sun: dayField('Sun'),
  special: { ...specials, store: (value: SpecialRow[]) => specials.store(sorted(value)) },
}

function sorted(days: readonly SpecialRow[]): SpecialRow[] {
  return days.toSorted((one, other) => (one.from < other.from ? -1 : 1))
}

type HoursSettings = EditOf<typeof hoursFields>

const { week } = DEFAULT_HOURS

export const HOURS_DEFAULTS: HoursSettings = {
  mon: [...week.Mon],
  tue: [...week.Tue],
  wed: [...week.Wed],
  thu: [...week.Thu],
  fri: [...week.Fri],
  sat: [...week.Sat],
  sun: [...week.Sun],
  special: [],
}

export function barHoursOf(saved: HoursSettings): BarHours {
  const { mon, tue, wed, thu, fri, sat, sun } = saved
  return {
    week: { Mon: mon, Tue: tue, Wed: wed, Thu: thu, Fri: fri, Sat: sat, Sun: sun },
    special: saved.special,
  }
}

/** The problems of a whole form, by field: hours that run into those of the next day, and special days that overlap. */
export function hoursProblems(edit: HoursSettings): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const [index, name] of DAY_NAMES.entries()) {
    const last = edit[name].at(-1)
    const nextName = DAY_NAMES[(index + 1) % DAY_NAMES.length]!
    const next = edit[nextName][0]
    if (last && next && isOvernight(last) && next.from < last.to)
      problems[`${nextName}.0.from`] = `The hours of ${nameOfWeekday(WEEKDAYS[index]!)} end after this`
  }
  for (const [index, each] of edit.special.entries()) {
    const other = edit.special.find(({ from, to }, at) => at < index && from <= each.to && each.from <= to)
    if (other) problems[`special.${index}.from`] = `These days overlap with ${specialText(other)}`
  }
  return problems
}

/** The problems of special days in the past that are not saved already, by field. */
export function pastProblems(
  edit: HoursSettings,
  before: HoursSettings,
  today: string,
): Record<string, string> {
  const known = new Set(before.special.map((each) => JSON.stringify(each)))
  const entries = edit.special.flatMap((each, index) =>
    each.to < today && !known.has(JSON.stringify(each))
      ? [[`special.${index}.to`, 'This day is in the past']]
      : [],
  )
  return Object.fromEntries(entries) as Record<string, string>
}
