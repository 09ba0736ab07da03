/**
 * Writes text on pages of a PDF in the site's serif font, with the letters of all European languages and of Vietnamese, and
 * in sans serif fonts for other scripts (wide-fonts.ts). Bold text is in the site's sans serif font for headings. The
 * standard fonts of PDF have only Western European letters.
 */
import type * as Pdf from '@cantoo/pdf-lib'
import { embed, hexOf, type PdfFont, type PdfFonts, type UsedGlyphs } from './font-objects.ts'
import { printable, runsOf, widthOf, wrap, type Run } from './pdf-fonts.ts'
import { fontsFor } from './wide-fonts.ts'

/** US Letter, in points, from the upper left corner. */
export const PAGE = { width: 612, height: 792, margin: 54 }

/** `spacing`: points between the letters. Only text without it can be aligned right. */
type Place = {
  x: number
  y: number
  size?: number
  isBold?: boolean
  align?: 'left' | 'right'
  spacing?: number
}

/** A path with the syntax of SVG. A color is '#b5573a'; a shape without `fill` and `stroke` is not visible. */
export type Shape = {
  d: string
  fill?: string
  stroke?: string
  /** The width of the stroke, in units of the path. */
  width?: number
  isRound?: boolean
  /** In degrees, around a point. */
  rotation?: readonly [angle: number, x: number, y: number]
}

/** Draws on a page or a stamp. All measures are in points, from the upper left corner. */
export type PdfPen = {
  /** Writes one line. `y` is its baseline. */
  text: (line: string, place: Place) => void
  /** A black rectangle. `x` and `y` are its upper left corner. */
  box: (x: number, y: number, width: number, height: number) => void
  /** A shape whose point 0, 0 is at `x` and `y`. `scale`: points per unit of its path. */
  shape: (shape: Shape, place: { x: number; y: number; scale: number }) => void
}

export type PdfWriter = PdfPen & {
  /** A thin line across the text area. */
  rule: (y: number) => void
  addPage: () => void
  /** Splits a text into lines of at most this width. Longer words are split, too. */
  wrap: (text: string, width: number, size: number, isBold?: boolean) => string[]
  /** The width of a line. */
  widthOf: (line: string, size: number, isBold?: boolean) => number
  /** Whether every sign so far was written. The others became question marks, and emoji were left out. */
  isWhole: () => boolean
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
 * @param texts what may be written into the document, in any form: the fonts for its letters are loaded
 * @param size of all pages, in points
 */
export async function createPdf(title: string, texts: unknown, size: Size = PAGE): Promise<PdfWriter> {
  const pdf = await import('@cantoo/pdf-lib')
  const fonts = await fontsFor(JSON.stringify(texts) ?? '')
  const doc = await pdf.PDFDocument.create()
  doc.setTitle(title, { showInWindowTitleBar: true })
  doc.setLanguage('en-US')
  const written: Written = { fonts, pdf, used: new Map(), isWhole: true }
  const pages: (Surface & { page: Pdf.PDFPage })[] = []
  const stamps: (Surface & { ref: Pdf.PDFRef; name: string; width: number })[] = []
  const addPage = () =>
    void pages.push({ page: doc.addPage([size.width, size.height]), height: size.height, operators: [] })
  addPage()
  return {
    addPage,
    wrap: (text, width, lineSize, isBold) => wrap(text, width, lineSize, isBold, fonts),
    widthOf: (line, lineSize, isBold) => widthOf(line, lineSize, isBold, fonts),
    isWhole: () => written.isWhole,
    text: (line, place) => penOn(pages.at(-1)!, written).text(line, place),
    box: (x, y, width, height) => penOn(pages.at(-1)!, written).box(x, y, width, height),
    shape: (shape, place) => penOn(pages.at(-1)!, written).shape(shape, place),
    rule: (y) => void pages.at(-1)!.operators.push(...ruleAt(y, size, pdf)),
    stamp({ width, height }, draw) {
      const name = `Stamp${stamps.length + 1}`
      const stamp = { width, height, name, ref: doc.context.nextRef(), operators: [] }
      stamps.push(stamp)
      draw(penOn(stamp, written))
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
      const embedded = [...written.used].map(
        ([font, glyphs]) => [font.name, embed(doc, font, glyphs, pdf)] as const,
      )
      for (const { ref, width, height, operators } of stamps) {
        const Resources = { Font: Object.fromEntries(embedded) }
        doc.context.assign(
          ref,
          doc.context.formXObject(operators, { BBox: [0, 0, width, height], Resources }),
        )
      }
      for (const { page, operators } of pages) {
        for (const [font, object] of embedded) page.node.setFontDictionary(pdf.PDFName.of(font), object)
        for (const { name, ref } of stamps) page.node.setXObject(pdf.PDFName.of(name), ref)
        page.pushOperators(...operators)
      }
      return Buffer.from(await doc.save())
    },
  }
}

/** `used` has the glyphs of each font that have to be embedded. */
type Written = { fonts: PdfFonts; pdf: Library; used: Map<PdfFont, UsedGlyphs>; isWhole: boolean }

function penOn({ height, operators }: Surface, written: Written): PdfPen {
  const { fonts, used, pdf } = written
  return {
    text(line, { x, y, size = 11, isBold = false, align = 'left', spacing = 0 }) {
      const runs = runsOf(line, isBold, fonts)
      written.isWhole &&= printable(line, fonts).isWhole
      let left = align === 'right' ? x - size * runs.reduce((sum, { width }) => sum + width, 0) : x
      if (spacing) operators.push(pdf.setCharacterSpacing(spacing))
      for (const run of runs) {
        const known = used.get(run.font) ?? new Map<number, string>()
        used.set(run.font, known)
        for (const { id, text } of run.glyphs) known.set(id, known.get(id) || text)
        for (const { glyphs, dx, dy } of placed(run))
          operators.push(
            pdf.beginText(),
            pdf.setFontAndSize(run.font.name, size),
            pdf.setTextMatrix(1, 0, 0, 1, left + dx * size, height - y + dy * size),
            pdf.showText(pdf.PDFHexString.of(glyphs.map(hexOf).join(''))),
            pdf.endText(),
          )
        left += run.width * size + run.glyphs.length * spacing
      }
      if (spacing) operators.push(pdf.setCharacterSpacing(0))
    },
    box(x, y, width, tall) {
      operators.push(pdf.rectangle(x, height - y - tall, width, tall), pdf.fill())
    },
    shape(shape, { x, y, scale }) {
      operators.push(...shapeAt(shape, { x, y: height - y, scale }, pdf))
    },
  }
}

function shapeAt(
  { d, fill, stroke, width = 0, isRound, rotation: [angle, cx, cy] = [0, 0, 0] }: Shape,
  { x, y, scale }: { x: number; y: number; scale: number },
  pdf: Library,
): Pdf.PDFOperator[] {
  const colorOf = (hex?: string) => (hex ? pdf.colorString(hex).rgb : undefined)
  const caps = { cap: pdf.LineCapStyle[isRound ? 'Round' : 'Butt'], join: pdf.LineJoinStyle.Round }
  return [
    pdf.pushGraphicsState(),
    pdf.translate(x + cx * scale, y - cy * scale),
    pdf.rotateDegrees(-angle),
    pdf.setLineCap(caps.cap),
    ...(isRound ? [pdf.setLineJoin(caps.join)] : []),
    ...pdf.drawSvgPath(d, {
      x: -cx * scale,
      y: cy * scale,
      scale,
      color: colorOf(fill),
      borderColor: colorOf(stroke),
      borderWidth: stroke ? width : 0,
    }),
    pdf.popGraphicsState(),
  ]
}

/** The glyphs of a run that follow each other at the widths of the font, with their place for the size 1. */
function placed({ font: { widthOf: advanceOf, unitsPerEm }, glyphs }: Run) {
  const parts: { glyphs: number[]; dx: number; dy: number; end: number }[] = []
  let at = 0
  for (const { id, advance, dx, dy } of glyphs) {
    const last = parts.at(-1)
    if (last && dy === last.dy && Math.abs(last.end - at - dx) < 1e-6) last.glyphs.push(id)
    else parts.push({ glyphs: [id], dx: at + dx, dy, end: 0 })
    parts.at(-1)!.end = at + dx + advanceOf(id) / unitsPerEm
    at += advance
  }
  return parts
}

function ruleAt(y: number, { width, height }: Size, pdf: Library): Pdf.PDFOperator[] {
  return [
    pdf.setLineWidth(0.6),
    pdf.moveTo(PAGE.margin, height - y),
    pdf.lineTo(width - PAGE.margin, height - y),
    pdf.stroke(),
  ]
}
