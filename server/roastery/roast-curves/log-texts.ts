/** The texts of a roast log. */
import type { Literal } from './literal.ts'

type Log = Map<string, Literal>

/** A line of text for the screen, without control characters. */
export function lineIn(log: Log, key: string): string {
  return textIn(log, key)
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, 100)
    .toWellFormed()
}

/** A text of several lines. */
export function notesIn(log: Log, key: string): string {
  return textIn(log, key)
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{C}\n]+/gu, ' ')
    .trim()
    .slice(0, 2000)
    .toWellFormed()
}

function textIn(log: Log, key: string): string {
  const found = log.get(key)
  return typeof found === 'string' ? decoded(found) : ''
}

const ESCAPE = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([nrt'"\\]))/g
const SHORT: Record<string, string> = { n: '\n', r: '\r', t: '\t' }

/**
 * Artisan escapes what is not ASCII within its texts before it writes them, so they are escaped twice. Other escapes stay as
 * they are.
 */
function decoded(text: string): string {
  return text.replace(ESCAPE, (whole, two?: string, four?: string, eight?: string, short: string = '') => {
    const digits = two ?? four ?? eight
    if (digits === undefined) return SHORT[short] ?? short
    const point = Number.parseInt(digits, 16)
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })
}
