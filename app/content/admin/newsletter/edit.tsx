import { newsletters, type Newsletter, type NewsletterBlock } from '#shared/content/api/newsletters.ts'
import { Field } from '#app/platform/ui/field.tsx'
import { EditPage, NEW, useEdited } from '#app/platform/admin/form/edit-page.tsx'
import { ProductsField } from '#app/platform/admin/form/products-field.tsx'
import { ResourceForm } from '#app/platform/admin/form/resource-form.tsx'
import { Blocks } from './blocks.tsx'
import styles from './newsletter.module.css'
import { LIST } from './newsletter-list.tsx'
import { Preview } from './preview.tsx'
import { Sending } from './sending.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { counted } from '#shared/kernel/counts.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { toast } from '#app/platform/ui/toast.tsx'
import { isSame } from '#app/platform/admin/form/merge.ts'
import { storeDraft } from '#app/platform/admin/form/use-draft-offer.ts'
import { problemsByName, useEditForm } from '#app/platform/admin/form/use-edit-form.ts'
import { mergeFields, type Opened } from '#app/platform/admin/form/use-opened.ts'

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
      {(saved, { reload }) =>
        saved.state === 'draft' || saved.state === 'scheduled' ? (
          <Editor saved={saved} reload={reload} />
        ) : (
          <>
            <Sending of={saved} reload={reload} />
            <Preview of={saved} />
          </>
        )
      }
    </EditPage>
  )
}

function Editor({ saved, reload }: { saved: Newsletter; reload: () => void }) {
  const form = useNewsletterForm(saved)
  return (
    <>
      {saved._id === NEW ? null : <Sending of={saved} reload={reload} isUnsaved={form.isDirty} />}
      <div className={`stack-6 ${styles.editor}`}>
        <ResourceForm what="newsletter" form={form} reload={reload} submit="Save">
          <NewsletterFields form={form} />
        </ResourceForm>
        <Preview of={form.values} />
      </div>
    </>
  )
}

function NewsletterFields({ form: { values, problems, change } }: { form: NewsletterForm }) {
  return (
    <>
      <Field
        label="Subject"
        name="subject"
        value={values.subject}
        maxLength={120}
        required
        dir="auto"
        problem={problems['subject']}
        onChange={({ target }) => change({ subject: target.value })}
      />
      <Field
        label="Preview text"
        name="preview"
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

type Values = Pick<Newsletter, 'subject' | 'preview' | 'blocks' | 'buyersOf'>

type NewsletterForm = ReturnType<typeof useNewsletterForm>

const LABELS: Record<keyof Values, string> = {
  subject: 'Subject',
  preview: 'Preview text',
  blocks: 'Parts',
  buyersOf: 'Only to buyers of these coffees',
}
const NAMES = Object.keys(LABELS) as (keyof Values)[]

function useNewsletterForm(latest: Newsletter) {
  const { _id: id } = latest
  const isNew = id === NEW
  const client = useQueryClient()
  const navigate = useNavigate()
  const form = useEditForm<Values, Newsletter>({
    draft: draftOf(id),
    isNew,
    latest: opened(latest),
    names: NAMES,
    mergeOnArrival: mergeFields<Values>(NAMES, (name) => LABELS[name], textOf),
    problemsIn: problemsByName,
    send: (values, { version }) =>
      isNew
        ? call(newsletters.create, { body: values })
        : call(newsletters.update, { params: { id }, body: { ...values, version: Number(version) } }),
    onSaved: async (saved, sent) => {
      toast.success('Newsletter saved')
      client.setQueryData(ask(newsletters.one, { params: { id: saved._id } }).queryKey, saved)
      if (isNew) {
        const on = opened(saved)
        // What was typed after the press is offered in the form of the saved newsletter.
        const typed = form.form.getValues()
        if (!isSame(typed, sent)) storeDraft<Values>(draftOf(saved._id), on, typed)
        form.rebase(on, on.values)
      }
      await refresh(client, 'newsletters')
      if (isNew) await navigate(`${LIST}/${saved._id}/edit`, { replace: true })
    },
  })
  return form
}

const draftOf = (id: string) => `newsletter:${id}`

function opened({ version, subject, preview, blocks, buyersOf }: Newsletter): Opened<Values> {
  return { version, values: { subject, preview, blocks, buyersOf } }
}

/** The text of a value that could not be merged. */
function textOf(name: keyof Values, value: unknown): string {
  if (name === 'blocks') return (value as NewsletterBlock[]).map(textOfBlock).filter(Boolean).join('\n\n')
  return name === 'buyersOf' ? counted((value as string[]).length, 'product') : ''
}

function textOfBlock(block: NewsletterBlock): string {
  switch (block.kind) {
    case 'heading':
      return block.text
    case 'text':
      return block.markdown
    case 'picture':
      return block.alt
    case 'product':
      return ''
  }
}
