import type { ReactNode } from 'react'
import { namesOf, type Fields, type Name } from '#shared/platform/resources/described.ts'
import { focusHeading } from '#app/platform/layout/focus-heading.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import type { Problems } from '#app/platform/ui/use-problems.ts'
import { SaveBar } from '#app/platform/admin/save-bar.tsx'
import { type Bound, ResourceField } from './resource-field.tsx'
import type { EditForm } from './use-edit-form.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import type { Unmerged } from './use-opened.ts'
import styles from './unmerged-text.module.css'

type Props = {
  /** The name of the resource: 'artist'. */
  what: string
  /** The return value of `useResourceForm` or `useEditForm`. */
  form: Pick<
    EditForm,
    'formProps' | 'offer' | 'unmerged' | 'dismissUnmerged' | 'conflict' | 'isDirty' | 'isSaving'
  > & { save: () => void }
  /** Fetches the resource again, after another admin saved it. For resources with a version. */
  reload?: () => void
  /** Leaves validation to the server. */
  noValidate?: boolean
  /** Shown beside the button while there are unsaved changes. */
  unsaved?: string
  submit?: string
  /** Shown beside the button while there are no unsaved changes. Names the next step. */
  next?: ReactNode
  children: ReactNode
}

/** The form of a resource: offers a draft, shows the changes of other admins, and ends with a bar to save it. */
export function ResourceForm({ what, form, reload, noValidate, next, children, ...texts }: Props) {
  const { unsaved = 'Unsaved changes', submit = 'Update' } = texts
  return (
    <form
      {...form.formProps}
      className="stack-4"
      noValidate={noValidate}
      onSubmit={(event) => {
        event.preventDefault()
        form.save()
      }}
    >
      <DraftOffer offer={form.offer} />
      <UnmergedText
        what={what}
        of={form.unmerged}
        dismiss={() => {
          form.dismissUnmerged()
          focusHeading()
        }}
      />
      {children}
      {reload && form.conflict?.is === 'changed' ? (
        <Alert tone="danger">
          <p>Another admin has saved this {what} since you opened it. Nothing you typed will be lost.</p>
          <Button look="line" onClick={reload}>
            Load the saved version
          </Button>
        </Alert>
      ) : null}
      <SaveBar state={form.isDirty ? unsaved : ''}>
        <Button type="submit" busy={form.isSaving}>
          {submit}
        </Button>
        {form.isDirty ? null : next}
      </SaveBar>
    </form>
  )
}

/** The inputs of a description, one below the other. Fields with their own component are left out. */
export function ResourceFields<F extends Fields>({
  of: fields,
  names = namesOf(fields),
  form,
  hints,
}: {
  of: F
  /** The fields to show; all by default. */
  names?: readonly Name<F>[]
  form: {
    register: (name: never) => Bound
    problems: Problems
    /** For weights. */
    values?: object
    change?: (changes: never) => void
  }
  /** Replace the hints of the description. */
  hints?: Partial<Record<Name<F>, ReactNode>>
}) {
  const values = form.values as Record<string, unknown> | undefined
  return (
    <div className="stack-3 measure-form">
      {names.map((name) => (
        <ResourceField
          key={name}
          of={fields[name]!}
          bound={form.register(name as never)}
          problem={form.problems[name]}
          hint={hints?.[name]}
          value={values?.[name]}
          change={(value) => form.change?.({ [name]: value } as never)}
        />
      ))}
    </div>
  )
}

type Offer = { at: string | null; restore: () => void; discard: () => void }

/** Offers to restore unsaved input after a reload or an expired session. */
export function DraftOffer({ offer: { at, restore, discard } }: { offer: Offer }) {
  if (at === null) return null
  return (
    <Alert>
      <p>You have unsaved changes from {formatDate(at, 'shortDayAndTime')}.</p>
      <div className="row-2 pad-top-2">
        <Button onClick={restore}>Restore them</Button>
        <Button look="quiet" onClick={discard}>
          Discard them
        </Button>
      </div>
    </Alert>
  )
}

/** Shows typed text that could not be merged with another admin's changes, so that the user can copy it. */
export function UnmergedText({
  what,
  of: unmerged,
  dismiss,
}: {
  /** The name of the resource that was changed: 'menu'. */
  what: string
  of: readonly Unmerged[]
  dismiss: () => void
}) {
  if (unmerged.length === 0) return null
  return (
    <Alert>
      <p>The {what} was changed while you were typing. This text of yours is no longer part of it:</p>
      <dl className={`stack-1 ${styles.unmerged}`}>
        {unmerged.map(({ label, text }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- entries are only added at the end
          <div key={index}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <Button look="line" onClick={dismiss}>
        Dismiss
      </Button>
    </Alert>
  )
}
