/** Lines of a PDF: the glyphs of a line from left to right, its width, and how a text is divided into lines. */
import { EUROPEAN, fontFor, type Glyph, type PdfFont, type PdfFonts } from './font-objects.ts'

/** A part of a line in one font. `width` is for the size 1. */
export type Run = { font: PdfFont; glyphs: Glyph[]; width: number }

/** The parts of a line from left to right. */
export function runsOf(line: string, isBold: boolean, fonts: PdfFonts): Run[] {
  const { text } = printable(line, fonts)
  return inOrder(piecesOf(fonts, text, isBold)).map(({ font, text: part, level }) => {
    const isRightToLeft = level % 2 === 1
    const glyphs = font.shape?.(part, isRightToLeft) ?? glyphsOf(font, part, isRightToLeft)
    return { font, glyphs, width: glyphs.reduce((sum, { advance }) => sum + advance, 0) }
  })
}

/** A part of a line with one font and one direction: odd levels are written from right to left (UAX 9). */
type Piece = { font: PdfFont; text: string; level: number }

function piecesOf(fonts: PdfFonts, text: string, isBold: boolean): Piece[] {
  const levels = fonts.levelsOf?.(text)
  const pieces: Piece[] = []
  let at = 0
  for (const letter of text) {
    const level = levels?.[at] ?? 0
    at += letter.length
    const last = pieces.at(-1)
    // A mark belongs to the letter before it, in whose font it is.
    const font = fontFor(fonts, letter.codePointAt(0)!, isBold)!
    if (last?.font === font && last.level === level) last.text += letter
    else pieces.push({ font, text: letter, level })
  }
  return pieces
}

/** From left to right: sequences of a level and above are reversed, from the highest level to the first (UAX 9, L2). */
function inOrder(pieces: readonly Piece[]): Piece[] {
  let ordered = [...pieces]
  const highest = Math.max(0, ...pieces.map(({ level }) => level))
  for (let level = highest; level > 0; level--) {
    const next: Piece[] = []
    let reversed: Piece[] = []
    for (const piece of ordered) {
      if (piece.level >= level) reversed.unshift(piece)
      else {
        next.push(...reversed, piece)
        reversed = []
      }
    }
    ordered = [...next, ...reversed]
  }
  return ordered
}

const MIRRORED: Record<string, string> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '<': '>',
  '>': '<',
  '«': '»',
  '»': '«',
}

function glyphsOf({ glyphs, widthOf: advanceOf, unitsPerEm }: PdfFont, text: string, isRightToLeft: boolean) {
  const written = Array.from(text)
  const letters = isRightToLeft ? written.toReversed().map((letter) => MIRRORED[letter] ?? letter) : written
  return letters.map((letter): Glyph => {
    const id = glyphs.get(letter.codePointAt(0)!) ?? 0
    return { id, text: letter, advance: advanceOf(id) / unitsPerEm, dx: 0, dy: 0 }
  })
}

/** Pictures, flags and skin tones, and the invisible characters that join them. */
const EMOJI =
  /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u{200d}|\u{fe0f}|\u{20e3}/gu

/**
 * The text without emoji. A letter that no font has becomes a question mark, with its marks left out. `isWhole` says whether
 * every visible sign was kept.
 */
export function printable(text: string, fonts: PdfFonts): { text: string; isWhole: boolean } {
  const letters = text.normalize('NFC').replace(EMOJI, (letter) => ('©®™'.includes(letter) ? letter : ''))
  const isWithEmoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(text.replace(/[©®™]/g, ''))
  let isWhole = !isWithEmoji
  const shown = Array.from(letters.replace(/\s+/g, ' '), (letter) => {
    if (fontFor(fonts, letter.codePointAt(0)!, false)) return letter
    if (!/\p{L}|\p{N}|\p{S}|\p{P}/u.test(letter)) return ''
    isWhole = false
    return '?'
  })
  return { text: shown.join(''), isWhole }
}

/** The width of a line in points. */
export function widthOf(line: string, size: number, isBold = false, fonts = EUROPEAN): number {
  return runsOf(line, isBold, fonts).reduce((sum, { width }) => sum + width * size, 0)
}

/** Letters with their marks, which are on one line. */
const LETTERS = new Intl.Segmenter('en-US', { granularity: 'grapheme' })

/** Splits a text into lines of at most this width, in points. Longer words are split, too. */
export function wrap(text: string, width: number, size: number, isBold = false, fonts = EUROPEAN): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    const longer = line ? `${line} ${word}` : word
    if (widthOf(longer, size, isBold, fonts) <= width) {
      line = longer
      continue
    }
    if (line) lines.push(line)
    line = ''
    for (const { segment } of LETTERS.segment(word)) {
      if (line && widthOf(line + segment, size, isBold, fonts) > width) {
        lines.push(line)
        line = ''
      }
      line += segment
    }
  }
  return [...lines, line]
}
