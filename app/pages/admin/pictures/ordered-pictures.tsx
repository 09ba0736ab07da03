import { useRef, useState, type ReactNode } from 'react'
import type { PictureFacts } from '#shared/picture.ts'
import { Button } from '../../../ui/button.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { announce } from '../../../ui/live-region.tsx'
import { moved } from './moved.ts'
import styles from './pictures.module.css'

/**
 * Pictures in their order, each to be moved or removed. They are dragged, or moved by their buttons.
 * @param nameOf what the picture at a place is called: 'Main image 2'
 * @param change told of the new order, as places in the old one
 */
export function OrderedPictures<T extends { file: string; facts: PictureFacts | null }>({
  label,
  pictures,
  nameOf,
  change,
  children,
}: {
  label: string
  pictures: readonly T[]
  nameOf: (index: number) => string
  change: (pictures: T[]) => void
  /** What stands below each picture. */
  children?: (picture: T, index: number) => ReactNode
}) {
  const [dragged, setDragged] = useState<number | null>(null)
  const list = useRef<HTMLOListElement>(null)
  const move = (from: number, to: number) => {
    change(moved(pictures, from, to))
    announce(`${nameOf(from)} is ${nameOf(to)} now`)
  }
  const remove = (index: number) => {
    focusBeside(list.current, index)
    change(pictures.toSpliced(index, 1))
    announce(`${nameOf(index)} is removed`)
  }
  return (
    <ol ref={list} className={styles.hung} aria-label={label} tabIndex={-1}>
      {pictures.map((picture, index) => (
        <li key={picture.file}>
          <div
            className={styles.item}
            draggable
            onDragStart={() => setDragged(index)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault()
              if (dragged !== null && dragged !== index) move(dragged, index)
              setDragged(null)
            }}
          >
            <span className={styles.frame}>
              {picture.facts ? (
                <Picture of={picture.facts} sizes="250px" alt={nameOf(index)} className={styles.image} />
              ) : (
                <span>This picture is missing</span>
              )}
            </span>
            {children?.(picture, index)}
            <Ways
              name={nameOf(index)}
              isFirst={index === 0}
              isLast={index === pictures.length - 1}
              move={(step) => move(index, index + step)}
              remove={() => remove(index)}
            />
          </div>
        </li>
      ))}
    </ol>
  )
}

/** Lets the keyboard go on beside a picture that goes, and its button with it. */
function focusBeside(list: HTMLElement | null, index: number): void {
  const neighbour = list?.children[index + 1] ?? list?.children[index - 1]
  const next = neighbour?.querySelector<HTMLElement>('[data-remove]') ?? list
  next?.focus()
}

function Ways({
  name,
  isFirst,
  isLast,
  move,
  remove,
}: {
  name: string
  isFirst: boolean
  isLast: boolean
  move: (step: 1 | -1) => void
  remove: () => void
}) {
  return (
    <span className={styles.ways}>
      <Way label={`${name}: earlier`} off={isFirst} go={() => move(-1)}>
        ←
      </Way>
      <Way label={`${name}: later`} off={isLast} go={() => move(1)}>
        →
      </Way>
      <Button look="quiet" aria-label={`Remove ${name}`} onClick={remove} data-remove>
        Remove
      </Button>
    </span>
  )
}

function Way({
  label,
  off,
  go,
  children,
}: {
  label: string
  off: boolean
  go: () => void
  children: string
}) {
  return (
    <button
      type="button"
      className={styles.way}
      aria-label={label}
      // Not disabled: that would throw the keyboard out of the list when it reaches its end.
      aria-disabled={off || undefined}
      onClick={() => !off && go()}
    >
      {children}
    </button>
  )
}
