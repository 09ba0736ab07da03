import { useRef, type PointerEvent } from 'react'

/** The shortest swipe in pixels (test/SPEC.md, Gallery). */
const SWIPE_THRESHOLD = 40

/**
 * Handles horizontal swipes with a finger or pen. Spread the result on the element. The element needs `touch-action:
 * pan-y pinch-zoom`: without it, the browser scrolls and sends no pointer events.
 * @param onSwipe gets 1 for a swipe to the left (next), -1 for a swipe to the right (previous)
 */
export function useSwipe(onSwipe: (step: 1 | -1) => void) {
  const start = useRef<{ id: number; x: number; y: number } | null>(null)
  return {
    onPointerDown: ({ pointerType, isPrimary, pointerId, clientX, clientY }: PointerEvent) => {
      // Ignores a second finger, which zooms, and the mouse, which can use the buttons.
      start.current = pointerType !== 'mouse' && isPrimary ? { id: pointerId, x: clientX, y: clientY } : null
    },
    onPointerUp: ({ pointerId, clientX, clientY }: PointerEvent) => {
      const from = start.current
      start.current = null
      if (from?.id !== pointerId) return
      const step = swipeStep(clientX - from.x, clientY - from.y)
      if (step) onSwipe(step)
    },
    onPointerCancel: () => {
      start.current = null
    },
  }
}

/** The step for a movement by `dx` and `dy` pixels; 0 for a short or a mostly vertical movement. */
export function swipeStep(dx: number, dy: number): 1 | -1 | 0 {
  if (Math.abs(dx) < SWIPE_THRESHOLD || Math.abs(dx) < Math.abs(dy)) return 0
  return dx < 0 ? 1 : -1
}
