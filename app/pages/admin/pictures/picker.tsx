import { useState } from 'react'
import { PICTURE_TYPES } from '#shared/api/upload.ts'
import { Button } from '../../../ui/button.tsx'
import styles from './pictures.module.css'

/** A frame to drop pictures on, which is a file picker too. */
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
  const [isOver, setOver] = useState(false)
  return (
    <div
      className={styles.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onFiles([...event.dataTransfer.files])
      }}
    >
      <label className={styles.picker}>
        <span className={styles.pickerText}>{label}</span>
        <span className={styles.pickerHint}>or drop them here</span>
        <input
          type="file"
          multiple
          accept={PICTURE_TYPES}
          aria-label={label}
          aria-describedby={describedBy}
          onChange={({ target }) => {
            onFiles([...(target.files ?? [])])
            // The same file, mended meanwhile, may be chosen again.
            target.value = ''
          }}
        />
      </label>
    </div>
  )
}

/** How much of the pictures has left; at the end the shop still works on them. */
export function Sending({ of: part, what, stop }: { of: number; what: string; stop: () => void }) {
  return (
    <div className={styles.sending}>
      <progress value={part} max={1} aria-label={`Sending ${what}`} />
      <span>{part < 1 ? `Sending, ${Math.round(part * 100)}%` : 'The shop prepares them'}</span>
      <Button look="quiet" onClick={stop}>
        Stop
      </Button>
    </div>
  )
}
