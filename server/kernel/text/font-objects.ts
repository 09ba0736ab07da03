/**
 * The fonts of PDFs: which font has a letter, and the objects that embed a font. The PDF library needs another library to
 * embed a font, so the few objects are written here (ISO 32000-1, 9.7).
 */
import { readFileSync } from 'node:fs'
import type * as Pdf from '@cantoo/pdf-lib'
import { readTrueType, type TrueType } from './true-type.ts'

/** A glyph with the text that it shows. Widths and distances are for the size 1. */
export type Glyph = { id: number; text: string; advance: number; dx: number; dy: number }

export type PdfFont = TrueType & {
  name: string
  /** Set for scripts whose letters change with their neighbors. Returns the glyphs from left to right. */
  shape?: (text: string, isRightToLeft: boolean) => Glyph[]
}

const FOLDER = new URL('./fonts/', import.meta.url)
/** Each character is written with the first font that has it. Bold exists only for Latin letters. */
const REGULAR = ['latin-400', 'latin-ext-400', 'vietnamese-400', 'cyrillic-400', 'greek-400'].map(
  (range) => `eb-garamond-${range}`,
)
const BOLD = ['league-spartan-latin-600', ...REGULAR]

/** The fonts of a document, in the order in which they are used. */
export type PdfFonts = {
  /** The fonts for letters that are not European (wide-fonts.ts). */
  wide: readonly PdfFont[]
  /** The embedding level of each code unit of a line, if the document has letters that are written from right to left. */
  levelsOf: ((line: string) => Uint8Array) | null
}

/** The fonts of a document with European letters only. */
export const EUROPEAN: PdfFonts = { wide: [], levelsOf: null }

/** The font of a letter. Undefined if no font has it. */
export function fontFor(fonts: PdfFonts, code: number, isBold: boolean): PdfFont | undefined {
  const own = (isBold ? BOLD : REGULAR).find((name) => ownFont(name).glyphs.has(code))
  return own === undefined ? fonts.wide.find(({ glyphs }) => glyphs.has(code)) : ownFont(own)
}

/** Whether the fonts for European letters have a letter. */
export function isEuropean(letter: string): boolean {
  return REGULAR.some((name) => ownFont(name).glyphs.has(letter.codePointAt(0)!))
}

function ownFont(name: string): PdfFont {
  const known = own.get(name)
  if (known) return known
  const trueType = readTrueType(readFileSync(new URL(`${name}.ttf`, FOLDER)))
  const font = { name, ...trueType }
  own.set(name, font)
  return font
}

const own = new Map<string, PdfFont>()

/** The text of each used glyph. */
export type UsedGlyphs = Map<number, string>

/** The font as an object of the document, with the widths and the text of the used glyphs. */
export function embed(
  { context }: Pdf.PDFDocument,
  { name, bytes, unitsPerEm, box, ascent, descent, widthOf: advanceOf }: PdfFont,
  used: UsedGlyphs,
  { PDFString }: typeof Pdf,
) {
  const inThousandths = (units: number) => Math.round((units * 1000) / unitsPerEm)
  const file = context.register(context.flateStream(bytes, { Length1: bytes.length }))
  const descriptor = context.obj({
    Type: 'FontDescriptor',
    FontName: name,
    // Symbolic: the glyphs have no names of a standard encoding.
    Flags: 4,
    FontBBox: box.map(inThousandths),
    ItalicAngle: 0,
    Ascent: inThousandths(ascent),
    Descent: inThousandths(descent),
    CapHeight: 650,
    StemV: 80,
    FontFile2: file,
  })
  const ordered = [...used].toSorted(([one], [other]) => one - other)
  const descendant = context.obj({
    Type: 'Font',
    Subtype: 'CIDFontType2',
    BaseFont: name,
    CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
    FontDescriptor: context.register(descriptor),
    W: ordered.flatMap(([glyph]) => [glyph, [inThousandths(advanceOf(glyph))]]),
    CIDToGIDMap: 'Identity',
  })
  return context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: name,
      Encoding: 'Identity-H',
      DescendantFonts: [context.register(descendant)],
      ToUnicode: context.register(context.flateStream(unicodeMap(ordered))),
    }),
  )
}

/** The map from glyphs to texts, with which PDF readers search and copy. A block has at most 100 entries. */
function unicodeMap(used: readonly (readonly [glyph: number, text: string])[]): string {
  const known = used.filter(([, text]) => text !== '')
  const blocks: string[] = []
  for (let start = 0; start < known.length; start += 100) {
    const some = known.slice(start, start + 100)
    const entries = some.map(([glyph, text]) => `<${hexOf(glyph)}> <${unitsOf(text)}>`).join('\n')
    blocks.push(`${some.length} beginbfchar\n${entries}\nendbfchar`)
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`
}

function unitsOf(text: string): string {
  return Array.from({ length: text.length }, (_, index) => hexOf(text.charCodeAt(index))).join('')
}

/** Four hexadecimal digits: a glyph as the operators of a page name it, or a code unit. */
export function hexOf(value: number): string {
  return value.toString(16).toUpperCase().padStart(4, '0')
}
