import { useQuery } from '@tanstack/react-query'
import type { ChangeEvent, FocusEvent } from 'react'
import { artshow, type Artist } from '#shared/api/artshow.ts'
import { NO_INSTAGRAM, NO_WEBSITE } from '#shared/artist-links.ts'
import { SAMPLES, isBlank, samplesIn } from '#shared/artist-samples.ts'
import { ask } from '../../../api/query.ts'
import { focusHeading } from '../../../layout/focus-heading.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { CheckField } from '../../../ui/check-field.tsx'
import { Field, TextareaField } from '../../../ui/field.tsx'
import { LeftOverWords } from '../left-over-words.tsx'
import { SaveBar } from '../save-bar.tsx'
import styles from './form.module.css'
import { useArtistForm, type ArtistFormState, type Typed, type Values } from './use-artist-form.ts'
import { WorksField } from './works-field.tsx'

type Text = 'name' | 'title' | 'quote' | 'instagram' | 'website' | 'script'

type Props = {
  artist: Artist
  /** What was typed into the form that this one comes in the place of. */
  typed: Typed | null
  /** Fetches the artist anew, for a form that somebody else was faster than. */
  reload: (typed: Typed) => unknown
}

export function ArtistForm({ artist, typed, reload }: Props) {
  const form = useArtistForm(artist, typed)
  return (
    <form
      {...form.form}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.save()
      }}
    >
      <LeftOverWords
        what="artist"
        of={form.left}
        putAway={() => {
          form.putAway()
          focusHeading()
        }}
      />
      <Texts form={form} />
      <WorksField form={form} field="main" label="Main Images" where={IN_FRAME} />
      <WorksField form={form} field="other" label="Other Images" where={IN_ROWS} />
      <CheckField
        label="Is Featured"
        hint={<Featuring form={form} />}
        checked={form.values.isFeat || form.isFeaturing}
        disabled={form.isFeaturing}
        onChange={(event) => form.feature(event.target.checked)}
      />
      {form.isStale ? (
        <Alert tone="danger">
          <p>Somebody else has saved this artist since you opened it. Nothing you typed will be lost.</p>
          <Button look="line" onClick={() => reload(form.typed)}>
            Load what is saved now
          </Button>
        </Alert>
      ) : null}
      <Samples values={form.values} />
      <SaveBar state={form.isChanged ? 'Not saved yet: Update saves texts and pictures' : ''}>
        <Button type="submit" busy={form.isSaving}>
          Update
        </Button>
      </SaveBar>
    </form>
  )
}

function Texts({ form }: { form: ArtistFormState }) {
  const bind = (name: Text) => ({
    name,
    value: form.values[name],
    problem: form.problems[name],
    unmarked: true,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      form.change({ [name]: event.target.value }),
    // What a new artist is filled with goes away with the first key.
    onFocus: ({ target }: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      if (FILLED_IN.has(target.value)) target.select()
    },
  })
  return (
    <div className={styles.texts}>
      <Field label="Name" required maxLength={120} {...bind('name')} />
      <Field label="Title" maxLength={200} hint="Of the show; stands below the name" {...bind('title')} />
      <TextareaField
        label="Quote"
        rows={3}
        hint="Stands in italics at the top of the page"
        {...bind('quote')}
      />
      <Field
        label="Instagram link"
        hint="@name or https://…; leave @instagram, and there is no button for it"
        {...bind('instagram')}
      />
      <Field
        label="Website link"
        hint="https://…; leave @website, and there is no button for it"
        {...bind('website')}
      />
      <TextareaField
        label="Script"
        rows={8}
        hint="What visitors read about the artist and the works"
        {...bind('script')}
      />
    </div>
  )
}

const FILLED_IN: ReadonlySet<string> = new Set([...Object.values(SAMPLES), NO_INSTAGRAM, NO_WEBSITE])

const IN_FRAME = 'Shown one at a time in the large frame, beside the text.'
const IN_ROWS = 'Hang below, three in a row.'

/** Spec section 4: ticking it is a request of its own. What that means is said before it is pressed. */
function Featuring({ form }: { form: ArtistFormState }) {
  const { data: now } = useQuery(ask(artshow.featured, {}))
  const nothingToShow = isBlank(form.typed.saved)
  if (form.values.isFeat) {
    if (nothingToShow) return <>Visitors see COMING SOON until Update has saved something to show.</>
    return <>Visitors see this artist on the art show page.</>
  }
  return (
    <>
      Ticking it puts this artist on the art show page at once
      {now ? `, in the place of ${now.name}` : ''}.
      {nothingToShow ? ' Nothing is saved yet that could be shown: press Update first.' : ''}
    </>
  )
}

function Samples({ values }: { values: Values }) {
  const samples = samplesIn(values)
  if (samples.length === 0) return null
  return (
    <Alert tone="warning">
      <p>
        Still a sample, and left out where visitors read: {samples.map((name) => LABELS[name]).join(', ')}.
      </p>
    </Alert>
  )
}

const LABELS = { name: 'Name', title: 'Title', quote: 'Quote', script: 'Script' }
