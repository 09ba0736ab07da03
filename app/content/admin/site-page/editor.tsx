import { useState } from 'react'
import type { EditedSitePage } from '#shared/content/api/site-pages.ts'
import type { AnyItem, AnyValue } from '#shared/platform/site-pages/slots.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { ResourceForm } from '#app/platform/admin/form/resource-form.tsx'
import { Fold } from './fold.tsx'
import { History } from './history.tsx'
import { ListField } from './list-field.tsx'
import styles from './page.module.css'
import { MailPreview } from './mail-preview.tsx'
import { PlaceholderList } from './placeholder-list.tsx'
import { Preview } from './preview.tsx'
import { Choice } from './preview-frame.tsx'
import { Publication } from './publication.tsx'
import { SlotField } from './slot-field.tsx'
import { usePageForm } from './use-page-form.ts'

const VIEWS = ['Edit', 'Preview'] as const

/** The form with the live preview beside it. A phone shows only one of them. */
export function Editor({ page, reload }: { page: EditedSitePage; reload: () => void }) {
  const form = usePageForm(page)
  const [view, setView] = useState<(typeof VIEWS)[number]>('Edit')
  /** The version of the draft whose problems and changes are shown. */
  const [reviewed, setReviewed] = useState('')
  const review = () => setReviewed(page.version)
  const isMail = page.path === null
  return (
    <div className={`stack-4 ${styles.editor}`} data-view={view}>
      <Choice className={styles.views} label="View" of={VIEWS} value={view} change={setView} />
      <div className={`stack-4 packed ${styles.form}`}>
        <ResourceForm
          what={isMail ? 'mail' : 'page'}
          form={form}
          reload={reload}
          noValidate
          submit="Save draft"
          next={
            page.draft ? (
              <Button look="line" onClick={review}>
                Publish …
              </Button>
            ) : null
          }
          unsaved={`Unsaved changes: ${isMail ? 'customers do not get' : 'visitors do not see'} them`}
        >
          {isMail ? <PlaceholderList slots={form.slots} /> : null}
          {form.slots.map((slot) => {
            const { name } = slot
            const shared = { name, form, change: (value: AnyValue) => form.change({ [name]: value }) }
            const value = form.values[name]!
            return slot.kind === 'list' ? (
              <Fold
                key={name}
                summary={`${slot.label} (${(value as AnyItem[]).length})`}
                isNeeded={hasProblemIn(form.problems, name)}
              >
                <ListField {...shared} slot={slot} value={value as AnyItem[]} />
              </Fold>
            ) : (
              <SlotField key={name} {...shared} slot={slot} value={value} />
            )
          })}
        </ResourceForm>
        <Publication page={page} form={form} isReviewed={reviewed === page.version} review={review} />
        <Fold summary="History">
          <History page={page} form={form} />
        </Fold>
      </div>
      {isMail ? (
        <MailPreview page={page} values={form.values} />
      ) : (
        <Preview page={page} values={form.values} />
      )}
    </div>
  )
}

function hasProblemIn(problems: Record<string, string>, list: string): boolean {
  return Object.keys(problems).some((name) => name === list || name.startsWith(`${list}.`))
}
