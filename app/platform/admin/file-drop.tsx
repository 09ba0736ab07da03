import { useState } from 'react'
import styles from './file-drop.module.css'

/** A drop zone. A file input covers the whole zone, so that choosing and dropping files work without a script. */
export function FileDrop({
  choose,
  hint,
  name,
  accept,
  multiple = false,
  describedBy,
  onFiles,
}: {
  /** The main text: 'Choose a CSV file'. */
  choose: string
  /** The text below the main text: 'or drop it here'. */
  hint: string
  /** The accessible name of the input, if `choose` and `hint` are not enough. */
  name?: string
  accept: string
  multiple?: boolean
  describedBy?: string
  /** Called with at least one file. */
  onFiles: (files: [File, ...File[]]) => void
}) {
  const [isOver, setOver] = useState(false)
  return (
    <label className={styles.drop} data-over={isOver || undefined}>
      <span className={styles.choose}>{choose}</span>
      <span className="soft break-words">{hint}</span>
      <input
        type="file"
        accept={accept}
        multiple={multiple}
        aria-label={name}
        aria-describedby={describedBy}
        onDragOver={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
        onChange={({ target }) => {
          const [first, ...others] = target.files ?? []
          if (first) onFiles([first, ...others])
          // Without this, the same file could not be chosen again after it was corrected.
          target.value = ''
        }}
      />
    </label>
  )
}
