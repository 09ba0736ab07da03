import { useQuery } from '@tanstack/react-query'
import { artshow, type Artist } from '#shared/api/artshow.ts'
import { isBlank, samplesIn } from '#shared/artist-samples.ts'
import { artistFields } from '#shared/resources/artist.ts'
import { namesOf } from '#shared/resources/described.ts'
import { ask } from '../../../api/query.ts'
import { focusHeading } from '../../../layout/focus-heading.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { CheckField } from '../../../ui/check-field.tsx'
import { DraftOffer } from '../form/draft-offer.tsx'
import { UnmergedText } from '../form/unmerged-text.tsx'
import { ResourceField } from '../form/resource-field.tsx'
import { SaveBar } from '../save-bar.tsx'
import styles from './form.module.css'
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
    <form
      {...form.formProps}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.save()
      }}
    >
      <DraftOffer offer={form.offer} />
      <UnmergedText
        what="artist"
        of={form.unmerged}
        dismiss={() => {
          form.dismissUnmerged()
          focusHeading()
        }}
      />
      <div className={styles.texts}>
        {TEXTS.map((name) => (
          <ResourceField
            key={name}
            of={artistFields[name]}
            bound={form.register(name)}
            problem={form.problems[name]}
          />
        ))}
      </div>
      <WorksField form={form} field="main_images" where={IN_FRAME} />
      <WorksField form={form} field="other_images" where={IN_ROWS} />
      <CheckField
        label={artistFields.isFeat.label}
        hint={<Featuring form={form} />}
        checked={form.values.isFeat || form.isFeaturing}
        disabled={form.isFeaturing}
        onChange={(event) => form.feature(event.target.checked)}
      />
      {form.isStale ? (
        <Alert tone="danger">
          <p>Another admin has saved this artist since you opened it. Nothing you typed will be lost.</p>
          <Button look="line" onClick={reload}>
            Load the saved version
          </Button>
        </Alert>
      ) : null}
      <Samples values={form.values} />
      <SaveBar state={form.isDirty ? 'Unsaved changes: Update saves texts and pictures' : ''}>
        <Button type="submit" busy={form.isSaving}>
          Update
        </Button>
      </SaveBar>
    </form>
  )
}

/** The fields that are plain text, in the form's order. */
const TEXTS = namesOf(artistFields).filter((name) => ['line', 'prose'].includes(artistFields[name].input.as))

const IN_FRAME = 'Shown one at a time in the large frame, beside the text.'
const IN_ROWS = 'Shown below, three in a row.'

/**
 * The checkbox Featured with its hint. Ticking it sends a separate request at once, so the hint says what will happen.
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
      Ticking it puts this artist on the art show page at once
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
