import { useEffect, useRef, useState, type MouseEvent, type RefObject } from 'react'
import { MINIMAP_CAP, maps, type LngLat, type MapAddress } from '#shared/checkout/api/maps.ts'
import { urlOf } from '#shared/platform/api/url.ts'
import styles from './minimap.module.css'
import { CENTER, Pin, PinControls, type Offset } from './pin.tsx'
import { coordinatesAt, feetPerPixelAt } from './view.ts'

type MinimapProps = {
  at: LngLat
  /** The name of the place at the pin. */
  label: string
  /** What the map service requires beside its map. */
  credits: Pick<MapAddress, 'links' | 'note'>
  onMoved?: (to: LngLat) => void
}

/**
 * A small map around a point, at zoom 16. The picture has twice the displayed size, but at most 1280 px a side. With
 * `onMoved`, the pin can be moved by a click on the map, by dragging, with buttons or with the arrow keys, and the move can
 * be saved or canceled.
 */
export function Minimap({ at, label, credits, onMoved }: MinimapProps) {
  const frame = useRef<HTMLDivElement>(null)
  const size = useSize(frame)
  const [pin, setPin] = useState<Offset | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const picture = size && pictureOf(at, size)
  /** How many pixels of the picture a pixel of the screen is. */
  const perPixel = size ? pictureSize(size).width / size.width : 1
  const save = () => {
    if (pin && onMoved) onMoved(coordinatesAt(at, pin.x * perPixel, pin.y * perPixel))
    setPin(null)
  }
  const move = ({ x, y }: Offset) =>
    size && setPin({ x: clamp(x, size.width / 2), y: clamp(y, size.height / 2) })
  const click = ({ target, currentTarget, clientX, clientY }: MouseEvent) => {
    // A click on the pin itself ends a drag.
    if (!pin || (target instanceof Element && target.closest('button'))) return
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    move({ x: Math.round(clientX - left - width / 2), y: Math.round(clientY - top - height / 2) })
  }
  if (hasFailed) return null
  return (
    <figure className={styles.map}>
      {/* The pin inside handles the keys. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div
        ref={frame}
        className={`box paper ${styles.frame}`}
        data-moving={pin ? true : undefined}
        onClick={click}
      >
        {picture ? <img src={picture} alt={`Map around ${label}`} onError={() => setFailed(true)} /> : null}
        {/* The logo of the map service is drawn into the lower left corner of the picture, which is shown at half its size.
            This shows the corner again in full size, because the terms do not allow a changed logo. */}
        {picture ? (
          <span className={styles.logo} style={{ backgroundImage: `url("${picture}")` }} aria-hidden="true" />
        ) : null}
        {size ? <Pin at={pin} move={move} /> : null}
      </div>
      <figcaption className={`cluster target ${styles.caption}`}>
        <MapCredits {...credits} />
        {onMoved ? (
          <PinControls
            at={pin}
            feetPerPixel={feetPerPixelAt(at) * perPixel}
            move={move}
            start={() => setPin(CENTER)}
            save={save}
            cancel={() => setPin(null)}
          />
        ) : null}
      </figcaption>
    </figure>
  )
}

/** The displayed size of the map in pixels; null until it is known. */
function useSize(frame: RefObject<HTMLElement | null>) {
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  useEffect(() => {
    // Inside a dialog the size is 0 until the dialog is open.
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect
      if (width > 0) setSize({ width: Math.round(width), height: Math.round(height) })
    })
    observer.observe(frame.current!)
    return () => observer.disconnect()
  }, [frame])
  return size
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

/**
 * The attribution that the map service requires beside its maps, as links. The logo is part of the picture (minimap.tsx).
 * https://docs.mapbox.com/help/dive-deeper/attribution/
 */
function MapCredits({ links, note }: Pick<MapAddress, 'links' | 'note'>) {
  return (
    <small>
      {note ? `${note}. ` : null}
      {links.map(({ text, url }, index) => (
        <span key={url}>
          {index > 0 ? ' ' : null}
          <a href={url} target="_blank" rel="noreferrer">
            {text}
          </a>
        </span>
      ))}
    </small>
  )
}
