import { newsletters, type Newsletter } from '#shared/content/api/newsletters.ts'
import { Field } from '#app/platform/ui/field.tsx'
import { EditPage, NEW, useEdited } from '#app/platform/admin/form/edit-page.tsx'
import { ProductsField } from '#app/platform/admin/form/products-field.tsx'
import { ResourceForm } from '#app/platform/admin/form/resource-form.tsx'
import { Blocks } from './blocks.tsx'
import styles from './newsletter.module.css'
import { LIST } from './newsletter-list.tsx'
import { Preview } from './preview.tsx'
import { Sending } from './sending.tsx'
import { useNewsletterForm, type NewsletterForm } from './use-newsletter-form.ts'

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
