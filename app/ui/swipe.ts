import { useRef, type PointerEvent } from 'react'

/** Spec section 9: shorter ways are a tremble, not a swipe. */
const SWIPE_THRESHOLD = 40

/**
 * A finger or pen drawn sideways: 1 when it goes to the next (leftwards), -1 to the previous. Spread the answer on
 * what is swiped, which needs `touch-action: pan-y pinch-zoom`, or the browser keeps the movement to itself.
 */
export function useSwipe(onSwipe: (step: 1 | -1) => void) {
  const start = useRef<{ id: number; x: number; y: number } | null>(null)
  return {
    onPointerDown: ({ pointerType, isPrimary, pointerId, clientX, clientY }: PointerEvent) => {
      // A second finger means to zoom, and a mouse has buttons to press.
      start.current = pointerType !== 'mouse' && isPrimary ? { id: pointerId, x: clientX, y: clientY } : null
    },
    onPointerUp: ({ pointerId, clientX, clientY }: PointerEvent) => {
      const from = start.current
      start.current = null
      if (from?.id !== pointerId) return
      const step = swiped(clientX - from.x, clientY - from.y)
      if (step) onSwipe(step)
    },
    onPointerCancel: () => {
      start.current = null
    },
  }
}

/** The step a movement of so many pixels asks for; 0 for a short or a mostly upright one. */
export function swiped(dx: number, dy: number): 1 | -1 | 0 {
  if (Math.abs(dx) < SWIPE_THRESHOLD || Math.abs(dx) < Math.abs(dy)) return 0
  return dx < 0 ? 1 : -1
}
