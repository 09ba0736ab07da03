import { DRAWN_LETTERS, DRAWN_NAME, MARK, MARK_FRAME, WRITTEN } from '#shared/kernel/mark.ts'

/**
 * The logo in the color of the text.
 * @param text the name in capitals; for another name than FRAME, the frame holds the name
 */
export function Mark({ className, text = DRAWN_NAME }: { className?: string; text?: string }) {
  return (
    <svg
      className={className}
      viewBox={`0 0 ${MARK.width} ${MARK.height}`}
      width="104"
      height="40"
      aria-hidden="true"
      focusable="false"
    >
      <path d={MARK_FRAME} fill="none" stroke="currentColor" strokeWidth={MARK.line} />
      {text === DRAWN_NAME ? <path d={DRAWN_LETTERS} fill="currentColor" /> : <Written text={text} />}
    </svg>
  )
}

/** A long name is compressed to fit into the frame. */
function Written({ text }: { text: string }) {
  const fits = text.length > 6 ? { textLength: WRITTEN.width, lengthAdjust: 'spacingAndGlyphs' as const } : {}
  return (
    <text
      x={WRITTEN.x}
      y={WRITTEN.y}
      fontFamily="var(--sans)"
      fontWeight="500"
      fontSize={WRITTEN.size}
      fill="currentColor"
      {...fits}
    >
      {text}
    </text>
  )
}
