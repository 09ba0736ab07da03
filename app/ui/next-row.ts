/** How many animation frames to wait until a deleted row has disappeared from its list. */
const FRAMES = 60

/**
 * Returns a function that moves the focus to the row after a deleted row. Otherwise, the focus would be lost together
 * with the pressed button.
 * @param button the pressed button, inside the row that will be deleted
 */
export function nextRow(button: HTMLElement | null): () => void {
  const row = button?.closest('tr')
  const table = row?.closest('table')
  const index = row?.sectionRowIndex ?? 0
  const focusWhenGone = (framesLeft: number): void => {
    if (row?.isConnected && framesLeft > 0) {
      requestAnimationFrame(() => focusWhenGone(framesLeft - 1))
      return
    }
    if (document.activeElement !== document.body) return
    const rows = table?.isConnected ? table.tBodies[0]?.rows : undefined
    const next = rows?.[Math.min(index, rows.length - 1)]?.querySelector('a')
    const target = next ?? document.getElementById('content')
    target?.focus({ preventScroll: true })
  }
  return () => focusWhenGone(FRAMES)
}
