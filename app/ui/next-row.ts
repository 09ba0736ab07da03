/** How many frames a row may take to go once its list has been fetched anew. */
const FRAMES = 60

/**
 * Answers a function that takes the focus to the row which stands there once this one is gone: a keyboard's place is
 * otherwise lost with the button that was pressed.
 */
export function nextRow(button: HTMLElement | null): () => void {
  const row = button?.closest('tr')
  const table = row?.closest('table')
  const index = row?.sectionRowIndex ?? 0
  const goOn = (framesLeft: number): void => {
    if (row?.isConnected && framesLeft > 0) {
      requestAnimationFrame(() => goOn(framesLeft - 1))
      return
    }
    if (document.activeElement !== document.body) return
    const rows = table?.isConnected ? table.tBodies[0]?.rows : undefined
    const next = rows?.[Math.min(index, rows.length - 1)]?.querySelector('a')
    const target = next ?? document.getElementById('content')
    target?.focus({ preventScroll: true })
  }
  return () => goOn(FRAMES)
}
