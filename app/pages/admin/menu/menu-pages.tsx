import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { menu, type EditedPage } from '#shared/api/menu.ts'
import { plural } from '#shared/counts.ts'
import { CallError, call } from '../../../api/call.ts'
import { ask } from '../../../api/query.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field, TextareaField } from '../../../ui/field.tsx'
import { announce } from '../../../ui/live-region.tsx'
import { toast } from '../../../ui/toast.tsx'
import { LeftOverWords } from '../left-over-words.tsx'
import type { LeftOver } from '../left-over.ts'
import { OrderedPictures } from '../pictures/ordered-pictures.tsx'
import { SaveBar } from '../save-bar.tsx'
import { useUnsaved } from '../unsaved.ts'
import { afterSave, carryOver, type Words } from './carry-over.ts'
import styles from './menu.module.css'
import { OldText } from './old-text.tsx'

/** `isOld` while its text is that of the page it replaces, and nobody has said whether it still fits. */
type Page = Words & Pick<EditedPage, 'facts'>

type Whole = { pages: EditedPage[]; version: string }

/** The menu that hangs: its pages in order, each with a title and the text for whoever cannot see it. */
export function MenuPages({
  hung,
  reload,
  isOtherUnsaved,
}: {
  hung: Whole
  /** Fetches the menu anew, for an editor that somebody else was faster than. */
  reload: () => Promise<unknown>
  /** Something else on this screen would be lost by going away. */
  isOtherUnsaved: boolean
}) {
  const editor = usePages(hung, isOtherUnsaved)
  const { pages, setPages, change, isChanged, left, putAway, isStale, saving } = editor
  const hanging = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // Where reading goes on when the button that was pressed goes away.
  const goOn = () => heading.current?.focus()
  const save = () => {
    if (!pages.some(({ isOld }) => isOld)) return saving.mutate(pages)
    toast.error(waitsFor(pages, isChanged))
    hanging.current?.querySelector<HTMLElement>(`.${styles.old} button`)?.focus()
  }
  return (
    <section ref={hanging} className={styles.hanging} aria-labelledby="hanging">
      <h2 id="hanging" ref={heading} tabIndex={-1}>
        The menu that hangs
      </h2>
      <LeftOverWords
        what="menu"
        of={left}
        putAway={() => {
          putAway()
          goOn()
        }}
      />
      {hung.pages.length === 0 ? <p>No menu hangs at present.</p> : null}
      <OrderedPictures
        label="Pages"
        pictures={pages}
        nameOf={(index) => `Page ${index + 1}`}
        change={setPages}
      >
        {(page, index) => (
          <PageWords
            page={page}
            index={index}
            change={(changes) => change(index, changes)}
            onKept={() => focusNextChoice(hanging.current)}
          />
        )}
      </OrderedPictures>
      {isStale ? <Stale reload={() => void reload().then(goOn)} /> : null}
      {hung.pages.length > 0 ? (
        <SaveBar state={waitsFor(pages, isChanged)}>
          <Button busy={saving.isPending} onClick={save} data-save>
            {pages.length === 0 ? 'Take the menu down' : 'Save order and texts'}
          </Button>
        </SaveBar>
      ) : null}
    </section>
  )
}

function Stale({ reload }: { reload: () => void }) {
  return (
    <Alert tone="danger">
      <p>Somebody else has saved the menu since you opened it. Nothing you typed will be lost.</p>
      <Button look="line" onClick={reload}>
        Load what hangs now
      </Button>
    </Alert>
  )
}

/** From one choice about an old text to the next, and from the last to the button that saves. */
function focusNextChoice(hanging: HTMLElement | null): void {
  const waiting = [...(hanging?.querySelectorAll(`.${styles.old}`) ?? [])]
  const here = waiting.findIndex((choice) => choice.contains(document.activeElement))
  const next = waiting[here + 1] ?? waiting.find((_, index) => index !== here)
  const target = next?.querySelector<HTMLElement>('button:last-child')
  const fallback = hanging?.querySelector<HTMLElement>('[data-save]')
  ;(target ?? fallback)?.focus()
}

/** The title of a page, and its text for whoever cannot see the picture. */
function PageWords({
  page,
  index,
  change,
  onKept,
}: {
  page: Page
  index: number
  change: (changes: Partial<Page>) => void
  /** LiveRegion when the old text is to stay. */
  onKept: () => void
}) {
  const text = useRef<HTMLTextAreaElement>(null)
  const clear = () => {
    change({ text: '', isOld: false })
    // The button goes away; the new text is written here.
    text.current?.focus()
    announce(`The text of page ${index + 1} is cleared`)
  }
  const keep = () => {
    onKept()
    change({ isOld: false })
    announce(`The text of page ${index + 1} stays`)
  }
  return (
    <>
      <Field
        label={`Title of page ${index + 1}`}
        value={page.title}
        required
        maxLength={120}
        onChange={(event) => change({ title: event.target.value })}
      />
      {page.isOld ? <OldText name={`page ${index + 1}`} clear={clear} keep={keep} /> : null}
      <TextareaField
        ref={text}
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
    const which = `${plural(old.length, 'Page')} ${old.join(', ')}`
    return `${which}: clear the old text, or say that it still fits`
  }
  return isChanged ? 'Not saved yet: visitors see the menu as it was' : ''
}

/** What is typed, until it is saved; whatever else comes from the shop, it stays. */
function usePages(hung: Whole, isOtherUnsaved: boolean) {
  const client = useQueryClient()
  const [seen, setSeen] = useState(hung.version)
  const [base, setBase] = useState(() => ({ version: hung.version, pages: hung.pages.map(toPage) }))
  const [pages, setPages] = useState(base.pages)
  const [left, setLeft] = useState<LeftOver[]>([])
  const [isStale, setStale] = useState(false)
  if (hung.version !== seen) {
    setSeen(hung.version)
    // What was saved here is known before it comes back from the shop.
    if (hung.version !== base.version) {
      const next = { version: hung.version, pages: hung.pages.map(toPage) }
      const carried = carryOver(pages, base.pages, next.pages)
      setBase(next)
      setPages(carried.pages)
      setLeft([...left, ...carried.left])
      setStale(false)
    }
  }
  const isChanged = !isSame(pages, base.pages)
  useUnsaved(isOtherUnsaved || isChanged || left.length > 0)
  const saving = useMutation({
    mutationFn: (sent: Page[]) =>
      call(menu.save, { body: { pages: sent.map(toBody), version: base.version } }),
    onSuccess: ({ message, pages: saved, version }, sent) => {
      toast.success(message, { to: '/menu', text: 'See it' })
      const edited = saved.map((page) => ({ ...page, before: [] }))
      const next = edited.map(toPage)
      setBase({ version, pages: next })
      setPages((typed) => afterSave(typed, sent, next))
      const image = saved.map(({ file }) => file)
      client.setQueryData(ask(menu.one, {}).queryKey, { image, pages: saved, version })
      client.setQueryData(ask(menu.editor, {}).queryKey, { pages: edited, version })
    },
    onError: (error) => {
      toast.error(error.message)
      if (error instanceof CallError && error.failure === 409) setStale(true)
    },
  })
  const change = (index: number, changes: Partial<Page>) =>
    setPages((old) => old.map((page, at) => (at === index ? { ...page, ...changes } : page)))
  return { pages, setPages, change, isChanged, left, putAway: () => setLeft([]), isStale, saving }
}

function toPage({ file, title, lines, facts, before }: EditedPage): Page {
  const isOld = lines.length === 0 && before.length > 0
  return { file, title, facts, text: (isOld ? before : lines).join('\n'), isOld }
}

function isSame(one: Page[], other: Page[]): boolean {
  return JSON.stringify(one.map(toBody)) === JSON.stringify(other.map(toBody))
}

function toBody({ file, title, text, isOld }: Page) {
  if (isOld) return { file, title: title.trim(), lines: [] }
  const lines = text.split('\n').map((line) => line.trim())
  return { file, title: title.trim(), lines: lines.filter((line) => line !== '') }
}
