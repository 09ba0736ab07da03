/**
 * Reads the days of a file. '3/4/2026' can be in March or in April: it is read as the other days of the file show, and month
 * first if none shows it.
 */
import { formatDate } from '#shared/kernel/dates.ts'
import { isDay } from '#shared/kernel/days.ts'

type Order = 'month' | 'day' | 'both'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const ISO = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/
const NUMBERS = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?:[T ].*)?$/
const MONTH_FIRST = /^([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/i
const DAY_FIRST = /^(\d{1,2})[\s-]+([a-z]{3,9})\.?[\s,-]+(\d{4}|\d{2})$/i

export class FileDays {
  readonly #order: Order
  readonly #ambiguous = new Map<string, string>()

  /** @param cells all days of the file, as they are in it */
  constructor(cells: Iterable<string>) {
    let [month, day] = [false, false]
    for (const cell of cells) {
      const [, first = '', second = ''] = NUMBERS.exec(cell.trim()) ?? []
      day ||= Number(first) > 12
      month ||= Number(second) > 12
    }
    this.#order = day ? (month ? 'both' : 'day') : 'month'
  }

  /** The day as '2026-03-04'. Throws an Error that says what to write. */
  read(cell: string): string {
    const typed = cell.trim()
    const day = this.#parts(typed).map(Number) as [number, number, number]
    const text = toDay(day)
    if (text === null) throw new Error('This is not a day, such as 2026-12-31 or 12/31/2026')
    return text
  }

  /** What there is to say about days that could be read in another way. */
  remarks(): string[] {
    const [[typed, day] = []] = [...this.#ambiguous]
    if (typed === undefined || day === undefined) return []
    const count = this.#ambiguous.size
    const others = count > 1 ? `, and ${count - 1} more are read the same way` : ''
    return [
      `The ${this.#order === 'day' ? 'day' : 'month'} is read first: ${typed} is ${formatDate(day, 'day')}${others}. If that is wrong, write the days as 2026-12-31.`,
    ]
  }

  #parts(typed: string): (string | number)[] {
    const iso = ISO.exec(typed)
    if (iso) return iso.slice(1, 4)
    const [, word = '', ofWord = '', year = ''] = MONTH_FIRST.exec(typed) ?? []
    if (word) return [year, monthOf(word), ofWord]
    const [, ofName = '', name = '', yearOfName = ''] = DAY_FIRST.exec(typed) ?? []
    if (name) return [yearOfName, monthOf(name), ofName]
    const [, first = '', second = '', yearOfNumbers = ''] = NUMBERS.exec(typed) ?? []
    return this.#inOrder(typed, first, second, yearOfNumbers)
  }

  #inOrder(typed: string, first: string, second: string, year: string): (string | number)[] {
    const isAmbiguous = Number(first) <= 12 && Number(second) <= 12 && Number(first) !== Number(second)
    if (isAmbiguous && this.#order === 'both')
      throw new Error(
        'The file has days with the month first and with the day first. Write this one as 2026-12-31',
      )
    const isDayFirst = Number(first) > 12 || (isAmbiguous && this.#order === 'day')
    const parts = isDayFirst ? [year, second, first] : [year, first, second]
    const day = toDay(parts.map(Number) as [number, number, number])
    if (isAmbiguous && day !== null) this.#ambiguous.set(typed.slice(0, 20), day)
    return parts
  }
}

/** 1 for 'Jan' and 'January'; NaN for another word. */
function monthOf(word: string): number {
  const index = MONTHS.indexOf(word.slice(0, 3).toLowerCase())
  return index === -1 ? Number.NaN : index + 1
}

/** A year of two digits is of this century. Null if the calendar does not have the day. */
function toDay([year, month, day]: [number, number, number]): string | null {
  const full = year < 100 ? 2000 + year : year
  const text = `${full}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  return full >= 1990 && full <= 2100 && isDay(text) ? text : null
}
