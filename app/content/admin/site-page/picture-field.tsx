import { useRef, useState } from 'react'
import { media, type Medium } from '#shared/content/api/media.ts'
import type { NamedSlot, PictureValue } from '#shared/platform/site-pages/slots.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { FocalPoint } from '#app/platform/admin/pictures/focal-point.tsx'
import { Library } from '#app/platform/admin/pictures/library.tsx'
import { Picker, UploadProgress } from '#app/platform/admin/pictures/picker.tsx'
import { useUpload } from '#app/platform/admin/pictures/use-upload.ts'
import styles from './page.module.css'
import type { SlotProps } from './use-page-form.ts'

type PictureSlot = Extract<NamedSlot, { kind: 'picture' }>

/** A picture of the library: uploaded or chosen, with its description and focal point. */
export function PictureField({ slot, name, value, change, form }: SlotProps<PictureValue, PictureSlot>) {
  const [isChoosing, setChoosing] = useState(false)
  const facts = form.factsOf(value.file)
  const choose = ({ file, alt, x, y, facts: of }: Medium) => {
    form.addFacts(file, of)
    change({ file, alt, x, y })
    setChoosing(false)
  }
  /** The description at the start of the upload. If the admin has changed it since, the upload does not replace it. */
  const before = useRef(value.alt)
  const { progress, problem, send, stop } = useUpload(media.upload, {
    onStored: ({ media: [stored] }) => {
      const { alt } = value
      if (stored) choose(alt === before.current ? stored : { ...stored, alt })
    },
    onSending: form.onSending,
  })
  const upload = (files: File[]) => {
    before.current = value.alt
    send(files.slice(0, 1))
  }
  const message = problem || form.problems[`${name}.file`]
  return (
    <fieldset className={styles.picture}>
      <legend>{slot.label}</legend>
      {slot.hint ? <p className="note">{slot.hint}</p> : null}
      {facts ? (
        <FocalPoint facts={facts} x={value.x} y={value.y} change={(x, y) => change({ ...value, x, y })} />
      ) : (
        <p>{value.file ? 'This picture is missing' : 'No picture yet'}</p>
      )}
      {facts ? (
        <Field
          name={`${name}.alt`}
          label="Description (alt text)"
          hint="What the picture shows, for people who cannot see it"
          value={value.alt}
          unmarked
          dir="auto"
          problem={form.problems[`${name}.alt`]}
          onChange={(event) => change({ ...value, alt: event.target.value })}
        />
      ) : null}
      {progress === null ? (
        <Picker label={facts ? 'Upload another picture' : 'Upload a picture'} onFiles={upload} />
      ) : (
        <UploadProgress of={progress} what="the picture" stop={stop} />
      )}
      {message ? (
        <p className="alarm" role="alert">
          {message}
        </p>
      ) : null}
      <Button look="line" aria-expanded={isChoosing} onClick={() => setChoosing(!isChoosing)}>
        {isChoosing ? 'Close the library' : 'Choose from the library'}
      </Button>
      {isChoosing ? <Library choose={choose} /> : null}
    </fieldset>
  )
}
