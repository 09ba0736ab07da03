import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { menu, type EditedPage } from '#shared/api/menu.ts'
import { CallError, call } from '../../../api/call.ts'
import { ask } from '../../../api/query.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field, TextareaField } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { OrderedPictures } from '../pictures/ordered-pictures.tsx'
import { useUnsaved } from '../unsaved.ts'
import styles from './menu.module.css'
import { OldText } from './old-text.tsx'

/** `isOld` while its text is that of the page it replaces, and nobody has said whether it still fits. */
type Page = Pick<EditedPage, 'file' | 'title' | 'facts'> & { text: string; isOld: boolean }

type Whole = { pages: EditedPage[]; version: string }

/** The menu that hangs: its pages in order, each with a title and the text for whoever cannot see it. */
export function MenuPages({
  hung,
  reload,
  isOtherUnsaved,
}: {
  hung: Whole
  /** Fetches the menu anew, for an editor that somebody else was faster than. */
  reload: () => unknown
  /** Something else on this screen would be lost by going away. */
  isOtherUnsaved: boolean
}) {
  const { pages, setPages, change, isChanged, isStale, saving } = usePages(hung, isOtherUnsaved)
  const hanging = useRef<HTMLElement>(null)
  const save = () => {
    if (!pages.some(({ isOld }) => isOld)) return saving.mutate()
    toast.error(waitsFor(pages, isChanged))
    hanging.current?.querySelector<HTMLElement>(`.${styles.old} button`)?.focus()
  }
  if (hung.pages.length === 0) return <p>No menu hangs at present.</p>
  return (
    <section ref={hanging} className={styles.hanging} aria-labelledby="hanging">
      <h2 id="hanging">The menu that hangs</h2>
      <OrderedPictures
        label="Pages"
        pictures={pages}
        nameOf={(index) => `Page ${index + 1}`}
        change={setPages}
      >
        {(page, index) => (
          <PageWords page={page} index={index} change={(changes) => change(index, changes)} />
        )}
      </OrderedPictures>
      {isStale ? (
        <Alert tone="danger">
          <p>Somebody else has saved the menu since you opened it.</p>
          <Button look="quiet" onClick={() => reload()}>
            Load what hangs now
          </Button>
        </Alert>
      ) : null}
      <div className={styles.save}>
        <Button className={styles.button} busy={saving.isPending} onClick={save}>
          {pages.length === 0 ? 'Take the menu down' : 'Save order and texts'}
        </Button>
        <p className={styles.waits} role="status">
          {waitsFor(pages, isChanged)}
        </p>
      </div>
    </section>
  )
}

/** The title of a page, and its text for whoever cannot see the picture. */
function PageWords({
  page,
  index,
  change,
}: {
  page: Page
  index: number
  change: (changes: Partial<Page>) => void
}) {
  return (
    <>
      <Field
        label={`Title of page ${index + 1}`}
        value={page.title}
        required
        maxLength={120}
        onChange={(event) => change({ title: event.target.value })}
      />
      {page.isOld ? (
        <OldText
          name={`page ${index + 1}`}
          clear={() => change({ text: '', isOld: false })}
          keep={() => change({ isOld: false })}
        />
      ) : null}
      <TextareaField
        label={`Text of page ${index + 1}`}
        hint="A line each; ## begins a heading, | parts name, note and price"
        rows={8}
        value={page.text}
        onChange={(event) => change({ text: event.target.value, isOld: false })}
      />
    </>
  )
}

/** What stands between the pages as they are here and what visitors see; empty where nothing does. */
function waitsFor(pages: Page[], isChanged: boolean): string {
  const old = pages.flatMap(({ isOld }, index) => (isOld ? [index + 1] : []))
  if (old.length > 0) {
    const which = `${old.length === 1 ? 'Page' : 'Pages'} ${old.join(', ')}`
    return `${which}: clear the old text, or say that it still fits`
  }
  return isChanged ? 'Not saved yet: visitors see the menu as it was' : ''
}

/** What is typed, until it is saved. */
function usePages(hung: Whole, isOtherUnsaved: boolean) {
  const client = useQueryClient()
  const [pages, setPages] = useState<Page[]>(() => hung.pages.map(toPage))
  const [isStale, setStale] = useState(false)
  const isChanged = !isSame(pages, hung.pages.map(toPage))
  useUnsaved(isOtherUnsaved || isChanged)
  const saving = useMutation({
    mutationFn: () => call(menu.save, { body: { pages: pages.map(toBody), version: hung.version } }),
    onSuccess: ({ message, pages: saved, version }) => {
      toast.success(message, { to: '/menu', text: 'See it' })
      const image = saved.map(({ file }) => file)
      client.setQueryData(ask(menu.one, {}).queryKey, { image, pages: saved, version })
      const edited = saved.map((page) => ({ ...page, before: [] }))
      client.setQueryData(ask(menu.editor, {}).queryKey, { pages: edited, version })
    },
    onError: (error) => {
      toast.error(error.message)
      if (error instanceof CallError && error.failure === 409) setStale(true)
    },
  })
  const change = (index: number, changes: Partial<Page>) =>
    setPages((old) => old.map((page, at) => (at === index ? { ...page, ...changes } : page)))
  return { pages, setPages, change, isChanged, isStale, saving }
}

function toPage({ file, title, lines, facts, before }: EditedPage): Page {
  const isOld = lines.length === 0 && before.length > 0
  return { file, title, facts, text: (isOld ? before : lines).join('\n'), isOld }
}

function isSame(one: Page[], other: Page[]): boolean {
  return JSON.stringify(one.map(toBody)) === JSON.stringify(other.map(toBody))
}

function toBody({ file, title, text, isOld }: Page) {
  if (isOld) return { file, title, lines: [] }
  const lines = text.split('\n').map((line) => line.trim())
  return { file, title, lines: lines.filter((line) => line !== '') }
}
