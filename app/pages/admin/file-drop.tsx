import { useState } from 'react'
import styles from './file-drop.module.css'

/** A frame to drop files on. The whole of it is the file input, so that choosing and dropping need no script. */
export function FileDrop({
  choose,
  hint,
  name,
  accept,
  multiple = false,
  describedBy,
  onFiles,
}: {
  /** 'Choose a CSV file' */
  choose: string
  /** Below it: 'or drop it here'. */
  hint: string
  /** What the input is called, where the words in the frame are not enough. */
  name?: string
  accept: string
  multiple?: boolean
  describedBy?: string
  /** Told of one at least. */
  onFiles: (files: [File, ...File[]]) => void
}) {
  const [isOver, setOver] = useState(false)
  return (
    <label className={styles.drop} data-over={isOver || undefined}>
      <span className={styles.choose}>{choose}</span>
      <span className={styles.hint}>{hint}</span>
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
          // The same file, mended meanwhile, may be chosen again.
          target.value = ''
        }}
      />
    </label>
  )
}
