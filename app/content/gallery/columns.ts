import type { PictureFacts } from '#shared/kernel/picture.ts'

export const COLUMNS = 3
/** On phones. */
export const NARROW_COLUMNS = 2

/** The width of the mat around a picture, as a fraction of the column's width. */
export const MAT = 0.05

/** The position of a picture. */
export type Position = {
  column: number
  /** The number of pictures above it in its column. */
  above: number
  /** The total height of these pictures, as a multiple of a column's width. */
  height: number
}

/**
 * Distributes pictures over columns in turn: 1, 2, 3, 1, … The heights are multiples of a column's width, so that
 * CSS can place each picture below the previous picture of its column at any width. The pictures stay one list in the
 * order 1 to 23, for the Tab key.
 */
export function placeInColumns(
  pictures: Pick<PictureFacts, 'width' | 'height'>[],
  columns: number,
): Position[] {
  const heights = Array.from({ length: columns }, () => 0)
  return pictures.map(({ width, height }, index) => {
    const column = index % columns
    const position = { column: column + 1, above: Math.floor(index / columns), height: heights[column] ?? 0 }
    heights[column] = position.height + 2 * MAT + ((1 - 2 * MAT) * height) / width
    return position
  })
}
