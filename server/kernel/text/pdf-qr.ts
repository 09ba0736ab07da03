/** Draws QR codes on the pages of a PDF. */
import type { PdfPen } from './pdf.ts'

type Square = { x: number; y: number; size: number }

/**
 * Returns the function that draws the QR code of a text. `size` is the length of a side in points; the white margin that
 * scanners need is outside of it. The library is loaded only here, because most processes never print a code.
 */
export async function qrDrawing(text: string): Promise<(pen: PdfPen, square: Square) => void> {
  const { encode } = await import('uqr')
  const { data, size: modules } = encode(text, { ecc: 'M', border: 0 })
  return (pen, { x, y, size }) => {
    const module = size / modules
    for (const [row, squares] of data.entries())
      for (const [start, length] of runsIn(squares))
        pen.box(x + start * module, y + row * module, length * module, module)
  }
}

/** The runs of black squares in a row: where each begins, and its length. One box per run leaves no white lines. */
function runsIn(squares: boolean[]): [start: number, length: number][] {
  const runs: [number, number][] = []
  for (const [index, isBlack] of squares.entries()) {
    if (!isBlack) continue
    const last = runs.at(-1)
    if (last && last[0] + last[1] === index) last[1]++
    else runs.push([index, 1])
  }
  return runs
}
