import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { pagePreview } from '#shared/content/api/page-preview.ts'
import type { EditedSitePage } from '#shared/content/api/site-pages.ts'
import type { AnyValues, NamedSlot } from '#shared/platform/site-pages/slots.ts'
import { call } from '#app/platform/api/call.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { SelectField } from '#app/platform/ui/field.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import styles from './page.module.css'
import { Choice, PreviewFrame, PreviewProblem, usePreview } from './preview-frame.tsx'

const VIEWS = ['Phone', 'Computer', 'Plain text'] as const
/** In pixels. */
const WIDTHS = { Phone: 390, Computer: 700, 'Plain text': 0 }

/** The whole mail with invented data and the texts in the form, and the button that sends it to the admin. */
export function MailPreview({ page, values }: { page: EditedSitePage; values: AnyValues }) {
  const { _id: id, title } = page
  const cases = page.slots as NamedSlot[]
  const [which, setWhich] = useState(cases[0]!.name)
  const [view, setView] = useState<(typeof VIEWS)[number]>('Phone')
  const { html, mail, problem } = usePreview(id, values, which)
  const test = useMutation({
    mutationFn: () => call(pagePreview.test, { params: { id }, body: { values, which } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(error.message),
  })
  return (
    <section className={`stack-2 packed ${styles.preview}`} aria-label="Preview">
      {cases.length > 1 ? (
        <SelectField label="Case" unmarked value={which} onChange={(event) => setWhich(event.target.value)}>
          {cases.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </SelectField>
      ) : null}
      <Choice label="Format of the email" of={VIEWS} value={view} change={setView} />
      <PreviewProblem problem={problem} />
      <p className="break-words">
        <strong>Subject:</strong> {mail?.subject}
      </p>
      {view === 'Plain text' ? (
        <pre className={styles.plain}>{mail?.text}</pre>
      ) : (
        <PreviewFrame title={`Preview of ${title}`} html={html} width={WIDTHS[view]} />
      )}
      <p className="note">The order, the event and the names are invented.</p>
      <p>
        <Button look="line" busy={test.isPending} onClick={() => test.mutate()}>
          Send a test to me
        </Button>
      </p>
    </section>
  )
}
