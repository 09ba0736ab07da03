/** Reads the text of a PDF that the shop wrote, with the fonts' own tables, as a PDF reader does. */
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream, decodePDFRawStream } from '@cantoo/pdf-lib'

/** A piece of text: its place from the lower left corner of the page, and its size, in points. */
export type PdfPart = { x: number; y: number; size: number; text: string; isBold: boolean }

export type PdfText = {
  /** The pieces of text of each page, in the order in which they were drawn. */
  parts: PdfPart[][]
  /** The lines of each page from top to bottom; parts of one line are separated by a bar. */
  pages: string[][]
  /** How many characters have no glyph in the font, or a glyph without a known character. */
  unreadable: number
}

const SHOWN = /\/(\S+) ([\d.]+) Tf\s+1 0 0 1 (\S+) (\S+) Tm\s+<([0-9A-F]*)> Tj/g
/** A drawing that is stored once and placed on a page. */
const PLACED = /1 0 0 1 (\S+) (\S+) cm\s+\/(Stamp\d+) Do/g

export async function pdfText(file: Buffer): Promise<PdfText> {
  const doc = await PDFDocument.load(file)
  let unreadable = 0
  const allParts: PdfPart[][] = []
  const pages = doc.getPages().map(({ node }) => {
    const fonts = node.Resources()!.lookup(PDFName.of('Font'), PDFDict)
    const contents = node.Contents()!
    const streams =
      contents instanceof PDFArray ? contents.asArray().map((ref) => doc.context.lookup(ref)) : [contents]
    const operators = streams.map(textOf).join('\n')
    const parts: PdfPart[] = []
    const read = (text: string, left: number, bottom: number) => {
      for (const [, font = '', size, x, y, hex = ''] of text.matchAll(SHOWN)) {
        const characters = charactersOf(
          textOf(fonts.lookup(PDFName.of(font), PDFDict).lookup(PDFName.of('ToUnicode'))),
        )
        const glyphs = hex.match(/.{4}/g) ?? []
        unreadable += glyphs.filter((glyph) => glyph === '0000' || !characters.has(glyph)).length
        const shown = glyphs.map((glyph) => characters.get(glyph)).join('')
        const isBold = font.endsWith('-600')
        parts.push({ x: left + Number(x), y: bottom + Number(y), size: Number(size), text: shown, isBold })
      }
    }
    read(operators, 0, 0)
    for (const [, x, y, name = ''] of operators.matchAll(PLACED)) {
      const stamps = node.Resources()!.lookup(PDFName.of('XObject'), PDFDict)
      read(textOf(stamps.lookup(PDFName.of(name))), Number(x), Number(y))
    }
    allParts.push(parts)
    const lines = Map.groupBy(parts, ({ y }) => y)
    return [...lines]
      .toSorted(([one], [other]) => other - one)
      .map(([, line]) =>
        line
          .toSorted((one, other) => one.x - other.x)
          .map(({ text }) => text)
          .join('|'),
      )
  })
  return { pages, parts: allParts, unreadable }
}

function textOf(stream: unknown): string {
  if (!(stream instanceof PDFRawStream)) throw new Error('Not a stream of a loaded PDF')
  return Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1')
}

function charactersOf(unicodeMap: string): Map<string, string> {
  const entries = unicodeMap.matchAll(/^<([0-9A-F]{4})> <((?:[0-9A-F]{4})+)>$/gm)
  return new Map(
    [...entries].map(([, glyph = '', units = '']) => [
      glyph,
      String.fromCharCode(...(units.match(/.{4}/g) ?? []).map((unit) => parseInt(unit, 16))),
    ]),
  )
}
