import { useId, useState, type ReactNode } from 'react'
import { PICTURE_TYPES, upload } from '#shared/api/upload.ts'
import { productFields } from '#shared/resources/product.ts'
import { Button } from '../../../ui/button.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { useUpload } from '../pictures/use-upload.ts'
import styles from './picture-fields.module.css'
import type { ProductForm } from './use-product-form.ts'

type PictureFieldProps = {
  form: ProductForm
  field: 'image' | 'secondImage'
  onSwap: () => void
}

/** A frame that a picture is hung in: chosen, dropped onto it, or dragged over from the other one. */
export function PictureField({ form, field, onSwap }: PictureFieldProps) {
  const id = useId()
  const { progress, problem, send, stop } = useUpload(upload.productImage, {
    onKept: ({ image, facts }) => {
      form.addFacts({ [image]: facts })
      form.change({ [field]: image })
    },
    onSending: form.onSending,
  })
  const { label } = productFields[field]
  const path = form.values[field]
  const facts = form.factsOf(path)
  const told = problem || form.problems[field]
  return (
    <div className={styles.field}>
      <span id={`${id}-label`} className={styles.label}>
        {label}
      </span>
      <Frame field={field} isHung={facts !== null} onFile={(file) => send([file])} onSwap={onSwap}>
        {facts ? (
          <Picture of={facts} sizes="14rem" className={styles.picture} />
        ) : (
          <span className={styles.empty}>{path ? 'This picture is missing' : 'Drop a picture here'}</span>
        )}
        {progress === null ? null : <Progress of={progress} label={label} />}
      </Frame>
      <div className={styles.actions}>
        <label className={styles.choose}>
          <span id={`${id}-choose`}>{facts ? 'Replace' : 'Choose a picture'}</span>
          <input
            type="file"
            name={field}
            accept={PICTURE_TYPES}
            aria-labelledby={`${id}-label ${id}-choose`}
            aria-describedby={told ? `${id}-problem` : undefined}
            aria-invalid={told ? true : undefined}
            onChange={({ target }) => {
              const [file] = target.files ?? []
              if (file) send([file])
              // The same file, mended meanwhile, may be chosen again.
              target.value = ''
            }}
          />
        </label>
        {progress === null ? null : (
          <Button look="quiet" onClick={stop}>
            Stop
          </Button>
        )}
        {path && progress === null ? (
          <Remove label={label} onClick={() => form.change({ [field]: '' })} />
        ) : null}
      </div>
      {told ? (
        <p className={styles.problem} id={`${id}-problem`}>
          {told}
        </p>
      ) : null}
    </div>
  )
}

/** The keyboard goes on to the picture's own button, since this one goes away. */
function Remove({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button
      look="quiet"
      aria-label={`Remove the ${label}`}
      onClick={({ currentTarget }) => {
        currentTarget.parentElement?.querySelector('input')?.focus()
        onClick()
      }}
    >
      Remove
    </Button>
  )
}

/** What a dragged frame says of itself. */
const KIND = 'text/x-frame-picture'

type FrameProps = {
  field: string
  isHung: boolean
  onFile: (file: File) => void
  onSwap: () => void
  children: ReactNode
}

function Frame({ field, isHung, onFile, onSwap, children }: FrameProps) {
  const [isOver, setOver] = useState(false)
  return (
    <div
      className={styles.frame}
      data-over={isOver || undefined}
      draggable={isHung}
      onDragStart={(event) => event.dataTransfer.setData(KIND, field)}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        const [file] = event.dataTransfer.files
        const dragged = event.dataTransfer.getData(KIND)
        if (dragged && dragged !== field) onSwap()
        else if (file && !dragged) onFile(file)
      }}
    >
      {children}
    </div>
  )
}

function Progress({ of: part, label }: { of: number; label: string }) {
  return (
    <span className={styles.progress}>
      <progress value={part} max={1} aria-label={`Sending the ${label}`} />
      <span>{part < 1 ? `Sending, ${Math.round(part * 100)}%` : 'Preparing the picture…'}</span>
    </span>
  )
}
