import { useId } from 'react'
import { upload } from '#shared/platform/api/upload.ts'
import { artistFields } from '#shared/catalog/resources/artist.ts'
import { Field } from '#app/platform/ui/field.tsx'
import { OrderedPictures } from '#app/platform/admin/pictures/ordered-pictures.tsx'
import { Picker, UploadProgress } from '#app/platform/admin/pictures/picker.tsx'
import { useUpload } from '#app/platform/admin/pictures/use-upload.ts'
import styles from './works-field.module.css'
import type { ArtistFormState } from './use-artist-form.ts'

/** The pictures of an artist, with upload, reordering and removal. The pictures are saved with the form. */
export function WorksField({
  form,
  field,
  where,
}: {
  form: ArtistFormState
  field: 'main_images' | 'other_images'
  /** A note about where visitors see the pictures. */
  where: string
}) {
  const id = useId()
  const { label } = artistFields[field]
  const works = form.values[field].map((file) => ({ file, facts: form.factsOf(file) }))
  const { progress, problem, send, stop } = useUpload(upload.artistImages, {
    onStored: (reply) => form.add(field, reply.pictures),
    onSending: form.onSending,
  })
  const message = problem || form.problems[field]
  const one = label.slice(0, -1)
  return (
    <fieldset className={`stack-3 pad-top-3 rule ${styles.works}`}>
      <legend className={styles.legend}>{label}</legend>
      <p>{where}</p>
      {/* Read-only, because only uploads, moves and removals change this value. */}
      <Field
        label="File names"
        value={works.map(({ file }) => file).join(', ')}
        readOnly
        unmarked
        hint="Filled in automatically when you choose pictures below"
      />
      <OrderedPictures
        label={label}
        pictures={works}
        nameOf={(index) => `${one} ${index + 1}`}
        change={(changed) => form.change({ [field]: changed.map(({ file }) => file) })}
      />
      {progress === null ? (
        <Picker
          label={`Choose ${label.toLowerCase()}`}
          describedBy={message ? id : undefined}
          onFiles={send}
        />
      ) : (
        <UploadProgress of={progress} what={label.toLowerCase()} stop={stop} />
      )}
      {message ? (
        <p id={id} className="alarm" role="alert">
          {message}
        </p>
      ) : null}
    </fieldset>
  )
}
