import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { newsletters, type Newsletter } from '#shared/api/newsletters.ts'
import { call, fieldsIn } from '../../../api/call.ts'
import { refresh } from '../../../api/query.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { EditPage, NEW, useEdited } from '../form/edit-page.tsx'
import { ProductsField } from '../form/products-field.tsx'
import { useUnsavedUntilSaved } from '../form/unsaved.ts'
import { Blocks } from './blocks.tsx'
import styles from './newsletter.module.css'
import { LIST } from './newsletter-list.tsx'
import { Preview } from './preview.tsx'
import { Sending } from './sending.tsx'

const BLANK: Newsletter = {
  _id: NEW,
  subject: '',
  preview: '',
  blocks: [{ kind: 'text', markdown: '' }],
  buyersOf: [],
  state: 'draft',
  sendOn: null,
  audience: 0,
  version: 0,
}

/** The page Edit Newsletter: its parts, the preview, a test, and sending. */
export default function EditNewsletter() {
  const edited = useEdited(newsletters.one, { blank: BLANK })
  return (
    <EditPage edited={edited} what="newsletter" list={LIST}>
      {(saved, { reload }) => (
        <>
          {saved._id === NEW ? null : <Sending of={saved} reload={reload} />}
          {saved.state === 'draft' || saved.state === 'scheduled' ? (
            <Form key={saved.version} saved={saved} reload={reload} />
          ) : (
            <Preview of={saved} />
          )}
        </>
      )}
    </EditPage>
  )
}

function Form({ saved, reload }: { saved: Newsletter; reload: () => void }) {
  const [values, setValues] = useState(saved)
  const change = (changes: Partial<Newsletter>) => setValues((old) => ({ ...old, ...changes }))
  const saving = useSaving({ saved, values, reload })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!saving.isPending) saving.mutate()
  }
  return (
    <div className={styles.editor}>
      <form onSubmit={submit} className={styles.form}>
        <Fields values={values} problems={saving.error ? fieldsIn(saving.error) : {}} change={change} />
        {saving.error ? <Alert tone="danger">{saving.error.message}</Alert> : null}
        <div>
          <Button type="submit" busy={saving.isPending}>
            Save
          </Button>
        </div>
      </form>
      <Preview of={values} />
    </div>
  )
}

type Saving = { saved: Newsletter; values: Newsletter; reload: () => void }

/** Saves the form. The first save of a newsletter gives it a URL. */
function useSaving({ saved, values, reload }: Saving) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const isNew = saved._id === NEW
  const isChanged = JSON.stringify(values) !== JSON.stringify(saved)
  const markSaved = useUnsavedUntilSaved(isChanged, undefined)
  return useMutation({
    mutationFn: () => {
      const { subject, preview, blocks, buyersOf, version } = values
      const body = { subject, preview, blocks, buyersOf, ...(isNew ? {} : { version }) }
      return isNew
        ? call(newsletters.create, { body })
        : call(newsletters.update, { params: { id: saved._id }, body })
    },
    onSuccess: async ({ _id: id }) => {
      markSaved()
      toast.success('Newsletter saved')
      await refresh(client, 'newsletters')
      if (isNew) await navigate(`${LIST}/${id}/edit`, { replace: true })
      else reload()
    },
  })
}

type FieldsProps = {
  values: Newsletter
  problems: Record<string, string>
  change: (changes: Partial<Newsletter>) => void
}

function Fields({ values, problems, change }: FieldsProps) {
  return (
    <>
      <Field
        label="Subject"
        value={values.subject}
        maxLength={120}
        required
        dir="auto"
        problem={problems['subject']}
        onChange={({ target }) => change({ subject: target.value })}
      />
      <Field
        label="Preview text"
        hint="Email programs show it after the subject."
        value={values.preview}
        maxLength={150}
        dir="auto"
        problem={problems['preview']}
        onChange={({ target }) => change({ preview: target.value })}
      />
      <Blocks blocks={values.blocks} problems={problems} change={(blocks) => change({ blocks })} />
      <ProductsField
        label="Only to buyers of these coffees"
        hint="Without products, all subscribers get it. With products, only subscribers who have bought one of them get it, including those who only want news of coffees that they bought. Use this for a new lot."
        chosen={values.buyersOf}
        problem={problems['buyersOf']}
        onChange={(buyersOf) => change({ buyersOf })}
      />
    </>
  )
}
