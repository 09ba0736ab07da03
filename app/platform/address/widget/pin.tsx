/** The pin of the map, and the buttons that move it. */
import { useEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import styles from './minimap.module.css'

/** A distance from the center of the map in pixels of the screen, to the right and downwards. */
export type Offset = { x: number; y: number }

export const CENTER: Offset = { x: 0, y: 0 }
/** How far an arrow moves the pin, in pixels. */
const STEP = 8

/** The pin. While it can be moved, it is a button that handles arrow keys and dragging. Otherwise it is decorative. */
export function Pin({ at, move }: { at: Offset | null; move: (to: Offset) => void }) {
  const dragStart = useRef<Offset | null>(null)
  const offset = at ?? CENTER
  const style = { translate: `${offset.x}px ${offset.y}px` }
  if (!at) return <span className={styles.pin} style={style} aria-hidden="true" />

  const press = (event: KeyboardEvent) => {
    const arrow = ARROWS.find(({ key }) => key === event.key)
    if (!arrow) return
    event.preventDefault()
    move(moved(offset, arrow))
  }
  const startDrag = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    dragStart.current = { x: event.clientX - offset.x, y: event.clientY - offset.y }
  }
  const drag = (event: PointerEvent) => {
    const start = dragStart.current
    if (start) move({ x: event.clientX - start.x, y: event.clientY - start.y })
  }
  return (
    <button
      type="button"
      ref={focusOnce}
      className={styles.pin}
      style={style}
      aria-label="Pin. Move it with the arrow keys, then save"
      onKeyDown={press}
      onPointerDown={startDrag}
      onPointerMove={drag}
      onPointerUp={() => (dragStart.current = null)}
    />
  )
}

/** The button that makes the pin movable, and then the buttons that move it, save it, or put it back. */
export function PinControls({
  at,
  feetPerPixel,
  move,
  start,
  save,
  cancel,
}: {
  /** Null while the pin cannot be moved. */
  at: Offset | null
  /** How many feet a pixel of the screen is. */
  feetPerPixel: number
  move: (to: Offset) => void
  start: () => void
  save: () => void
  cancel: () => void
}) {
  if (!at)
    return (
      <Button look="quiet" onClick={start}>
        Adjust pin
      </Button>
    )
  return (
    <>
      <PinPlace at={at} feetPerPixel={feetPerPixel} />
      <PinArrows at={at} move={move} />
      <Button onClick={save}>Save</Button>
      <Button look="line" onClick={cancel}>
        Cancel
      </Button>
    </>
  )
}

/** One button for each direction, for people who can neither drag nor use arrow keys (WCAG 2.2, 2.5.7). */
function PinArrows({ at, move }: { at: Offset; move: (to: Offset) => void }) {
  return (
    <span role="group" aria-label="Move the pin" className={styles.arrows}>
      {ARROWS.map((arrow) => (
        <button
          key={arrow.key}
          type="button"
          className={styles.arrow}
          aria-label={`Move the pin ${arrow.name}`}
          onClick={() => move(moved(at, arrow))}
        >
          {arrow.sign}
        </button>
      ))}
    </span>
  )
}

/** Says where the pin is, once it has stopped. */
function PinPlace({ at, feetPerPixel }: { at: Offset; feetPerPixel: number }) {
  const text = useRef<HTMLOutputElement>(null)
  useEffect(() => {
    const timer = setTimeout(() => (text.current!.textContent = placeText(at, feetPerPixel)), 400)
    return () => clearTimeout(timer)
  }, [at, feetPerPixel])
  return <output ref={text} className={styles.place} />
}

function placeText({ x, y }: Offset, feetPerPixel: number): string {
  const feet = (pixels: number) => `${Math.round(Math.abs(pixels) * feetPerPixel)} feet`
  const parts = [
    y === 0 ? [] : [`${feet(y)} ${y < 0 ? 'north' : 'south'}`],
    x === 0 ? [] : [`${feet(x)} ${x < 0 ? 'west' : 'east'}`],
  ].flat()
  return parts.length === 0
    ? 'The pin is at the address.'
    : `The pin is ${parts.join(' and ')} of the address.`
}

function focusOnce(pin: HTMLElement | null): void {
  pin?.focus()
}

const ARROWS = [
  { key: 'ArrowLeft', name: 'west', sign: '←', x: -STEP, y: 0 },
  { key: 'ArrowUp', name: 'north', sign: '↑', x: 0, y: -STEP },
  { key: 'ArrowDown', name: 'south', sign: '↓', x: 0, y: STEP },
  { key: 'ArrowRight', name: 'east', sign: '→', x: STEP, y: 0 },
]

function moved(from: Offset, by: Offset): Offset {
  return { x: from.x + by.x, y: from.y + by.y }
}
