import { useQuery } from '@tanstack/react-query'
import { artshow, type Artist } from '#shared/catalog/api/artshow.ts'
import { isBlank, samplesIn } from '#shared/catalog/artist-samples.ts'
import { artistFields } from '#shared/catalog/resources/artist.ts'
import { namesOf } from '#shared/platform/resources/described.ts'
import { ask } from '#app/platform/api/query.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { CheckField } from '#app/platform/ui/check-field.tsx'
import { ResourceFields, ResourceForm } from '#app/platform/admin/form/resource-form.tsx'
import { useArtistForm, type ArtistFormState, type Values } from './use-artist-form.ts'
import { WorksField } from './works-field.tsx'

type Props = {
  artist: Artist
  /** Fetches the artist again after another admin has saved it. */
  reload: () => void
}

export function ArtistForm({ artist, reload }: Props) {
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
