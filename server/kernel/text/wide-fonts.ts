/**
 * The fonts for names and notes in Chinese, Japanese, Korean, Thai, Arabic and Hebrew (decisions/052). Their files
 * have megabytes, so they are loaded only for a document with such letters, and only these letters are embedded in it.
 */
import { readFile } from 'node:fs/promises'
import { isEuropean, type Glyph, type PdfFont, type PdfFonts } from './font-objects.ts'
import { readTrueType } from './true-type.ts'

/** `also` is for letters that shaping puts in the place of others. */
type Family = { file: string; letters: RegExp; isShaped?: boolean; also?: string }

const HAN = /[\p{scx=Han}\p{scx=Bopomofo}\u3000-\u303f\uff01-\uffee]/u
const JAPANESE = { file: 'jp', letters: /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u }
const CHINESE = [
  { file: 'sc', letters: HAN },
  { file: 'tc', letters: HAN },
]
const OTHERS: Family[] = [
  { file: 'kr', letters: /[\p{scx=Hangul}\uff01-\uffee]/u },
  { file: 'thai', letters: /[\u0e00-\u0e7f]/, isShaped: true, also: '\u0e32\u0e4d' },
  { file: 'arabic', letters: /\p{scx=Arabic}/u, isShaped: true },
  { file: 'hebrew', letters: /\p{Script=Hebrew}/u, isShaped: true },
]
/** Written from right to left. */
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u

/** The fonts for a document. @param text has every letter that may be written in it; other text does not matter */
export async function fontsFor(text: string): Promise<PdfFonts> {
  const letters = [...new Set(text.normalize('NFC'))]
  const missing = new Set(letters.filter((letter) => !isEuropean(letter)))
  const wide: PdfFont[] = []
  for (const family of familiesFor(text)) {
    const wanted = [...missing].filter((letter) => family.letters.test(letter))
    if (wanted.length === 0) continue
    const font = await fontOf(family, wanted.join(''))
    for (const code of font.glyphs.keys()) missing.delete(String.fromCodePoint(code))
    wide.push(font)
  }
  return { wide, levelsOf: RIGHT_TO_LEFT.test(text) ? await levels() : null }
}

/** The same letter has another form in Japanese than in Chinese. A text with kana is Japanese. */
function familiesFor(text: string): Family[] {
  return KANA.test(text) ? [JAPANESE, ...CHINESE, ...OTHERS] : [...CHINESE, JAPANESE, ...OTHERS]
}

async function fontOf({ file, isShaped, also = '' }: Family, letters: string): Promise<PdfFont> {
  const { default: subsetFont } = await import('subset-font')
  const whole = await readFile(new URL(`./fonts/noto-sans-${file}.woff2`, import.meta.url))
  const bytes = await subsetFont(whole, letters + also, { targetFormat: 'truetype' })
  const font = { name: `NotoSans-${file}`, ...readTrueType(bytes) }
  return isShaped ? { ...font, shape: await shaperOf(font) } : font
}

async function shaperOf({ bytes, unitsPerEm }: PdfFont): Promise<NonNullable<PdfFont['shape']>> {
  const harfBuzz = await import('harfbuzzjs')
  // A copy, because a small Buffer is a part of a larger one.
  const { buffer } = new Uint8Array(bytes)
  const font = new harfBuzz.Font(new harfBuzz.Face(new harfBuzz.Blob(buffer)))
  return (text, isRightToLeft) => {
    const shaped = new harfBuzz.Buffer()
    shaped.addText(text)
    shaped.guessSegmentProperties()
    shaped.setDirection(isRightToLeft ? harfBuzz.Direction.RTL : harfBuzz.Direction.LTR)
    shaped.setClusterLevel(harfBuzz.ClusterLevel.MONOTONE_CHARACTERS)
    harfBuzz.shape(font, shaped)
    const infos = shaped.getGlyphInfos()
    const places = shaped.getGlyphPositions()
    const textOf = textsOf(
      text,
      infos.map(({ cluster }) => cluster),
    )
    return infos.map(({ codepoint: id, cluster }, index): Glyph => {
      const { xAdvance, xOffset, yOffset } = places[index]!
      return {
        id,
        text: textOf(cluster),
        advance: xAdvance / unitsPerEm,
        dx: xOffset / unitsPerEm,
        dy: yOffset / unitsPerEm,
      }
    })
  }
}

/** Returns the function that says which text a glyph shows: the text of its cluster, for the first glyph of a cluster. */
function textsOf(text: string, clusters: readonly number[]): (cluster: number) => string {
  const starts = [...new Set(clusters)].toSorted((one, other) => one - other)
  const texts = new Map(starts.map((start, index) => [start, text.slice(start, starts[index + 1])]))
  return (cluster) => {
    const found = texts.get(cluster) ?? ''
    texts.delete(cluster)
    return found
  }
}

async function levels(): Promise<NonNullable<PdfFonts['levelsOf']>> {
  // A CommonJS module: its only export is the function, which its types call `default`.
  const { default: createBidi } = await import('bidi-js')
  const bidi = (createBidi as unknown as typeof createBidi.default)()
  return (line) => bidi.getEmbeddingLevels(line).levels
}
