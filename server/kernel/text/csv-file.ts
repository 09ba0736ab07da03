/** Reads a CSV file from the disk in chunks, so that a large file neither blocks the server nor fills its memory. */
import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { parse } from 'csv-parse'
import { checkedRow, delimiterOf, notCsvOr, NotCsv } from './csv.ts'

/** A longer row is not a row of a shop's file: most likely a quotation mark was never closed. */
const MAX_ROW = 1_000_000
/** Characters that are parsed at a time. The shortest rows take some 5 microseconds each. */
const SLICE = 4096

/**
 * The rows of a file, the header first, as `csvRows` reads them. Accepts UTF-8, and what Excel writes: UTF-16 and
 * Windows-1252. Throws NotCsv.
 */
export async function* csvRowsOf(path: string): AsyncGenerator<string[]> {
  const encoding = await encodingOf(path)
  const text = decoded(path, encoding)
  const { value: first = '' } = await text.next()
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(first.replace(/^\ufeff/, '')),
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
