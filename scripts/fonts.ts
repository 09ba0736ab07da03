/**
 * `npm run fonts`: reduces the font families from npm to the weights, Latin characters and features that the site uses.
 * The results are in the repository, because they change only with the design. The generated style sheet declares each
 * file with its range of characters.
 */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import subsetFont from 'subset-font'

const ROOT = join(import.meta.dirname, '..')
const OUT = join(ROOT, 'app/styles/fonts')

/** The weights and styles that the style sheets use, by family. */
const CUTS = [
  { family: 'league-spartan', style: 'normal', weight: 500 },
  { family: 'eb-garamond', style: 'normal', weight: 400 },
  { family: 'eb-garamond', style: 'italic', weight: 400 },
  { family: 'eb-garamond', style: 'normal', weight: 600 },
] as const

/**
 * The characters of English, and those of other European names. The latter are in a separate file, because few pages
 * need them.
 */
const RANGES = {
  latin:
    'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD',
  'latin-ext':
    'U+0100-0130, U+0132-0151, U+0154-017F, U+0218-021B, U+02C7, U+02D8-02D9, U+02DB, U+02DD, U+1E80-1E85, U+1E9E, U+1EF2-1EF3',
}

/**
 * The OpenType features to keep: kerning, ligatures, marks, and digits for text and for tables. Without small capitals
 * and swashes.
 */
const FEATURES = ['kern', 'liga', 'ccmp', 'locl', 'mark', 'mkmk', 'onum', 'lnum', 'tnum', 'pnum']

rmSync(OUT, { recursive: true, force: true })
mkdirSync(OUT, { recursive: true })
for (const family of new Set(CUTS.map((cut) => cut.family)))
  copyFileSync(join(packageOf(family), 'LICENSE'), join(OUT, `${family}-license.txt`))
const faces: string[] = []
for (const { family, style, weight } of CUTS) {
  for (const [range, codes] of Object.entries(RANGES)) {
    const font = await subsetFont(readFileSync(source(family, range, style)), characters(codes), {
      targetFormat: 'woff2',
      keepFeatures: FEATURES,
      variationAxes: { wght: weight },
    })
    const name = `${family}-${range}-${weight}${style === 'italic' ? '-italic' : ''}.woff2`
    writeFileSync(join(OUT, name), font)
    faces.push(face(family, style, weight, name, codes))
    process.stdout.write(`  ${(font.length / 1024).toFixed(1).padStart(5)} KB  ${name}\n`)
  }
}
writeFileSync(join(OUT, 'fonts.css'), `/* Written by scripts/fonts.ts. */\n${faces.join('\n')}`)

function face(family: string, style: string, weight: number, file: string, range: string): string {
  const name = family === 'eb-garamond' ? 'EB Garamond' : 'League Spartan'
  return `@font-face {
  font-family: '${name}';
  font-style: ${style};
  font-weight: ${weight};
  font-display: swap;
  src: url(./${file}) format('woff2');
  unicode-range: ${range};
}
`
}

function packageOf(family: string): string {
  return join(ROOT, 'node_modules/@fontsource-variable', family)
}

function source(family: string, range: string, style: string): string {
  return join(packageOf(family), `files/${family}-${range}-wght-${style}.woff2`)
}

/** All characters of a CSS `unicode-range`. */
function characters(range: string): string {
  const codes = range.split(', ').flatMap((part) => {
    const [from = 0, to = from] = part
      .replace('U+', '')
      .split('-')
      .map((code) => parseInt(code, 16))
    return Array.from({ length: to - from + 1 }, (_, index) => from + index)
  })
  return String.fromCodePoint(...codes)
}
