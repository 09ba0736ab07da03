/** Kinds of fields for days, and for days with a time. Such texts sort by time. */
import * as z from 'zod/mini'
import { daySpanOf, isDay } from '#shared/kernel/days.ts'
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

/**
 * Optional days after an event, from and to: '7-35'. Empty if there are none. Forms and CSV files have '7 to 35', because
 * spreadsheets take '5-28' for a date.
 */
export function daySpan<C extends string>(label: string, about: About<C>) {
  const problem = `${inSentence(label)}: enter two numbers of days, such as 7 to 35`
  return {
    ...ruledText(label, {
      ...about,
      edit: z._default(
        z.string(problem).check(z.refine((text) => text === '' || daySpanOf(text) !== null, problem)),
        '',
      ),
      input: { as: 'line', max: 20, required: false },
    }),
    toForm: spanText,
    fromForm: normalSpan,
    print: (span: string) => span && `${spanText(span)} days`,
    toCell: spanText,
    fromCell: normalSpan,
  }
}

function spanText(span: string): string {
  return span.replace('-', ' to ')
}

/** '7 to 35 days' -> '7-35'. A text that is not two numbers stays, and the server refuses it. */
function normalSpan(typed: string): string {
  const [from, to] = typed.match(/\d+/g) ?? []
  const words = typed.replace(/[\d\s]/g, '')
  const isSpan = /^(-|–|—|to)(d|days)?$/i.test(words)
  return isSpan && from !== undefined && to !== undefined ? `${Number(from)}-${Number(to)}` : typed.trim()
}

const printDayTime = (value: string) => value.replace('T', ' ')

function isDayTime(text: string): boolean {
  return isDay(text.slice(0, 10)) && text[10] === 'T' && isTime(text.slice(11))
}

/** Whether a text is a time of day: '07:30'. */
export function isTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
}
