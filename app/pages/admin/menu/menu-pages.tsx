import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { menu, type MenuPage } from '#shared/api/menu.ts'
import { CallError, call } from '../../../api/call.ts'
import { ask } from '../../../api/query.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field, TextareaField } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { OrderedPictures } from '../pictures/ordered-pictures.tsx'
import { useUnsaved } from '../unsaved.ts'
import styles from './menu.module.css'

type Page = Pick<MenuPage, 'file' | 'title' | 'facts'> & { text: string }

type Whole = { pages: MenuPage[]; version: string }

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
  const { pages, setPages, change, isStale, saving } = usePages(hung, isOtherUnsaved)
  if (hung.pages.length === 0) return <p>No menu hangs at present.</p>
  return (
    <section className={styles.hanging} aria-labelledby="hanging">
      <h2 id="hanging">The menu that hangs</h2>
      <OrderedPictures
        label="Pages"
        pictures={pages}
        nameOf={(index) => `Page ${index + 1}`}
        change={setPages}
      >
        {(page, index) => (
          <>
            <Field
              label={`Title of page ${index + 1}`}
              value={page.title}
              required
              maxLength={120}
              onChange={(event) => change(index, { title: event.target.value })}
            />
            <TextareaField
              label={`Text of page ${index + 1}`}
              hint="A line each; ## begins a heading, | parts name, note and price"
              rows={8}
              value={page.text}
              onChange={(event) => change(index, { text: event.target.value })}
            />
          </>
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
      <Button className={styles.button} busy={saving.isPending} onClick={() => saving.mutate()}>
        {pages.length === 0 ? 'Take the menu down' : 'Save order and texts'}
      </Button>
    </section>
  )
}

/** What is typed, until it is saved. */
function usePages(hung: Whole, isOtherUnsaved: boolean) {
  const client = useQueryClient()
  const [pages, setPages] = useState<Page[]>(() => hung.pages.map(toPage))
  const [isStale, setStale] = useState(false)
  useUnsaved(isOtherUnsaved || !isSame(pages, hung.pages.map(toPage)))
  const saving = useMutation({
    mutationFn: () => call(menu.save, { body: { pages: pages.map(toBody), version: hung.version } }),
    onSuccess: ({ message, pages: saved, version }) => {
      toast.success(message)
      const image = saved.map(({ file }) => file)
      client.setQueryData(ask(menu.one, {}).queryKey, { image, pages: saved, version })
    },
    onError: (error) => {
      toast.error(error.message)
      if (error instanceof CallError && error.failure === 409) setStale(true)
    },
  })
  const change = (index: number, changes: Partial<Page>) =>
    setPages((old) => old.map((page, at) => (at === index ? { ...page, ...changes } : page)))
  return { pages, setPages, change, isStale, saving }
}

function toPage({ file, title, lines, facts }: MenuPage): Page {
  return { file, title, facts, text: lines.join('\n') }
}

function isSame(one: Page[], other: Page[]): boolean {
  return JSON.stringify(one.map(toBody)) === JSON.stringify(other.map(toBody))
}

function toBody({ file, title, text }: Page) {
  const lines = text.split('\n').map((line) => line.trim())
  return { file, title, lines: lines.filter((line) => line !== '') }
}
