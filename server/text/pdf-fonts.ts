/**
 * The fonts of PDFs: which font has a letter, how wide a line is, and the objects that embed a font. The PDF library needs
 * another library to embed a font, so the few objects are written here (ISO 32000-1, 9.7).
 */
import { readFileSync } from 'node:fs'
import type * as Pdf from '@cantoo/pdf-lib'
import { readTrueType, type TrueType } from './true-type.ts'

const FOLDER = new URL('./fonts/', import.meta.url)
/** Each character is written with the first font that has it. Bold exists only for Latin letters. */
const REGULAR = ['latin-400', 'latin-ext-400', 'vietnamese-400', 'cyrillic-400', 'greek-400']
const BOLD = ['latin-600', ...REGULAR]

function fontOf(name: string): TrueType {
  const known = fonts.get(name)
  if (known) return known
  const font = readTrueType(readFileSync(new URL(`eb-garamond-${name}.ttf`, FOLDER)))
  fonts.set(name, font)
  return font
}

const fonts = new Map<string, TrueType>()

type Run = { font: string; codes: number[]; width: number }

/** The parts of a line with the same font. `width` is for the size 1. */
export function runsOf(line: string, isBold: boolean): Run[] {
  const runs: Run[] = []
  for (const letter of printable(line)) {
    const code = letter.codePointAt(0)!
    const font = (isBold ? BOLD : REGULAR).find((name) => fontOf(name).glyphs.has(code))
    if (!font) continue
    const { glyphs, widthOf: advanceOf, unitsPerEm } = fontOf(font)
    const width = advanceOf(glyphs.get(code)!) / unitsPerEm
    const last = runs.at(-1)
    if (last?.font === font) {
      last.codes.push(code)
      last.width += width
    } else runs.push({ font, codes: [code], width })
  }
  return runs
}

/** Pictures, flags and skin tones, and the invisible characters that join them. */
const EMOJI =
  /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u{200d}|\u{fe0f}|\u{20e3}/gu

/** The text without emoji. A letter that no font has becomes a question mark, with its marks left out. */
function printable(text: string): string {
  const letters = text.normalize('NFC').replace(EMOJI, (letter) => ('©®™'.includes(letter) ? letter : ''))
  return Array.from(letters.replace(/\s+/g, ' '), (letter) => {
    if (REGULAR.some((name) => fontOf(name).glyphs.has(letter.codePointAt(0)!))) return letter
    return /\p{L}|\p{N}|\p{S}|\p{P}/u.test(letter) ? '?' : ''
  }).join('')
}

/** The width of a line in points. */
export function widthOf(line: string, size: number, isBold = false): number {
  return runsOf(line, isBold).reduce((sum, { width }) => sum + width * size, 0)
}

/** Splits a text into lines of at most this width, in points. Longer words are split, too. */
export function wrap(text: string, width: number, size: number, isBold = false): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    const longer = line ? `${line} ${word}` : word
    if (widthOf(longer, size, isBold) <= width) {
      line = longer
      continue
    }
    if (line) lines.push(line)
    line = ''
    for (const letter of word) {
      if (widthOf(line + letter, size, isBold) > width) {
        lines.push(line)
        line = ''
      }
      line += letter
    }
  }
  return [...lines, line]
}

type Library = typeof Pdf

/** The font as an object of the document, with the widths and the Unicode values of the used letters. */
export function embed(
  { context }: Pdf.PDFDocument,
  name: string,
  codes: ReadonlySet<number>,
  { PDFString }: Library,
) {
  const { bytes, unitsPerEm, box, ascent, descent, glyphs, widthOf: advanceOf } = fontOf(name)
  const inThousandths = (units: number) => Math.round((units * 1000) / unitsPerEm)
  const baseName = `EBGaramond-${name}`
  const file = context.register(context.flateStream(bytes, { Length1: bytes.length }))
  const descriptor = context.obj({
    Type: 'FontDescriptor',
    FontName: baseName,
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
  const ordered = [...codes].toSorted((one, other) => glyphs.get(one)! - glyphs.get(other)!)
  const descendant = context.obj({
    Type: 'Font',
    Subtype: 'CIDFontType2',
    BaseFont: baseName,
    CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
    FontDescriptor: context.register(descriptor),
    W: ordered.flatMap((code) => [glyphs.get(code)!, [inThousandths(advanceOf(glyphs.get(code)!))]]),
    CIDToGIDMap: 'Identity',
  })
  return context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: baseName,
      Encoding: 'Identity-H',
      DescendantFonts: [context.register(descendant)],
      ToUnicode: context.register(
        context.flateStream(
          unicodeMap(ordered.map((code) => [hexOf(glyphs.get(code)!), hexOf(code)] as const)),
        ),
      ),
    }),
  )
}

/** The map from glyphs to letters, with which PDF readers search and copy the text. A block has at most 100 entries. */
function unicodeMap(letters: readonly (readonly [glyph: string, code: string])[]): string {
  const blocks: string[] = []
  for (let start = 0; start < letters.length; start += 100) {
    const some = letters.slice(start, start + 100)
    const entries = some.map(([glyph, code]) => `<${glyph}> <${code}>`).join('\n')
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

/** The glyph of a letter as the operators of a page name it. */
export function glyphOf(font: string, code: number): string {
  return hexOf(fontOf(font).glyphs.get(code)!)
}

/** Four hexadecimal digits. All letters of the fonts are below U+10000. */
function hexOf(value: number): string {
  return value.toString(16).toUpperCase().padStart(4, '0')
}
