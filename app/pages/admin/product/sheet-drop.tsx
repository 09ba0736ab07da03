import { useState } from 'react'
import styles from './import.module.css'

/** Where a CSV file is chosen or dropped. The whole of it is the file input, so that both need no script. */
export function SheetDrop({ name, onFile }: { name: string | undefined; onFile: (file: File) => void }) {
  const [isOver, setOver] = useState(false)
  return (
    <label className={styles.drop} data-over={isOver || undefined}>
      <span className={styles.choose}>{name ? 'Choose another file' : 'Choose a CSV file'}</span>
      <span className={styles.name}>{name ?? 'or drop it here'}</span>
      <input
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
        onDragOver={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onFile(file)
          // The same file, mended meanwhile, may be chosen again.
          target.value = ''
        }}
      />
    </label>
  )
}
