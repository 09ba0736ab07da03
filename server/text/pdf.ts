/**
 * Writes text on pages of a PDF in the site's serif font, with the letters of all European languages and of Vietnamese. The
 * standard fonts of PDF have only Western European letters.
 */
import type * as Pdf from '@cantoo/pdf-lib'
import { embed, glyphOf, runsOf, widthOf, wrap } from './pdf-fonts.ts'

/** US Letter, in points, from the upper left corner. */
export const PAGE = { width: 612, height: 792, margin: 54 }

type Place = { x: number; y: number; size?: number; isBold?: boolean; align?: 'left' | 'right' }

/** Draws on a page or a stamp. All measures are in points, from the upper left corner. */
export type PdfPen = {
  /** Writes one line. `y` is its baseline. */
  text: (line: string, place: Place) => void
  /** A black rectangle. `x` and `y` are its upper left corner. */
  box: (x: number, y: number, width: number, height: number) => void
}

export type PdfWriter = PdfPen & {
  /** A thin line across the text area. */
  rule: (y: number) => void
  addPage: () => void
  /** Splits a text into lines of at most this width. Longer words are split, too. */
  wrap: typeof wrap
  /** The width of a line. */
  widthOf: typeof widthOf
  /**
   * A drawing that is stored once and placed many times on pages. Returns the function that places its upper left corner.
   */
  stamp: (size: Size, draw: (pen: PdfPen) => void) => (x: number, y: number) => void
  save: () => Promise<Buffer>
}

type Size = { width: number; height: number }
type Surface = { height: number; operators: Pdf.PDFOperator[] }
type Library = typeof Pdf

/**
 * Starts a document with one page. The library is loaded only here, because most processes never write a PDF.
 * @param size of all pages, in points
 */
export async function createPdf(title: string, size: Size = PAGE): Promise<PdfWriter> {
  const pdf = await import('@cantoo/pdf-lib')
  const doc = await pdf.PDFDocument.create()
  doc.setTitle(title, { showInWindowTitleBar: true })
  doc.setLanguage('en-US')
  const used = new Map<string, Set<number>>()
  const pages: (Surface & { page: Pdf.PDFPage })[] = []
  const stamps: (Surface & { ref: Pdf.PDFRef; name: string; width: number })[] = []
  const addPage = () =>
    void pages.push({ page: doc.addPage([size.width, size.height]), height: size.height, operators: [] })
  addPage()
  return {
    addPage,
    wrap,
    widthOf,
    text: (line, place) => penOn(pages.at(-1)!, used, pdf).text(line, place),
    box: (x, y, width, height) => penOn(pages.at(-1)!, used, pdf).box(x, y, width, height),
    rule: (y) => void pages.at(-1)!.operators.push(...ruleAt(y, size, pdf)),
    stamp({ width, height }, draw) {
      const name = `Stamp${stamps.length + 1}`
      const stamp = { width, height, name, ref: doc.context.nextRef(), operators: [] }
      stamps.push(stamp)
      draw(penOn(stamp, used, pdf))
      return (x, y) =>
        void pages
          .at(-1)!
          .operators.push(
            pdf.pushGraphicsState(),
            pdf.concatTransformationMatrix(1, 0, 0, 1, x, size.height - y - height),
            pdf.drawObject(name),
            pdf.popGraphicsState(),
          )
    },
    async save() {
      const fonts = [...used].map(([font, codes]) => [font, embed(doc, font, codes, pdf)] as const)
      for (const { ref, width, height, operators } of stamps) {
        const Resources = { Font: Object.fromEntries(fonts) }
        doc.context.assign(
          ref,
          doc.context.formXObject(operators, { BBox: [0, 0, width, height], Resources }),
        )
      }
      for (const { page, operators } of pages) {
        for (const [font, object] of fonts) page.node.setFontDictionary(pdf.PDFName.of(font), object)
        for (const { name, ref } of stamps) page.node.setXObject(pdf.PDFName.of(name), ref)
        page.pushOperators(...operators)
      }
      return Buffer.from(await doc.save())
    },
  }
}

/** @param used collects the letters of each font that have to be embedded */
function penOn({ height, operators }: Surface, used: Map<string, Set<number>>, pdf: Library): PdfPen {
  return {
    text(line, { x, y, size = 11, isBold = false, align = 'left' }) {
      let left = align === 'right' ? x - widthOf(line, size, isBold) : x
      for (const { font, codes, width } of runsOf(line, isBold)) {
        const known = used.get(font) ?? new Set<number>()
        used.set(font, known)
        for (const code of codes) known.add(code)
        const hex = codes.map((code) => glyphOf(font, code)).join('')
        operators.push(
          pdf.beginText(),
          pdf.setFontAndSize(font, size),
          pdf.setTextMatrix(1, 0, 0, 1, left, height - y),
          pdf.showText(pdf.PDFHexString.of(hex)),
          pdf.endText(),
        )
        left += width * size
      }
    },
    box(x, y, width, tall) {
      operators.push(pdf.rectangle(x, height - y - tall, width, tall), pdf.fill())
    },
  }
}

function ruleAt(y: number, { width, height }: Size, pdf: Library): Pdf.PDFOperator[] {
  return [
    pdf.setLineWidth(0.6),
    pdf.moveTo(PAGE.margin, height - y),
    pdf.lineTo(width - PAGE.margin, height - y),
    pdf.stroke(),
  ]
}
