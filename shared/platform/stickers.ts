/**
 * The label sheets and printer rolls on which stickers for bags are printed. All measures are in points (1/72 inch). Sheets
 * are US Letter, with the measures of Avery's templates of the same numbers.
 */

export const STICKER_SHEETS = ['5163', '5164', '5160', 'roll-4x6', 'roll-3x2', 'roll-2.25x1.25'] as const
export type StickerSheetId = (typeof STICKER_SHEETS)[number]

export type StickerSheet = {
  /** The name in the list from which the owner chooses. */
  name: string
  page: { width: number; height: number }
  label: { width: number; height: number }
  columns: number
  rows: number
  /** The upper left corner of the first label. */
  first: { x: number; y: number }
  /** From one label to the next. */
  pitch: { x: number; y: number }
}

const INCH = 72
const LETTER = { width: 8.5 * INCH, height: 11 * INCH }

type Grid = { columns: number; rows: number; left: number; right: number }

/** Labels of these inches on US Letter. `right` is the horizontal pitch in inches; rows touch each other. */
function onLetter(name: string, width: number, height: number, { columns, rows, left, right }: Grid) {
  return {
    name,
    page: LETTER,
    label: { width: width * INCH, height: height * INCH },
    columns,
    rows,
    first: { x: left * INCH, y: 0.5 * INCH },
    pitch: { x: right * INCH, y: height * INCH },
  }
}

/** One label per page, for a label printer. */
function onRoll(name: string, width: number, height: number): StickerSheet {
  const size = { width: width * INCH, height: height * INCH }
  const none = { x: 0, y: 0 }
  return { name, page: size, label: size, columns: 1, rows: 1, first: none, pitch: none }
}

const TWO_COLUMNS = { columns: 2, left: 5 / 32, right: 4 + 3 / 16 }

export const STICKERS: Readonly<Record<StickerSheetId, StickerSheet>> = {
  '5163': onLetter('Sheet of 10: 2 × 4 in (Avery 5163, 8163)', 4, 2, { ...TWO_COLUMNS, rows: 5 }),
  '5164': onLetter('Sheet of 6: 3 1/3 × 4 in (Avery 5164, 8164)', 4, 10 / 3, { ...TWO_COLUMNS, rows: 3 }),
  '5160': onLetter('Sheet of 30: 1 × 2 5/8 in (Avery 5160, 8160)', 2 + 5 / 8, 1, {
    columns: 3,
    rows: 10,
    left: 3 / 16,
    right: 2 + 3 / 4,
  }),
  'roll-4x6': onRoll('Roll: 4 × 6 in', 4, 6),
  'roll-3x2': onRoll('Roll: 3 × 2 in', 3, 2),
  'roll-2.25x1.25': onRoll('Roll: 2 1/4 × 1 1/4 in', 2.25, 1.25),
}

/** The most labels on a page of any sheet. */
export const MOST_ON_A_PAGE = 30
