/**
 * Reads and writes CSV for spreadsheets: RFC 4180, in UTF-8. The file begins with a byte order mark, because Excel
 * otherwise guesses the encoding.
 */
import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse/sync'
import { parse as parseStream } from 'csv-parse'
import { formatNumber } from '#shared/kernel/counts.ts'

export type Cell = string | number | null

/** The header line with the column names. */
export function csvHead(names: readonly string[]): string {
  return `\ufeff${csvLine(names)}`
}

/** A row as CSV. A text that a spreadsheet would run as a formula gets a leading apostrophe; numbers do not. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map((cell) => quoted(typeof cell === 'string' && needsApostrophe(cell) ? `'${cell}` : cell)).join(',')}\r\n`
}

/** A row for the import of another shop, which would show an apostrophe to its customers. */
export function foreignLine(cells: readonly Cell[]): string {
  return `${cells.map(quoted).join(',')}\r\n`
}

/** Matches text that a spreadsheet treats as a formula, also after spaces. A visitor's name may be such a text. */
const FORMULA = /^[\s\p{C}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r]/u

/** '+1 703 555 0100'. A spreadsheet at most calculates with it, and an apostrophe would break it for other programs. */
const PHONE = /^\+[\d\s().-]{1,40}$/

function quoted(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  return /[",\r\n;]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

function needsApostrophe(text: string): boolean {
  return isFormula(text) && !PHONE.test(text)
}

/**
 * Whether a spreadsheet would treat the text as a formula. Leading apostrophes are ignored, so a formula that already
 * begins with an apostrophe gets another one. `plain` then removes only the added one.
 */
function isFormula(text: string): boolean {
  return FORMULA.test(text.replace(/^'+/, ''))
}

/**
 * The file is not valid CSV. `message` is the reason, and `row` is the number of the row, counted from 1 as in a
 * spreadsheet.
 */
export class NotCsv extends Error {
  override name = 'NotCsv'
  readonly row: number

  constructor(row: number, message: string) {
    super(message)
    this.row = row
  }
}

/** Rows of a file, with the empty ones, which spreadsheets write below a table. Each of them takes time, too. */
const MAX_CSV_ROWS = 100_000
/** Cells of a row. Spreadsheets have 16,384 columns. */
const MAX_CELLS = 16_384

/**
 * Parses a file into rows, the header first. Accepts what spreadsheets write: a byte order mark, either line ending,
 * and commas, semicolons or tabs as separators. Empty rows are included, so that the index is the row number. Throws
 * NotCsv.
 */
export function csvRows(text: string): string[][] {
  const delimiter = delimiterOf(text)
  let rows: string[][]
  try {
    rows = parse(text, {
      bom: true,
      delimiter,
      record_delimiter: LINE_ENDS,
      relax_column_count: true,
      skip_empty_lines: false,
      to: MAX_CSV_ROWS + 1,
    })
  } catch (error) {
    throw notCsvOr(error)
  }
  return rows.map((row, index) => checkedRow(row, index + 1))
}

/**
 * A row without the apostrophes that `csvLine` added. Throws NotCsv if the file has too many rows, or the row too many
 * cells.
 */
function checkedRow(cells: string[], row: number): string[] {
  if (row > MAX_CSV_ROWS)
    throw new NotCsv(row, `There are more than ${formatNumber(MAX_CSV_ROWS)} rows. Delete the empty rows`)
  if (cells.length > MAX_CELLS)
    throw new NotCsv(row, `This row has more than ${formatNumber(MAX_CELLS)} cells`)
  return cells.map(plain)
}

/** A text that both databases accept. Zero bytes and halves of letters become the replacement character, U+FFFD. */
export function storable(cell: string): string {
  return cell.replaceAll('\0', '\ufffd').toWellFormed()
}

/** Converts an error of the parser to NotCsv. Returns any other error unchanged. */
function notCsvOr(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error
  const { records } = error as CsvError & { records?: number }
  return new NotCsv((records ?? 0) + 1, QUOTES[error.code] ?? 'This row cannot be read')
}

const QUOTES: Partial<Record<CsvError['code'], string>> = {
  CSV_QUOTE_NOT_CLOSED: 'A quotation mark is opened here and never closed',
  CSV_INVALID_CLOSING_QUOTE: 'A quotation mark is followed by more text. Double it where it is meant as text',
  CSV_MAX_RECORD_SIZE: 'This row is longer than a million characters',
  INVALID_OPENING_QUOTE:
    'A quotation mark is within a text. Put the whole cell in quotes, and double the quotation marks inside',
}

/** A file that was put together from two can have several line ends. The parser would take the first one for all. */
const LINE_ENDS = ['\r\n', '\n', '\r']

/** The most frequent separator in the first line outside of quotes. */
function delimiterOf(text: string): string {
  const head = (/^[^\r\n]*/.exec(text)?.[0] ?? '').replace(/"[^"]*"/g, '')
  const often = (delimiter: string) => head.split(delimiter).length
  return [',', ';', '\t'].reduce((best, each) => (often(each) > often(best) ? each : best))
}

/** Removes the apostrophe that `csvLine` added. */
function plain(cell: string): string {
  return cell.startsWith("'") && isFormula(cell) ? cell.slice(1) : cell
}

/** A longer row is not a row of a shop's file: most likely a quotation mark was never closed. */
const MAX_ROW = 1_000_000
/** Characters that are parsed at a time. The shortest rows take some 5 microseconds each. */
const SLICE = 4096

/**
 * The rows of a file on the disk, the header first, as `csvRows` reads them. Reads in chunks, so that a large file neither
 * blocks the server nor fills its memory. Accepts UTF-8, and what Excel writes: UTF-16 and Windows-1252. Throws NotCsv.
 */
export async function* csvRowsOf(path: string): AsyncGenerator<string[]> {
  const encoding = await encodingOf(path)
  const text = decoded(path, encoding)
  const { value: first = '' } = await text.next()
  const parser = parseStream({
    bom: true,
    delimiter: delimiterOf(first.replace(/^\ufeff/, '')),
    record_delimiter: LINE_ENDS,
    relax_column_count: true,
    skip_empty_lines: false,
    max_record_size: MAX_ROW,
  })
  const source = Readable.from(withFirst(first, text))
  // The parser is destroyed with the error of the source, and the loop below throws it.
  pipeline(source, parser).catch(() => {})
  let count = 0
  try {
    for await (const row of parser as AsyncIterable<string[]>) yield checkedRow(row, ++count)
  } catch (error) {
    throw notCsvOr(error)
  }
}

/** The text in slices. Between two of them the server answers other requests. */
async function* withFirst(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield* slicesOf(first)
  for await (const chunk of rest) yield* slicesOf(chunk)
}

async function* slicesOf(chunk: string): AsyncGenerator<string> {
  for (let start = 0; start < chunk.length; start += SLICE) {
    yield chunk.slice(start, start + SLICE)
    await nextTurn()
  }
}

async function* decoded(path: string, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 }))
    yield decoder.decode(chunk as Buffer, { stream: true })
  yield decoder.decode()
}

/** Throws NotCsv for a workbook. */
async function encodingOf(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    const start = buffer.subarray(0, bytesRead).toString('latin1')
    if (start.startsWith('PK'))
      throw new NotCsv(1, 'This is a workbook. Save it as CSV first, and choose that file')
    if (start.startsWith('\xff\xfe')) return 'utf-16le'
    if (start.startsWith('\xfe\xff')) return 'utf-16be'
    return isUtf8(await file.readFile()) ? 'utf-8' : 'windows-1252'
  } finally {
    await file.close()
  }
}
