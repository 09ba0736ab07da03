/** Rows in parts of at most `size`, because the number of values of a statement is limited, and so is its time. */
export function* inBatches<Row>(rows: readonly Row[], size: number): Generator<Row[]> {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size)
}
