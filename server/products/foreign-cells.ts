/** Reads the cells of files of other shops. */
import { createRequire } from 'node:module'
import type * as HtmlToText from 'html-to-text'
import { COFFEE_BEANS } from '#shared/categories.ts'

export type ForeignRow = { row: number; get: (column: string) => string }
/** Reports a problem in a row of the file. */
export type ReportRow = (row: number, problem: string, column?: string) => void

// Loaded with the first file that has HTML, because the shop rarely reads such files.
const load = createRequire(import.meta.url)

/** HTML as plain text, with the line breaks of its paragraphs and lists. Links and pictures are left out. */
export function textOf(html: string): string {
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

/** The options of a size as its label, such as '12 oz / Whole bean'. */
export function labelFrom(options: string[]): string {
  return options.filter((option) => option !== '' && option !== 'Default Title').join(' / ')
}

/** A count in stock. Other shops allow counts below 0, which means nothing is left. */
export function stockOf(cell: string): string {
  return /^-\d/.test(cell) || cell === '' ? '0' : cell
}

/** A category of another shop as one of ours: coffee has its own fields here. 'Goods' if there is none. */
export function categoryOf(name: string): string {
  return /^(whole )?(coffee|coffees|beans|coffee beans)$/i.test(name) ? COFFEE_BEANS : name || 'Goods'
}
