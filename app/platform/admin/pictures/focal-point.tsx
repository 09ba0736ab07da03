import type { CSSProperties } from 'react'
import type { PictureFacts } from '#shared/kernel/picture.ts'
import { Field } from '../../ui/field.tsx'
import { Picture } from '../../ui/picture.tsx'
import styles from './focal-point.module.css'

/**
 * A picture with its focal point, which stays visible if the picture is cropped. A click or the two numbers below the
 * picture set it.
 */
export function FocalPoint({
  facts,
  x,
  y,
  change,
}: {
  facts: PictureFacts
  /** In percent, from the left and from the top. */
  x: number
  y: number
  /** Missing if the point cannot be changed. */
  change?: (x: number, y: number) => void
}) {
  const style = { '--x': `${x}%`, '--y': `${y}%` } as CSSProperties
  return (
    <div className="stack-2">
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the numbers below do the same */}
      <div
        className={styles.frame}
        style={style}
        data-fixed={change ? undefined : true}
        onClick={(event) => {
          const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
          change?.(percent((event.clientX - left) / width), percent((event.clientY - top) / height))
        }}
      >
        <Picture of={facts} sizes="22rem" />
      </div>
      {change ? (
        <div className={`stack-2 ${styles.numbers}`}>
          <Number label="Focal point, % from the left" value={x} change={(value) => change(value, y)} />
          <Number label="% from the top" value={y} change={(value) => change(x, value)} />
        </div>
      ) : null}
    </div>
  )
}

function Number({ label, value, change }: { label: string; value: number; change: (value: number) => void }) {
  return (
    <Field
      label={label}
      type="number"
      min={0}
      max={100}
      value={value}
      unmarked
      onChange={(event) => change(percent(event.target.valueAsNumber / 100))}
    />
  )
}

function percent(part: number): number {
  return Math.round(Math.min(1, Math.max(0, part || 0)) * 100)
}
