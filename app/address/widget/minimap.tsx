import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { MINIMAP_CAP, maps, type LngLat, type MapAddress } from '#shared/api/maps.ts'
import { urlOf } from '#shared/api/url.ts'
import { Button } from '../../ui/button.tsx'
import { MapCredits } from './map-credits.tsx'
import styles from './minimap.module.css'
import { coordinatesAt } from './view.ts'

type Offset = { x: number; y: number }

const CENTER: Offset = { x: 0, y: 0 }
/** How far an arrow key moves the pin, in pixels. */
const STEP = 8

/**
 * A small map around a point, at zoom 16. The picture has twice the displayed size, but at most 1280 px a side. With
 * `onMoved`, the pin can be moved with the pointer or the arrow keys, and the move can be saved or canceled.
 */
export function Minimap({
  at,
  label,
  credits,
  onMoved,
}: {
  at: LngLat
  /** The name of the place at the pin. */
  label: string
  /** What the map service requires beside its map. */
  credits: Pick<MapAddress, 'links' | 'note'>
  onMoved?: (to: LngLat) => void
}) {
  const frame = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  const [pin, setPin] = useState<Offset | null>(null)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    // Inside a dialog the size is 0 until the dialog is open.
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect
      if (width > 0) setSize({ width: Math.round(width), height: Math.round(height) })
    })
    observer.observe(frame.current!)
    return () => observer.disconnect()
  }, [])

  const picture = size && pictureOf(at, size)
  const save = () => {
    if (size && pin && onMoved) {
      const perPixel = pictureSize(size).width / size.width
      onMoved(coordinatesAt(at, pin.x * perPixel, pin.y * perPixel))
    }
    setPin(null)
  }
  if (hasFailed) return null
  return (
    <figure className={styles.map}>
      <div ref={frame} className={styles.frame}>
        {picture ? <img src={picture} alt={`Map around ${label}`} onError={() => setFailed(true)} /> : null}
        {/* The logo of the map service is drawn into the lower left corner of the picture, which is shown at half its size.
            This shows the corner again in full size, because the terms do not allow a changed logo. */}
        {picture ? (
          <span className={styles.logo} style={{ backgroundImage: `url("${picture}")` }} aria-hidden="true" />
        ) : null}
        {size ? <Pin at={pin} size={size} move={setPin} /> : null}
      </div>
      <figcaption className={styles.caption}>
        <MapCredits {...credits} />
        {onMoved && !pin ? (
          <Button look="quiet" onClick={() => setPin(CENTER)}>
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

/**
 * The pin. While the position is adjusted, it is a button that handles arrow keys and pointer. Otherwise it is
 * decorative.
 */
function Pin({
  at,
  size,
  move,
}: {
  at: Offset | null
  size: { width: number; height: number }
  move: (to: Offset) => void
}) {
  const dragStart = useRef<Offset | null>(null)
  const offset = at ?? CENTER
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
  const startDrag = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    dragStart.current = { x: event.clientX - offset.x, y: event.clientY - offset.y }
  }
  const drag = (event: PointerEvent) => {
    const start = dragStart.current
    if (start) move(within({ x: event.clientX - start.x, y: event.clientY - start.y }))
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

/** Twice the displayed size, for high-density screens. Mapbox allows at most 1280 px a side. */
function pictureSize({ width, height }: { width: number; height: number }) {
  const scale = Math.min(2, MINIMAP_CAP / Math.max(width, height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

function pictureOf({ longitude, latitude }: LngLat, size: { width: number; height: number }): string {
  return urlOf(maps.picture, { query: { longitude, latitude, ...pictureSize(size) } })
}
