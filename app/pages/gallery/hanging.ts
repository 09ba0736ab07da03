import type { PictureFacts } from '#shared/picture.ts'

export const COLUMNS = 3

/** How wide the mat around a picture is, as a part of the column. */
export const MAT = 0.05

/** Where a picture hangs: its column, and what hangs above it there. */
type Hook = {
  column: number
  /** How many pictures hang above. */
  above: number
  /** Their heights together, as a multiple of a column's width. */
  height: number
}

/**
 * Deals pictures out in turn into three columns (spec section 9). Heights are in widths of a column, so that CSS can
 * hang each picture of one plain list below the last of its column, whatever the width: the order in the document,
 * and with it the order of the Tab key and of a phone's single column, stays 1 to 23.
 */
export function hang(pictures: Pick<PictureFacts, 'width' | 'height'>[]): Hook[] {
  const heights = Array.from({ length: COLUMNS }, () => 0)
  return pictures.map(({ width, height }, index) => {
    const column = index % COLUMNS
    const hook = { column: column + 1, above: Math.floor(index / COLUMNS), height: heights[column] ?? 0 }
    heights[column] = hook.height + 2 * MAT + ((1 - 2 * MAT) * height) / width
    return hook
  })
}
