import { useEffect, useRef } from 'react'
import { plural } from '#shared/kernel/counts.ts'
import styles from './menu.module.css'

/** A preview of the chosen files, in their order, before the upload. */
export function ChosenFiles({ files }: { files: readonly File[] }) {
  if (files.length === 0) return null
  return (
    <>
      <ul className={`row-2 ${styles.chosen}`} aria-label="Chosen files">
        {files.map((file) => (
          <li key={`${file.name} ${file.lastModified}`}>
            <Thumbnail of={file} />
            <span>{file.name}</span>
          </li>
        ))}
      </ul>
      <p>Upload replaces all pages below with {plural(files.length, 'this one', `these ${files.length}`)}.</p>
    </>
  )
}

const HEIGHT = 96

/** A preview on a canvas, because the Content-Security-Policy blocks blob URLs. Empty if the file is not a picture. */
function Thumbnail({ of: file }: { of: File }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let isShown = true
    const draw = async () => {
      const picture = await createImageBitmap(file, { resizeHeight: HEIGHT * 2 })
      const { current } = canvas
      if (current && isShown) {
        current.width = picture.width
        current.height = picture.height
        current.getContext('2d')?.drawImage(picture, 0, 0)
      }
      picture.close()
    }
    draw().catch(() => undefined)
    return () => {
      isShown = false
    }
  }, [file])
  return <canvas ref={canvas} className={styles.thumbnail} aria-hidden="true" width={1} height={1} />
}
