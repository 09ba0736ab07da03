import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { sitePages, type EditedSitePage, type TextChanges } from '#shared/content/api/site-pages.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, UNCACHED_FORM } from '#app/platform/api/query.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { Spinner } from '#app/platform/ui/spinner.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import styles from './site-page.module.css'
import { stampText } from './site-page-list.tsx'
import type { PageForm } from './use-page-form.ts'

type Props = { page: EditedSitePage; form: PageForm }

/**
 * Publishes the saved draft, now or later, after a look at its problems and changes.
 * @param isReviewed whether to show the problems and changes of the draft
 * @param review shows them
 */
export function Publication({
  page,
  form,
  isReviewed,
  review,
}: Props & { isReviewed: boolean; review: () => void }) {
  const { _id: id, draft, scheduled } = page
  /** The version that visitors saw before the last publication here. */
  const [before, setBefore] = useState<string | null>(null)
  const act = useAction(form)
  const publish = (at?: string) =>
    act.mutate({
      run: () => call(sitePages.publish, { params: { id }, body: { version: page.version, at } }),
      done: at ? 'Scheduled' : 'Published',
      after: () => setBefore(at ? null : (page.live?._id ?? 'original')),
    })
  return (
    <section className="stack-2 items-left pad-top-3 rule" aria-label="Publication">
      <h2>Publication</h2>
      {before && !draft ? (
        <Published page={page} before={before} form={form} forget={() => setBefore(null)} />
      ) : null}
      {scheduled ? <Scheduled page={page} form={form} /> : null}
      {draft ? <p>Draft saved {stampText(draft)}.</p> : <p>No draft. Change something and save it.</p>}
      {draft ? (
        <div className="cluster">
          <Button disabled={form.isDirty} onClick={review}>
            Check and publish
          </Button>
          <ButtonLink look="line" to={`/api/pages/${id}/preview`} reloadDocument target="_blank">
            Open the preview
          </ButtonLink>
          <Button
            look="quiet"
            onClick={() =>
              act.mutate({
                run: () => call(sitePages.discard, { params: { id } }),
                done: 'Draft discarded',
                ask: 'Discard this draft? The published version does not change.',
              })
            }
          >
            Discard the draft
          </Button>
        </div>
      ) : null}
      {draft && form.isDirty ? <p>Save the draft first: there are unsaved changes.</p> : null}
      {draft && isReviewed && !form.isDirty ? (
        <Review key={page.version} id={id} publish={publish} isBusy={act.isPending} />
      ) : null}
    </section>
  )
}

type Action = {
  run: () => Promise<EditedSitePage | { page: EditedSitePage }>
  done: string
  /** A question that must be answered first. */
  ask?: string
  after?: () => void
}

/** Runs a change of the page and shows the new state. */
export function useAction(form: PageForm) {
  return useMutation({
    mutationFn: async ({ run, done, ask: question, after }: Action) => {
      // oxlint-disable-next-line no-alert -- as before every deletion in the admin
      if (question && !confirm(question)) return
      const reply = await run()
      await form.show('page' in reply ? reply.page : reply)
      after?.()
      toast.success(done)
    },
    onError: (error) => toast.error(error.message),
  })
}

/** What visitors see now, and the button that shows them the version `before` again. */
function Published({
  page: { _id: id, path },
  before,
  form,
  forget,
}: Props & { before: string; forget: () => void }) {
  const act = useAction(form)
  const restore = () => call(sitePages.restore, { params: { id, versionId: before } })
  return (
    <Alert>
      <p tabIndex={-1} ref={goTo}>
        {path === null ? 'The next emails have your text.' : 'Visitors see your changes now.'}
      </p>
      <div className="cluster">
        {path === null ? null : (
          <ButtonLink to={path} reloadDocument>
            See the page
          </ButtonLink>
        )}
        <Button
          look="line"
          busy={act.isPending}
          onClick={() => act.mutate({ run: restore, done: 'Undone', after: forget })}
        >
          Undo
        </Button>
      </div>
    </Alert>
  )
}

function Scheduled({ page: { _id: id, scheduled }, form }: Props) {
  const act = useAction(form)
  const cancel = () => call(sitePages.unschedule, { params: { id } })
  return (
    <Alert>
      <p>A version will be published {stampText(scheduled!)}.</p>
      <Button
        look="line"
        busy={act.isPending}
        onClick={() => act.mutate({ run: cancel, done: 'The scheduled version is a draft again' })}
      >
        Cancel and edit it
      </Button>
    </Alert>
  )
}

/** Scrolls to a text that has just appeared, because the button for it can be far away, and focuses it. */
function goTo(text: HTMLElement | null): void {
  text?.focus({ preventScroll: true })
  text?.scrollIntoView({ block: 'center' })
}

/** What is wrong with the draft and what it changes, and the buttons to publish it. */
function Review({ id, publish, isBusy }: { id: string; publish: (at?: string) => void; isBusy: boolean }) {
  const heading = useId()
  const [at, setAt] = useState('')
  const check = useQuery({ ...ask(sitePages.check, { params: { id } }), ...UNCACHED_FORM })
  if (check.isError) return <LoadError error={check.error} retry={check.refetch} />
  if (!check.data || check.isFetching) return <Spinner what="Checking links and pictures" />
  const { problems, changes } = check.data
  return (
    <div className="stack-2 items-left full-width pad-2 box mat" role="group" aria-labelledby={heading}>
      <h3 id={heading} tabIndex={-1} ref={goTo}>
        {problems.length > 0 ? 'Please look at this first' : 'No problems found'}
      </h3>
      {problems.length > 0 ? (
        <ul className={`alarm ${styles.problems}`}>
          {problems.map(({ label, text }) => (
            <li key={label + text}>
              <strong>{label}</strong>: {text}
            </li>
          ))}
        </ul>
      ) : null}
      <Changes of={changes} />
      <Button busy={isBusy} onClick={() => publish()}>
        {problems.length > 0 ? 'Publish anyway' : 'Publish now'}
      </Button>
      <div className="stack-1 items-left">
        <Field
          label="Or publish later"
          type="datetime-local"
          unmarked
          value={at}
          onChange={(event) => setAt(event.target.value)}
        />
        <Button look="line" busy={isBusy} disabled={at === ''} onClick={() => publish(at)}>
          Schedule
        </Button>
      </div>
    </div>
  )
}

/** The differences between two versions, word by word. */
export function Changes({ of: changes }: { of: TextChanges }) {
  if (changes.length === 0) return <p>Nothing differs from what visitors see.</p>
  return (
    <dl className={`stack-2 full-width ${styles.changes}`}>
      {changes.map(({ label, parts }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd dir="auto" className="break-words pre-wrap">
            {parts.map(({ kind, text }, index) => {
              const Part = kind === 'added' ? 'ins' : kind === 'removed' ? 'del' : 'span'
              // oxlint-disable-next-line react/no-array-index-key -- the parts never change
              return <Part key={index}>{text}</Part>
            })}
          </dd>
        </div>
      ))}
    </dl>
  )
}
