import { PICTURE_TYPES } from '#shared/api/upload.ts'
import { Button } from '../../../ui/button.tsx'
import { FileDrop } from '../file-drop.tsx'
import styles from './pictures.module.css'

/** Where several pictures are chosen or dropped. */
export function Picker({
  label,
  describedBy,
  onFiles,
}: {
  /** What is chosen: 'Choose main images'. */
  label: string
  describedBy?: string
  onFiles: (files: File[]) => void
}) {
  return (
    <FileDrop
      choose={label}
      hint="or drop them here"
      name={label}
      accept={PICTURE_TYPES}
      multiple
      describedBy={describedBy}
      onFiles={onFiles}
    />
  )
}

/** How much of the pictures has left; at the end the shop still works on them. */
export function Sending({ of: part, what, stop }: { of: number; what: string; stop: () => void }) {
  return (
    <div className={styles.sending}>
      <progress value={part} max={1} aria-label={`Sending ${what}`} />
      <span>{part < 1 ? `Sending, ${Math.round(part * 100)}%` : 'Preparing the pictures…'}</span>
      <Button look="quiet" onClick={stop}>
        Stop
      </Button>
    </div>
  )
}
