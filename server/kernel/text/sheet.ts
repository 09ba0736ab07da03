/** A paper of several pages in the layout of the shop: a logo, two columns of lines, tables, sums, and a foot with page numbers. */
import type { PdfWriter } from './pdf.ts'
import { PAGE, createPdf } from './pdf.ts'
import { drawMark, markHeight } from './pdf-mark.ts'

export const LEFT = PAGE.margin
export const RIGHT = PAGE.width - PAGE.margin
const MIDDLE = PAGE.width / 2
/** In points: the logo, and the lines. */
const MARK_WIDTH = 116
export const LINE = 15
const BOTTOM = PAGE.height - 70

/** `y` is where the next line is written. `room` starts a new page if this one has fewer points left than `height`. */
export type Sheet = { pdf: PdfWriter; y: number; room: (height: number) => void }

/**
 * A new sheet with the logo and a title on its first page.
 * @param title of the file
 * @param texts all that is written, which decides the fonts
 * @param mark the name in the logo, in capitals
 */
export async function startSheet(
  { title, heading, foot, mark }: { title: string; heading: string; foot: string; mark: string },
  texts: unknown,
): Promise<Sheet> {
  const pdf = await createPdf(title, texts)
  let page = 1
  const drawFoot = () =>
    pdf.text(`${foot}, page ${page}`, { x: RIGHT, y: PAGE.height - 40, size: 9, align: 'right' })
  drawFoot()
  const sheet: Sheet = {
    pdf,
    y: LEFT + markHeight(MARK_WIDTH) + 30,
    room(height) {
      if (sheet.y + height <= BOTTOM) return
      pdf.addPage()
      page++
      drawFoot()
      sheet.y = LEFT + LINE
    },
  }
  drawMark(pdf, pdf, mark, { x: LEFT, y: LEFT, width: MARK_WIDTH })
  pdf.text(heading, { x: RIGHT, y: 72, size: 20, isBold: true, align: 'right' })
  return sheet
}

/** Headings above two columns. */
export function headings(sheet: Sheet, left: string, right: string): void {
  sheet.pdf.text(left, { x: LEFT, y: sheet.y, isBold: true })
  sheet.pdf.text(right, { x: MIDDLE, y: sheet.y, isBold: true })
  sheet.y += LINE
}

/** Two columns of lines, of which long ones are wrapped. */
export function columns(sheet: Sheet, left: readonly string[], right: readonly string[]): void {
  const { pdf } = sheet
  const sides = [left, right].map((lines) =>
    lines.filter(Boolean).flatMap((line) => pdf.wrap(line, MIDDLE - LEFT - 20, 11)),
  )
  for (const [side, lines] of sides.entries())
    for (const [index, line] of lines.entries())
      pdf.text(line, { x: side === 0 ? LEFT : MIDDLE, y: sheet.y + index * LINE })
  sheet.y += Math.max(...sides.map(({ length }) => length)) * LINE
}

/** A cell of a row: its text, and the right edge of its column. */
export type Cell = readonly [text: string, right: number]

/** A row of a table: a name of one or several lines at the left, and cells that end at their columns. */
export function row(sheet: Sheet, name: readonly string[], cells: readonly Cell[], isBold = false): void {
  const { pdf, y } = sheet
  for (const [index, line] of name.entries()) pdf.text(line, { x: LEFT, y: y + index * LINE, isBold })
  for (const [text, x] of cells) pdf.text(text, { x, y, isBold, align: 'right' })
  sheet.y += name.length * LINE + 3
}

/** The head of a table, with a line below it. */
export function tableHead(sheet: Sheet, name: string, cells: readonly Cell[]): void {
  row(sheet, [name], cells, true)
  sheet.pdf.rule(sheet.y - 10)
  sheet.y += 4
}

/** The line below a table. */
export function tableEnd(sheet: Sheet): void {
  sheet.pdf.rule(sheet.y - 8)
  sheet.y += 8
}

/** Names and amounts at the right. @param x the right edge of the names */
export function sums(
  sheet: Sheet,
  x: number,
  all: readonly (readonly [name: string, amount: string, isBold?: boolean])[],
): void {
  sheet.room(all.length * LINE)
  for (const [name, amount, isBold = false] of all) {
    sheet.pdf.text(name, { x, y: sheet.y, isBold, align: 'right' })
    sheet.pdf.text(amount, { x: RIGHT, y: sheet.y, isBold, align: 'right' })
    sheet.y += LINE
  }
  sheet.y += LINE
}

/** Lines over the whole width, wrapped. */
export function textLines(sheet: Sheet, lines: readonly string[]): void {
  for (const line of lines.flatMap((text) => sheet.pdf.wrap(text, RIGHT - LEFT, 11))) {
    sheet.room(LINE)
    sheet.pdf.text(line, { x: LEFT, y: sheet.y })
    sheet.y += LINE
  }
}

/** The file. @param rest what is said if a sign has no letter in the fonts */
export function finish(sheet: Sheet, rest: string): Promise<Buffer> {
  if (!sheet.pdf.isWhole()) textLines(sheet, [rest])
  return sheet.pdf.save()
}
