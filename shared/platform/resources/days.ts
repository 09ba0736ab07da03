/** Kinds of fields for days, and for days with a time. Such texts sort by time. */
import * as z from 'zod/mini'
import { isDay } from '#shared/kernel/days.ts'
import type { About } from './described.ts'
import { inSentence, ruledText } from './kinds.ts'

/** A required day such as '2026-12-24'. */
export function day<C extends string>(label: string, about: About<C>) {
  const problem = `${inSentence(label)} must be a day`
  return ruledText(label, {
    ...about,
    edit: z.string(problem).check(z.refine(isDay, problem)),
    input: { as: 'line', type: 'date', max: 10, required: true },
  })
}

/** A day such as '2026-12-24'. Empty if there is none. */
export function optionalDay<C extends string>(label: string, about: About<C>) {
  const problem = `${inSentence(label)} must be a day`
  return ruledText(label, {
    ...about,
    edit: z._default(z.string(problem).check(z.refine((text) => text === '' || isDay(text), problem)), ''),
    input: { as: 'line', type: 'date', max: 10, required: false },
  })
}

/** A required day and a time of day at the shop, '2026-11-21T18:30', as in its input. */
export function dayTime<C extends string>(label: string, about: About<C>) {
  const problem = `${inSentence(label)} must be a day and a time`
  return {
    ...ruledText(label, {
      ...about,
      edit: z.string(problem).check(z.refine(isDayTime, problem)),
      input: { as: 'line', type: 'datetime-local', max: 16, required: true },
    }),
    print: printDayTime,
  }
}

/** A day and a time of day at the shop. Empty if there is none. */
export function optionalDayTime<C extends string>(label: string, about: About<C>) {
  const problem = `${inSentence(label)} must be a day and a time`
  return {
    ...ruledText(label, {
      ...about,
      edit: z._default(
        z.string(problem).check(z.refine((text) => text === '' || isDayTime(text), problem)),
        '',
      ),
      input: { as: 'line', type: 'datetime-local', max: 16, required: false },
    }),
    print: printDayTime,
  }
}

const printDayTime = (value: string) => value.replace('T', ' ')

function isDayTime(text: string): boolean {
  return isDay(text.slice(0, 10)) && text[10] === 'T' && isTime(text.slice(11))
}

/** Whether a text is a time of day: '07:30'. */
export function isTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
}
