import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ACCENT_NAMES, ACCENTS, accentOf } from '#shared/catalog/accents.ts'

const tokens = readFileSync(new URL('../app/platform/styles/tokens.css', import.meta.url), 'utf8')
const token = (name: string) => new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(tokens)![1]!

/** The contrast of two colors (WCAG 2.2, contrast ratio). */
function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

describe('the accent colors', () => {
  test.each(ACCENT_NAMES)(
    '%s has enough contrast with paper and mat, as text and behind it (WCAG 1.4.3)',
    (name) => {
      for (const ground of ['paper', 'mat'])
        expect(contrast(ACCENTS[name], token(ground)), ground).toBeGreaterThanOrEqual(4.5)
    },
  )

  test('a coffee has the owner’s color, or that of its first known note, or that of its roast', () => {
    const coffee = { accent: '', cuppingNote: 'Starfruit, red plum, cocoa', roastingLevel: 4 }
    expect(accentOf({ ...coffee, accent: 'Lake' })).toBe('Lake')
    expect(accentOf(coffee)).toBe('Plum')
    expect(accentOf({ ...coffee, cuppingNote: 'Starfruit' })).toBe('Cocoa')
    expect(accentOf({ ...coffee, cuppingNote: '', roastingLevel: 0 })).toBe('Slate')
    expect(accentOf({ ...coffee, accent: 'No such color' })).toBe('Plum')
  })
})
