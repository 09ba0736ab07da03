import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ACCENTS } from '#shared/catalog/accents.ts'

const SHEET = readFileSync(new URL('../app/platform/styles/tokens.css', import.meta.url), 'utf8')

/** The two colors of a token, by day and by night. */
function colorsOf(token: string): [day: string, night: string] {
  const both = new RegExp(`--${token}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(SHEET)
  if (both) return [both[1]!, both[2]!]
  const one = new RegExp(`--${token}: (#[0-9a-f]{6})`).exec(SHEET)![1]!
  return [one, one]
}

const partsOf = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

/** Relative luminance (WCAG 2.2). */
function luminanceOf(color: string): number {
  const [red, green, blue] = partsOf(color).map((part) => {
    const value = part / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b)
  return (light! + 0.05) / (dark! + 0.05)
}

test('text has a contrast of 4.5 on paper and on the mat, by day and by night', () => {
  for (const scheme of [0, 1])
    for (const ground of ['paper', 'mat'])
      for (const token of ['ink', 'ink-soft', 'sun-deep', 'moss'])
        expect(
          contrast(colorsOf(token)[scheme]!, colorsOf(ground)[scheme]!),
          `${token} on ${ground}, scheme ${scheme}`,
        ).toBeGreaterThan(4.5)
})

test('the edges of controls have a contrast of 3', () => {
  for (const scheme of [0, 1])
    expect(contrast(colorsOf('line')[scheme]!, colorsOf('paper')[scheme]!)).toBeGreaterThan(3)
})

test('the colors of coffees are readable on paper and on the mat at night, as they are mixed there', () => {
  const night = partsOf('#f4efe6')
  for (const color of Object.values(ACCENTS)) {
    const mixed = partsOf(color).map((part, at) => Math.round(part * 0.45 + night[at]! * 0.55))
    const lighter = `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`
    for (const ground of ['paper', 'mat'])
      expect(contrast(lighter, colorsOf(ground)[1]), `${color} on ${ground}`).toBeGreaterThan(4.5)
  }
})
