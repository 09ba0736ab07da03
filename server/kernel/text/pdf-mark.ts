/** Draws the logo on printed papers. */
import { DRAWN_LETTERS, DRAWN_NAME, MARK, MARK_FRAME, WRITTEN } from '#shared/kernel/mark.ts'
import type { PdfPen, PdfWriter } from './pdf.ts'

const INNER = { width: MARK.width - 2 * MARK.margin, height: MARK.height - 2 * MARK.margin }

/** The height of a logo of this width, in points. */
export function markHeight(width: number): number {
  return (width * INNER.height) / INNER.width
}

/**
 * Draws the logo in black. `x` and `y` are the upper left corner of its frame, in points.
 * @param name in capitals; for another name than FRAME, the frame holds the name
 */
export function drawMark(
  pen: PdfPen,
  pdf: Pick<PdfWriter, 'widthOf'>,
  name: string,
  { x: left, y: top, width }: { x: number; y: number; width: number },
): void {
  const scale = width / INNER.width
  const [x, y] = [left - MARK.margin * scale, top - MARK.margin * scale]
  const place = { x, y, scale }
  pen.shape({ d: MARK_FRAME, stroke: '#000000', width: MARK.line }, place)
  if (name === DRAWN_NAME) return pen.shape({ d: DRAWN_LETTERS, fill: '#000000' }, place)
  const full = WRITTEN.size * scale
  const size = Math.min(full, (full * WRITTEN.width * scale) / pdf.widthOf(name, full, true))
  pen.text(name, { x: x + WRITTEN.x * scale, y: y + WRITTEN.y * scale, size, isBold: true })
}
