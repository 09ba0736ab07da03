import { useId, useState, type ReactNode } from 'react'
import { PICTURE_TYPES, upload } from '#shared/platform/api/upload.ts'
import type { PictureFacts } from '#shared/kernel/picture.ts'
import { Button } from '../../ui/button.tsx'
import { Picture } from '../../ui/picture.tsx'
import styles from './picture-field.module.css'
import { useUpload } from './use-upload.ts'

/** The parts of a form that the field uses. The value of the field is the path of a picture. */
type PictureForm<Field extends string> = {
  values: Record<Field, string>
  problems: Readonly<Record<string, string>>
  change: (values: { [F in Field]?: string }) => void
  factsOf: (path: string) => PictureFacts | null
  addFacts: (facts: Record<string, PictureFacts>) => void
  onSending: (isSending: boolean, isStored: boolean) => void
}

type PictureFieldProps<Field extends string> = {
  form: PictureForm<Field>
  field: Field
  label: string
  onSwap?: () => void
}

/**
 * One picture of a resource. The user can choose a file, drop a file on the frame, or drag another picture of the form
 * here to swap both.
 */
export function PictureField<Field extends string>({ form, field, label, onSwap }: PictureFieldProps<Field>) {
  const id = useId()
  const { progress, problem, send, stop } = useUpload(upload.productImage, {
    onStored: ({ image, facts }) => {
      form.addFacts({ [image]: facts })
      form.change({ [field]: image } as { [F in Field]?: string })
    },
    onSending: form.onSending,
  })
  const path = form.values[field]
  const facts = form.factsOf(path)
  const message = problem || form.problems[field]
  return (
    <div className={styles.field}>
      <span id={`${id}-label`} className="label">
        {label}
      </span>
      <Frame field={field} hasPicture={facts !== null} onFile={(file) => send([file])} onSwap={onSwap}>
        {facts ? (
          <Picture of={facts} sizes="14rem" className={styles.picture} />
        ) : (
          <span className={styles.empty}>{path ? 'This picture is missing' : 'Drop a picture here'}</span>
        )}
        {progress === null ? null : <Progress of={progress} label={label} />}
      </Frame>
      <div className="row-0-2">
        <Choose
          id={id}
          field={field}
          text={facts ? 'Replace' : 'Choose a picture'}
          hasProblem={message !== undefined && message !== ''}
          onFile={(file) => send([file])}
        />
        {progress === null ? null : (
          <Button look="quiet" onClick={stop}>
            Stop
          </Button>
        )}
        {path && progress === null ? (
          <Remove label={label} onClick={() => form.change({ [field]: '' } as { [F in Field]?: string })} />
        ) : null}
      </div>
      {message ? (
        <p className="alarm" id={`${id}-problem`}>
          {message}
        </p>
      ) : null}
    </div>
  )
}

type ChooseProps = {
  id: string
  field: string
  text: string
  hasProblem: boolean
  onFile: (file: File) => void
}

function Choose({ id, field, text, hasProblem, onFile }: ChooseProps) {
  return (
    <label className={`reach ${styles.choose}`}>
      <span id={`${id}-choose`}>{text}</span>
      <input
        type="file"
        name={field}
        accept={PICTURE_TYPES}
        aria-labelledby={`${id}-label ${id}-choose`}
        aria-describedby={hasProblem ? `${id}-problem` : undefined}
        aria-invalid={hasProblem ? true : undefined}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onFile(file)
          // Without this, the same file could not be chosen again after it was corrected.
          target.value = ''
        }}
      />
    </label>
  )
}

/** A button that removes the picture. The focus then moves to the file input, because this button disappears. */
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

/** The data type of a frame that is being dragged. */
const KIND = 'text/x-frame-picture'

type FrameProps = {
  field: string
  hasPicture: boolean
  onFile: (file: File) => void
  onSwap?: () => void
  children: ReactNode
}

function Frame({ field, hasPicture, onFile, onSwap, children }: FrameProps) {
  const [isOver, setOver] = useState(false)
  return (
    <div
      className={`box mat ${styles.frame}`}
      data-over={isOver || undefined}
      draggable={hasPicture}
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
        if (dragged && dragged !== field) onSwap?.()
        else if (file && !dragged) onFile(file)
      }}
    >
      {children}
    </div>
  )
}

function Progress({ of: part, label }: { of: number; label: string }) {
  return (
    <span className={`pad-1 mat ${styles.progress}`}>
      <progress value={part} max={1} aria-label={`Uploading the ${label}`} />
      <span>{part < 1 ? `Uploading, ${Math.round(part * 100)}%` : 'Preparing the picture…'}</span>
    </span>
  )
}
