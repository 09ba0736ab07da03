/**
 * `npm run fonts`: the house's letters, cut from the families in npm to what is set with them: the weights, the Latin
 * characters, the features. The results are kept in the repository, since they change with the design alone; the
 * style sheet beside them names each by its range of characters.
 */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import subsetFont from 'subset-font'

const ROOT = join(import.meta.dirname, '..')
const OUT = join(ROOT, 'app/styles/fonts')

/** A cut is a weight of a family that some style sheet sets. */
const CUTS = [
  { family: 'league-spartan', style: 'normal', weight: 500 },
  { family: 'eb-garamond', style: 'normal', weight: 400 },
  { family: 'eb-garamond', style: 'italic', weight: 400 },
  { family: 'eb-garamond', style: 'normal', weight: 600 },
] as const

/** English, and on its own, since few pages need it, what the rest of Europe writes names with. */
const RANGES = { latin: characters('latin'), 'latin-ext': characters('latin-ext') }

/** Figures for text and for tables, and what letters need to stand well together; no small capitals, no swashes. */
const FEATURES = ['kern', 'liga', 'ccmp', 'locl', 'mark', 'mkmk', 'onum', 'lnum', 'tnum', 'pnum']

rmSync(OUT, { recursive: true, force: true })
mkdirSync(OUT, { recursive: true })
for (const family of new Set(CUTS.map((cut) => cut.family)))
  copyFileSync(join(packageOf(family), 'LICENSE'), join(OUT, `${family}-license.txt`))
const faces: string[] = []
for (const { family, style, weight } of CUTS) {
  for (const [range, text] of Object.entries(RANGES)) {
    const font = await subsetFont(readFileSync(source(family, range, style)), text, {
      targetFormat: 'woff2',
      keepFeatures: FEATURES,
      variationAxes: { wght: weight },
    })
    const name = `${family}-${range}-${weight}${style === 'italic' ? '-italic' : ''}.woff2`
    writeFileSync(join(OUT, name), font)
    faces.push(face(family, style, weight, name, unicodeRange(range)))
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

/** As the package's own style sheet has it: `U+0000-00FF, U+0131`. */
function unicodeRange(range: string): string {
  const sheet = readFileSync(join(packageOf('eb-garamond'), 'wght.css'), 'utf8')
  const found = new RegExp(`eb-garamond-${range}-wght-normal\\.woff2[^}]*unicode-range: ([^;]+);`).exec(sheet)
  if (!found?.[1]) throw new Error(`EB Garamond has no range ${range}`)
  return found[1].replaceAll(',', ', ')
}

function characters(range: string): string {
  const codes = unicodeRange(range)
    .split(', ')
    .flatMap((part) => {
      const [from = 0, to = from] = part
        .replace('U+', '')
        .split('-')
        .map((code) => parseInt(code, 16))
      return Array.from({ length: to - from + 1 }, (_, index) => from + index)
    })
  return String.fromCodePoint(...codes)
}
