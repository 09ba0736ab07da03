/**
 * The accent colors of coffees. Text in an accent color is readable on paper, and text in the color of the paper is
 * readable on each of them (accents.test.ts measures the contrast).
 */

export const ACCENTS = {
  Terracotta: '#a8401f',
  Berry: '#93244b',
  Plum: '#67345f',
  Indigo: '#3d4a86',
  Lake: '#1f5c70',
  Pine: '#2c5f47',
  Olive: '#5c5f1f',
  Honey: '#835608',
  Cocoa: '#6b4430',
  Slate: '#474e57',
} as const
export type Accent = keyof typeof ACCENTS

export const ACCENT_NAMES = Object.keys(ACCENTS) as Accent[]

type Coffee = { accent: string; cuppingNote: string; roastingLevel: number }

/**
 * The color that the owner chose for a coffee. Otherwise that of its first known cupping note, or of its roast level.
 */
export function accentOf({ accent, cuppingNote, roastingLevel }: Coffee): Accent {
  if (accent in ACCENTS) return accent as Accent
  const notes = cuppingNote.toLowerCase()
  const found = NOTE_COLORS.flatMap(({ words, accent: color }) => {
    const places = words.map((word) => notes.indexOf(word)).filter((place) => place >= 0)
    return places.length > 0 ? [{ color, place: Math.min(...places) }] : []
  }).toSorted((one, other) => one.place - other.place)[0]
  return found?.color ?? ROAST_COLORS[Math.min(roastingLevel, ROAST_COLORS.length - 1)] ?? 'Slate'
}

const NOTE_COLORS: { accent: Accent; words: string[] }[] = [
  { accent: 'Berry', words: ['berry', 'currant', 'cherry', 'apple', 'hibiscus', 'pomegranate', 'wine'] },
  { accent: 'Plum', words: ['plum', 'fig', 'grape', 'raisin', 'violet', 'lavender'] },
  {
    accent: 'Terracotta',
    words: ['apricot', 'peach', 'mango', 'papaya', 'orange', 'grapefruit', 'tangerine'],
  },
  {
    accent: 'Honey',
    words: ['honey', 'caramel', 'toffee', 'panela', 'sugar', 'cane', 'maple', 'lemon', 'bergamot'],
  },
  { accent: 'Cocoa', words: ['cocoa', 'cacao', 'chocolate', 'malt'] },
  { accent: 'Olive', words: ['nut', 'almond', 'pecan', 'cedar', 'tobacco'] },
  { accent: 'Pine', words: ['herb', 'tea', 'mint', 'jasmine'] },
]

/** By roast level, from not given (0) to dark (5). */
const ROAST_COLORS: Accent[] = ['Slate', 'Honey', 'Terracotta', 'Olive', 'Cocoa', 'Slate']
