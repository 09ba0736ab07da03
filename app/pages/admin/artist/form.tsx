import type { ChangeEvent } from 'react'
import type { Artist } from '#shared/api/artshow.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { CheckField } from '../../../ui/check-field.tsx'
import { Field, TextareaField } from '../../../ui/field.tsx'
import styles from './form.module.css'
import { useArtistForm } from './use-artist-form.ts'
import { WorksField } from './works-field.tsx'

type Text = 'name' | 'title' | 'quote' | 'instagram' | 'website' | 'script'

/** @param reload fetches the artist anew, for a form that somebody else was faster than */
export function ArtistForm({ artist, reload }: { artist: Artist; reload: () => unknown }) {
  const form = useArtistForm(artist)
  const bind = (name: Text) => ({
    value: form.values[name],
    problem: form.problems[name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      form.change({ [name]: event.target.value }),
  })
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.save()
      }}
    >
      <div className={styles.texts}>
        <Field label="Name" required maxLength={120} {...bind('name')} />
        <Field label="Title" maxLength={200} {...bind('title')} />
        <TextareaField label="Quote" rows={3} {...bind('quote')} />
        <Field label="Instagram link" hint="@name or https://…" {...bind('instagram')} />
        <Field label="Website link" hint="@website stands for none" {...bind('website')} />
        <TextareaField label="Script" rows={8} {...bind('script')} />
      </div>
      <WorksField form={form} field="main" label="Main Images" />
      <WorksField form={form} field="other" label="Other Images" />
      <CheckField
        label="Is Featured"
        checked={form.values.isFeat}
        disabled={form.isFeaturing}
        onChange={(event) => form.feature(event.target.checked)}
      />
      {form.isStale ? (
        <Alert tone="danger">
          <p>Somebody else has saved this artist since you opened it.</p>
          <Button look="quiet" onClick={() => reload()}>
            Load what is saved now
          </Button>
        </Alert>
      ) : null}
      <Button type="submit" busy={form.isSaving} className={styles.update}>
        Update
      </Button>
    </form>
  )
}
