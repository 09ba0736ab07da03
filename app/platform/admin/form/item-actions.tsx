import { Button } from '../../ui/button.tsx'
import styles from './item-actions.module.css'

type Props = {
  /** The name of the item in labels: 'part 2'. */
  label: string
  isFirst: boolean
  isLast: boolean
  onMove: (step: 1 | -1) => void
  onRemove: () => void
  className?: string | undefined
}

/** The buttons of an item of a vertical list in a form. For items side by side, see pictures/move-buttons.tsx. */
export function ItemActions({ label, isFirst, isLast, onMove, onRemove, className = '' }: Props) {
  return (
    <div className={`${styles.actions} ${className}`}>
      <Button look="quiet" aria-disabled={isFirst} aria-label={`Move ${label} up`} onClick={() => onMove(-1)}>
        Up
      </Button>
      <Button look="quiet" aria-disabled={isLast} aria-label={`Move ${label} down`} onClick={() => onMove(1)}>
        Down
      </Button>
      <Button look="quiet" aria-label={`Remove ${label}`} onClick={onRemove}>
        Remove
      </Button>
    </div>
  )
}
