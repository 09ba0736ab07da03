import { sitePages, type EditedSitePage } from '#shared/content/api/site-pages.ts'
import { ButtonLink, Button } from '#app/platform/ui/button.tsx'
import { EditPage, useEdited } from '#app/platform/admin/form/edit-page.tsx'
import { LIST, publishedText } from './site-page-list.tsx'
import { useState, type ReactNode } from 'react'
import type { AnyItem, AnyValue, NamedSlot } from '#shared/platform/site-pages/slots.ts'
import { ResourceForm } from '#app/platform/admin/form/resource-form.tsx'
import { History } from './history.tsx'
import { ListField } from './list-field.tsx'
import styles from './site-page.module.css'
import { Choice, MailPreview, Preview } from './preview.tsx'
import { Publication } from './publication.tsx'
import { SlotField } from './slot-field.tsx'
import { usePageForm } from './use-page-form.ts'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import { PLACEHOLDERS, type Placeholder } from '#shared/platform/mails/introductions.ts'

/** The editor of a page: form, preview, publication and history. */
export default function EditSitePage() {
  const edited = useEdited(sitePages.one)
  const page = edited.answer.data
  return (
    <EditPage
      edited={edited}
      what="page"
      list={LIST}
      heading={page && `Edit ${page.title}`}
      actions={
        page?.path ? (
          <ButtonLink look="line" to={page.path}>
            View on the site
          </ButtonLink>
        ) : null
      }
    >
      {(saved, { reload }) => (
        <>
          <p>
            {saved.path === null ? `${saved.when}. Customers get` : 'Visitors see'}:{' '}
            {publishedText(saved.live)}.
          </p>
          <Editor page={saved} reload={reload} />
        </>
      )}
    </EditPage>
  )
}

const VIEWS = ['Edit', 'Preview'] as const

/** The form with the live preview beside it. A phone shows only one of them. */
function Editor({ page, reload }: { page: EditedSitePage; reload: () => void }) {
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

/** From this width on, sections are open at first. */
const WIDE = '(width >= 48rem)'

/**
 * A section of the editor that can be folded. On a phone it is folded at first, because the form of a page is long.
 * @param isNeeded whether the section has something that the admin must see, such as a problem
 */
function Fold({
  summary,
  isNeeded = false,
  children,
}: {
  summary: string
  isNeeded?: boolean
  children: ReactNode
}) {
  const [isOpen, setOpen] = useState(() => matchMedia(WIDE).matches)
  return (
    <Disclosure
      summary={summary}
      open={isOpen || isNeeded}
      onToggle={({ currentTarget, target }) => {
        // The events of disclosures inside this one arrive here too.
        if (target === currentTarget) setOpen(currentTarget.open)
      }}
    >
      {children}
    </Disclosure>
  )
}

/** The placeholders of an email, each with the text that replaces it. */
function PlaceholderList({ slots }: { slots: readonly NamedSlot[] }) {
  const names = new Set(slots.flatMap((slot) => (slot.kind === 'prose' ? (slot.placeholders ?? []) : [])))
  return (
    <Disclosure summary="Placeholders that you can use">
      <dl className="stack-1">
        {[...names].map((name) => (
          <div key={name}>
            <dt className="strong">{`{${name}}`}</dt>
            <dd>{PLACEHOLDERS[name as Placeholder]}</dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  )
}
