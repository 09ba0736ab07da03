/** The only breakpoints (test/SPEC.md, "Header, navigation, footer"): xs 0, sm 576, md 768, lg 992, xl 1200, xxl 1400 px. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const BREAKPOINTS = new Set([576, 768, 992, 1200, 1400])
/** The default rem of browsers, in px; media queries use it. */
const REM = 16

/**
 * The widths in a media condition, in px: `(48rem <= width < 62rem)`. `(max-width: 575px)`, which mail programs need, is
 * the same as `(width < 576px)`.
 */
function widthsIn(condition: string): number[] {
  return [...condition.matchAll(/\([^()]*\bwidth\b[^()]*\)/g)].flatMap(([part]) =>
    [...part.matchAll(/([\d.]+)(rem|px|em)/g)].map(([, number, unit]) => {
      const width = Number(number) * (unit === 'px' ? 1 : REM)
      return part.includes('max-width') ? width + 1 : width
    }),
  )
}

function conditionsIn(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8')
  if (file.endsWith('.css'))
    return [...text.matchAll(/@(?:media|container)([^{]*)\{/g)].map(([, rule]) => rule!)
  // `sizes` of pictures, and matchMedia.
  return [
    ...text.matchAll(/\((?:min|max)-width:[^)]*\)|\([^()]*\bwidth\s*[<>][^()]*\)|@media([^{]*)\{/g),
  ].map(String)
}

test('media queries use only the required breakpoints', () => {
  const files = globSync(['app/**/*.{css,ts,tsx}', 'server/**/*.ts', 'shared/**/*.ts'], { cwd: ROOT })
  const asked = files
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) =>
      conditionsIn(file).map((condition) => ({ file, condition, widths: widthsIn(condition) })),
    )
  expect(asked.filter(({ widths }) => widths.length > 0).length).toBeGreaterThan(80)
  const strange = asked.filter(({ widths }) => widths.some((width) => !BREAKPOINTS.has(width)))
  expect(strange.map(({ file, condition }) => `${file}: ${condition.trim()}`)).toEqual([])
})
