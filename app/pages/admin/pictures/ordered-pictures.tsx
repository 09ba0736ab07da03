import { useRef, useState, type ReactNode } from 'react'
import type { PictureFacts } from '#shared/picture.ts'
import { Button } from '../../../ui/button.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { announce } from '../../../ui/live-region.tsx'
import { moveItem } from './move-item.ts'
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
    <ol ref={list} className={styles.pictures} aria-label={label} tabIndex={-1}>
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

function MoveButtons({
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
    <span className={styles.actions}>
      <MoveButton label={`Move ${name} earlier`} disabled={isFirst} onPress={() => move(-1)}>
        ←
      </MoveButton>
      <MoveButton label={`Move ${name} later`} disabled={isLast} onPress={() => move(1)}>
        →
      </MoveButton>
      <Button look="quiet" aria-label={`Remove ${name}`} onClick={remove} data-remove>
        Remove
      </Button>
    </span>
  )
}

function MoveButton({
  label,
  disabled,
  onPress,
  children,
}: {
  label: string
  disabled: boolean
  onPress: () => void
  children: string
}) {
  return (
    <button
      type="button"
      className={styles.move}
      aria-label={label}
      // The button is not `disabled`, because it would lose the focus when the picture reaches an end of the list.
      aria-disabled={disabled || undefined}
      onClick={() => !disabled && onPress()}
    >
      {children}
    </button>
  )
}
