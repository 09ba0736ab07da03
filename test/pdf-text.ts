/** Reads the text of a PDF that the shop wrote, with the fonts' own tables, as a PDF reader does. */
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream, decodePDFRawStream } from '@cantoo/pdf-lib'

export type PdfText = {
  /** The lines of each page from top to bottom; parts of one line are separated by a bar. */
  pages: string[][]
  /** The letters for which a font has no glyph, or for which it does not say which letter it is. */
  unreadable: number
}

export async function pdfText(file: Buffer): Promise<PdfText> {
  const doc = await PDFDocument.load(file)
  let unreadable = 0
  const pages = doc.getPages().map(({ node }) => {
    const fonts = node.Resources()!.lookup(PDFName.of('Font'), PDFDict)
    const contents = node.Contents()!
    const streams =
      contents instanceof PDFArray ? contents.asArray().map((ref) => doc.context.lookup(ref)) : [contents]
    const operators = streams.map(textOf).join('\n')
    const parts: { x: number; y: number; text: string }[] = []
    const shown = /\/(\S+) [\d.]+ Tf\s+1 0 0 1 (\S+) (\S+) Tm\s+<([0-9A-F]*)> Tj/g
    for (const [, font = '', x, y, hex = ''] of operators.matchAll(shown)) {
      const letters = lettersOf(
        textOf(fonts.lookup(PDFName.of(font), PDFDict).lookup(PDFName.of('ToUnicode'))),
      )
      const glyphs = hex.match(/.{4}/g) ?? []
      unreadable += glyphs.filter((glyph) => glyph === '0000' || !letters.has(glyph)).length
      parts.push({ x: Number(x), y: Number(y), text: glyphs.map((glyph) => letters.get(glyph)).join('') })
    }
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
  return { pages, unreadable }
}

function textOf(stream: unknown): string {
  if (!(stream instanceof PDFRawStream)) throw new Error('Not a stream of a loaded PDF')
  return Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1')
}

function lettersOf(unicodeMap: string): Map<string, string> {
  const entries = unicodeMap.matchAll(/^<([0-9A-F]{4})> <([0-9A-F]{4})>$/gm)
  return new Map(
    [...entries].map(([, glyph = '', code = '']) => [glyph, String.fromCharCode(parseInt(code, 16))]),
  )
}
