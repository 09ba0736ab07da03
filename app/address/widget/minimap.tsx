import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { MINIMAP_CAP, maps, type LngLat } from '#shared/api/maps.ts'
import { urlOf } from '#shared/api/url.ts'
import { Button } from '../../ui/button.tsx'
import styles from './minimap.module.css'
import { moved } from './view.ts'

type Offset = { x: number; y: number }

const MIDDLE: Offset = { x: 0, y: 0 }
const STEP = 8

/**
 * A small map around a point (spec section 9: zoom 16, asked for at twice its size, 1280 px at most). With `onMoved`
 * its pin can be put where the door really is: by pointer or arrow keys, then saved or left as it was.
 */
export function Minimap({
  at,
  label,
  attribution,
  onMoved,
}: {
  at: LngLat
  /** What stands at the pin. */
  label: string
  attribution: string
  onMoved?: (to: LngLat) => void
}) {
  const frame = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  const [pin, setPin] = useState<Offset | null>(null)
  const [isGone, setGone] = useState(false)
  useEffect(() => {
    // In a dialog it has no room until that is opened.
    const watcher = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect
      if (width > 0) setSize({ width: Math.round(width), height: Math.round(height) })
    })
    watcher.observe(frame.current!)
    return () => watcher.disconnect()
  }, [])

  const picture = size && pictureOf(at, size)
  const save = () => {
    if (size && pin && onMoved) {
      const perPixel = pictureSize(size).width / size.width
      onMoved(moved(at, pin.x * perPixel, pin.y * perPixel))
    }
    setPin(null)
  }
  if (isGone) return null
  return (
    <figure className={styles.map}>
      <div ref={frame} className={styles.frame}>
        {picture ? <img src={picture} alt={`Map around ${label}`} onError={() => setGone(true)} /> : null}
        {size ? <Pin at={pin} size={size} move={setPin} /> : null}
      </div>
      <figcaption className={styles.caption}>
        {/* The picture is asked for without it, as the map's own widget does, so it stands here. */}
        <small>{attribution}</small>
        {onMoved && !pin ? (
          <Button look="quiet" onClick={() => setPin(MIDDLE)}>
            Adjust pin
          </Button>
        ) : null}
        {pin ? (
          <>
            <Button onClick={save}>Save</Button>
            <Button look="line" onClick={() => setPin(null)}>
              Cancel
            </Button>
          </>
        ) : null}
      </figcaption>
    </figure>
  )
}

/** Standing still it is a picture of a pin; to be moved it is a button that takes arrows and pointer. */
function Pin({
  at,
  size,
  move,
}: {
  at: Offset | null
  size: { width: number; height: number }
  move: (to: Offset) => void
}) {
  const grip = useRef<Offset | null>(null)
  const offset = at ?? MIDDLE
  const style = { translate: `${offset.x}px ${offset.y}px` }
  if (!at) return <span className={styles.pin} style={style} aria-hidden="true" />

  const within = ({ x, y }: Offset): Offset => ({
    x: clamp(x, size.width / 2),
    y: clamp(y, size.height / 2),
  })
  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (!step) return
    event.preventDefault()
    move(within({ x: offset.x + step.x, y: offset.y + step.y }))
  }
  const grab = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    grip.current = { x: event.clientX - offset.x, y: event.clientY - offset.y }
  }
  const drag = (event: PointerEvent) => {
    if (grip.current) move(within({ x: event.clientX - grip.current.x, y: event.clientY - grip.current.y }))
  }
  return (
    <button
      type="button"
      ref={focusOnce}
      className={styles.pin}
      style={style}
      aria-label="Pin. Move it with the arrow keys, then save"
      onKeyDown={press}
      onPointerDown={grab}
      onPointerMove={drag}
      onPointerUp={() => (grip.current = null)}
    />
  )
}

function focusOnce(pin: HTMLElement | null): void {
  pin?.focus()
}

const STEPS: Record<string, Offset> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
}

function clamp(value: number, limit: number): number {
  return Math.min(Math.max(value, -limit), limit)
}

/** Twice the room it has, for sharp screens; the map gives no more than 1280 px a side. */
function pictureSize({ width, height }: { width: number; height: number }) {
  const scale = Math.min(2, MINIMAP_CAP / Math.max(width, height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

function pictureOf({ longitude, latitude }: LngLat, size: { width: number; height: number }): string {
  return urlOf(maps.picture, { query: { longitude, latitude, ...pictureSize(size) } })
}
