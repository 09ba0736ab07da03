import { Button } from '#app/platform/ui/button.tsx'
import styles from './pictures.module.css'

/** The buttons of one item of an ordered list. `remove` is left out if the item cannot be removed. */
export function MoveButtons({
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
  remove?: () => void
}) {
  return (
    <span className="cluster">
      <MoveButton label={`Move ${name} earlier`} disabled={isFirst} onPress={() => move(-1)}>
        ←
      </MoveButton>
      <MoveButton label={`Move ${name} later`} disabled={isLast} onPress={() => move(1)}>
        →
      </MoveButton>
      {remove ? (
        <Button look="quiet" aria-label={`Remove ${name}`} onClick={remove} data-remove>
          Remove
        </Button>
      ) : null}
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
      className={`target box ${styles.move}`}
      aria-label={label}
      // The button is not `disabled`, because it would lose the focus when the picture reaches an end of the list.
      aria-disabled={disabled || undefined}
      onClick={() => !disabled && onPress()}
    >
      {children}
    </button>
  )
}

/**
 * Returns a copy of the list with the item at `from` moved to `to`. The order is unchanged if `to` is outside the list.
 */
export function moveItem<T>(list: readonly T[], from: number, to: number): T[] {
  if (to < 0 || to >= list.length) return [...list]
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(to, 0, list[from]!)
}
