/** Reads the HTML of descriptions in files of other shops. */
import { createRequire } from 'node:module'
import type * as HtmlToText from 'html-to-text'
import { formatNumber } from '#shared/kernel/counts.ts'

/** Longer texts are not descriptions: ours have 5,000 characters at most. */
const MAX_CELL = 200_000
/** Starts and ends of elements. Each of them takes some 5 microseconds. */
const MAX_TAGS = 20_000
/**
 * Open elements of a text, which is the depth to which they can be nested. The reader of HTML searches all open elements
 * for each closing one, and needs a call per level.
 */
const MAX_OPEN = 500

// Loaded with the first file that has HTML, because the shop rarely reads such files.
const load = createRequire(import.meta.url)

/** Why a cell is not read: it is too long, or has too many or too deeply nested elements. Null if it can be read. */
export function problemOfCell(cell: string): string | null {
  if (cell.length > MAX_CELL)
    return `This cell has more than ${formatNumber(MAX_CELL)} characters. Shorten it`
  const { tags, open } = elementsIn(cell)
  if (tags > MAX_TAGS) return `The HTML of this cell has more than ${formatNumber(MAX_TAGS)} tags. Shorten it`
  return open > MAX_OPEN ? 'The HTML of this cell is nested too deeply' : null
}

/**
 * HTML as plain text, with the line breaks of its paragraphs and lists. Links and pictures are left out. Throws an Error
 * for a text that `problemOfCell` refuses.
 */
export function textOf(html: string): string {
  const problem = problemOfCell(html)
  if (problem) throw new Error(problem)
  const { convert } = load('html-to-text') as typeof HtmlToText
  return convert(html, {
    wordwrap: false,
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'img', format: 'skip' },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
        selector,
        options: { uppercase: false },
      })),
      { selector: 'ul', options: { itemPrefix: '- ' } },
    ],
  }).trim()
}

const TAG = /<(\/?)([a-z][a-z0-9-]*)/gi
const WITHOUT_END = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))
/** Elements that end where the next of the same name begins. */
const OPTIONAL_END = new Set('p li dd dt td th tr option'.split(' '))

/**
 * The number of tags of a text, and the largest number of elements that are open at once, which is never smaller than in
 * the reader of HTML.
 */
function elementsIn(html: string): { tags: number; open: number } {
  const open = new Map<string, number>()
  let tags = 0
  let now = 0
  let most = 0
  let last = ''
  for (const [, end, found = ''] of html.matchAll(TAG)) {
    tags++
    const name = found.toLowerCase()
    const count = open.get(name) ?? 0
    const isIgnored = end ? count === 0 : WITHOUT_END.has(name) || (name === last && OPTIONAL_END.has(name))
    if (isIgnored) continue
    last = end ? '' : name
    open.set(name, count + (end ? -1 : 1))
    now += end ? -1 : 1
    most = Math.max(most, now)
  }
  return { tags, open: most }
}

/** WordPress makes paragraphs of empty lines, unless the text has its own. */
export function withParagraphs(html: string): string {
  return /<(p|div|br|ul|ol|h\d)\b/i.test(html) ? html : html.replace(/\r?\n/g, '<br>')
}
