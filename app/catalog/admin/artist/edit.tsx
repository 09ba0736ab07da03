import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { artshow, type Artist } from '#shared/catalog/api/artshow.ts'
import { isBlank, samplesIn } from '#shared/catalog/artist-samples.ts'
import { artistFields } from '#shared/catalog/resources/artist.ts'
import { namesOf, type FormOf } from '#shared/platform/resources/described.ts'
import { upload } from '#shared/platform/api/upload.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { EditPage, useEdited } from '#app/platform/admin/form/edit-page.tsx'
import { ask, refresh } from '#app/platform/api/query.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { CheckField } from '#app/platform/ui/check-field.tsx'
import { ResourceFields, ResourceForm } from '#app/platform/admin/form/resource-form.tsx'
import { call } from '#app/platform/api/call.ts'
import { toast } from '#app/platform/ui/toast.tsx'
import { usePictureFacts } from '#app/platform/admin/form/picture-facts.ts'
import { useResourceForm } from '#app/platform/admin/form/use-resource-form.ts'
import { Field } from '#app/platform/ui/field.tsx'
import { OrderedPictures } from '#app/platform/admin/pictures/ordered-pictures.tsx'
import { Picker, UploadProgress } from '#app/platform/admin/pictures/picker.tsx'
import { useUpload } from '#app/platform/admin/pictures/use-upload.ts'
import styles from './edit.module.css'

/** The page Edit Artist. */
export default function EditArtist() {
  const edited = useEdited(artshow.one)
  const artist = edited.answer.data
  return (
    <EditPage
      edited={edited}
      what="artist"
      list={LIST}
      heading={artist && `Edit ${artist.name}'s Screen`}
      actions={
        artist?.isFeat ? (
          <ButtonLink look="line" to="/artshow">
            View on the site
          </ButtonLink>
        ) : null
      }
    >
      {(saved, { reload }) => <ArtistForm artist={saved} reload={reload} />}
    </EditPage>
  )
}

type Props = {
  artist: Artist
  /** Fetches the artist again after another admin has saved it. */
  reload: () => void
}

function ArtistForm({ artist, reload }: Props) {
  const form = useArtistForm(artist)
  return (
    <ResourceForm
      what="artist"
      form={form}
      reload={reload}
      noValidate
      unsaved="Unsaved changes: Update saves texts and pictures"
    >
      <ResourceFields of={artistFields} names={TEXTS} form={form} />
      <WorksField form={form} field="main_images" where={IN_FRAME} />
      <WorksField form={form} field="other_images" where={IN_ROWS} />
      <CheckField
        label={artistFields.isFeat.label}
        hint={<Featuring form={form} />}
        checked={form.values.isFeat || form.isFeaturing}
        aria-disabled={form.isFeaturing}
        onChange={(event) => {
          if (!form.isFeaturing) form.feature(event.target.checked)
        }}
      />
      <Samples values={form.values} />
    </ResourceForm>
  )
}

/** The fields that are plain text, in the form's order. */
const TEXTS = namesOf(artistFields).filter((name) => ['line', 'prose'].includes(artistFields[name].input.as))

const IN_FRAME = 'Shown one at a time in the large frame, beside the text.'
const IN_ROWS = 'Shown below, three in a row.'

/**
 * The checkbox Featured with its hint. Ticking it immediately sends a separate request, so the hint says what will
 * happen.
 */
function Featuring({ form }: { form: ArtistFormState }) {
  const { data: now } = useQuery(ask(artshow.featured, {}))
  const saved = form.base.values
  const nothingToShow = isBlank({ ...saved, main: saved.main_images, other: saved.other_images })
  if (form.values.isFeat) {
    if (nothingToShow) return <>Visitors see COMING SOON until you save something to show with Update.</>
    return <>Visitors see this artist on the art show page.</>
  }
  return (
    <>
      Ticking it immediately puts this artist on the art show page
      {now ? `, instead of ${now.name}` : ''}.
      {nothingToShow ? ' Nothing to show has been saved yet: press Update first.' : ''}
    </>
  )
}

function Samples({ values }: { values: Values }) {
  const samples = samplesIn(values)
  if (samples.length === 0) return null
  return (
    <Alert tone="warning">
      <p>
        Still sample text, which visitors do not see:{' '}
        {samples.map((name) => artistFields[name].label).join(', ')}.
      </p>
    </Alert>
  )
}

type Values = FormOf<typeof artistFields>

type ArtistFormState = ReturnType<typeof useArtistForm>

const LIST = '/admin/artshowlist'

function useArtistForm(artist: Artist) {
  const { _id: id, pictures } = artist
  const client = useQueryClient()
  const facts = usePictureFacts(
    `artist-pictures:${id}`,
    (path) => [...pictures.main, ...pictures.other].find(({ file }) => file === path)?.facts,
  )
  const form = useResourceForm({
    what: 'artist',
    fields: artistFields,
    saved: artist,
    list: LIST,
    send: (edit) => call(artshow.update, { params: { id }, body: { artshowId: id, ...edit } }),
    onSaved: async (_, { isFeat }) => {
      toast.success('Artshow updated', isFeat ? { to: '/artshow', text: 'View on the site' } : undefined)
      await refresh(client, 'artshow')
    },
  })
  const featuring = useFeaturing(id, () => form.markSaved({ isFeat: true }))
  return {
    ...form,
    ...facts,
    /** Adds uploaded pictures to the current list, which may have changed during the upload. */
    add: (field: 'main_images' | 'other_images', works: Artist['pictures']['main']) => {
      facts.addFacts(Object.fromEntries(works.flatMap(({ file, facts: of }) => (of ? [[file, of]] : []))))
      form.change({ [field]: [...form.form.getValues(field), ...works.map(({ file }) => file)] })
    },
    feature: (isChecked: boolean) => {
      if (isChecked && !form.values.isFeat) featuring.mutate()
      else form.change({ isFeat: isChecked })
    },
    isFeaturing: featuring.isPending,
    // Featuring changes the version. A save before the form has the new version would be refused as a conflict.
    isSaving: form.isSaving || featuring.isPending,
  }
}

/** Ticking Featured immediately sends a separate request. Unticking is saved with the form, by Update. */
function useFeaturing(artshowId: string, onFeatured: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(artshow.feature, { body: { artshowId } }),
    onSuccess: async ({ message }) => {
      toast.success(message)
      onFeatured()
      await refresh(client, 'artshow')
    },
    // A failure is only logged, and the checkbox stays unticked (test/SPEC.md, Admin: menu and artists).
    // oxlint-disable-next-line no-console
    onError: (error) => console.warn('Featuring failed', error),
  })
}

/** The pictures of an artist, with upload, reordering and removal. The pictures are saved with the form. */
function WorksField({
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
