import { useRef, useState, type ReactNode } from 'react'
import type { PictureFacts } from '#shared/kernel/picture.ts'
import { Picture } from '../../ui/picture.tsx'
import { announce } from '../../ui/live-region.tsx'
import { MoveButtons, moveItem } from './move-buttons.tsx'
import styles from './pictures.module.css'

/**
 * An ordered list of pictures. Each picture can be removed, and it can be moved by dragging or with buttons.
 * @param nameOf returns the name of the picture at an index: 'Main image 2'
 * @param change is called with the new list
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
  /** The content below each picture. */
  children?: (picture: T, index: number) => ReactNode
}) {
  const [dragged, setDragged] = useState<number | null>(null)
  const list = useRef<HTMLOListElement>(null)
  const move = (from: number, to: number) => {
    change(moveItem(pictures, from, to))
    announce(`${nameOf(from)} is now ${nameOf(to)}`)
  }
  const remove = (index: number) => {
    focusNeighbor(list.current, index)
    change(pictures.toSpliced(index, 1))
    announce(`${nameOf(index)} is removed`)
  }
  return (
    <ol ref={list} className={`stack-3 ${styles.pictures}`} aria-label={label} tabIndex={-1}>
      {pictures.map((picture, index) => (
        <li key={picture.file}>
          <div
            className={`stack-1 ${styles.item}`}
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
            <MoveButtons
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

/** Moves the focus to the next or previous picture, because the button of the removed picture disappears. */
function focusNeighbor(list: HTMLElement | null, index: number): void {
  const neighbor = list?.children[index + 1] ?? list?.children[index - 1]
  const next = neighbor?.querySelector<HTMLElement>('[data-remove]') ?? list
  next?.focus()
}
