import { useRef } from 'react'
import { plural } from '#shared/counts.ts'
import { menuPageFields } from '#shared/resources/menu-page.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field, TextareaField } from '../../../ui/field.tsx'
import { announce } from '../../../ui/live-region.tsx'
import { toast } from '../../../ui/toast.tsx'
import { DraftOffer } from '../form/draft-offer.tsx'
import { UnmergedText } from '../form/unmerged-text.tsx'
import { OrderedPictures } from '../pictures/ordered-pictures.tsx'
import { SaveBar } from '../save-bar.tsx'
import styles from './menu.module.css'
import { OldText } from './old-text.tsx'
import type { Hung, Page } from './pages.ts'
import { useMenuForm, type MenuForm } from './use-menu-form.ts'

/** The menu that hangs: its pages in order, each with a title and the text for whoever cannot see it. */
export function MenuPages({
  hung,
  reload,
  isOtherUnsaved,
}: {
  hung: Hung
  /** Fetches the menu again, for an editor that others saved before. */
  reload: () => Promise<unknown>
  /** Something else on this screen would be lost by going away. */
  isOtherUnsaved: boolean
}) {
  const editor = useMenuForm(hung, isOtherUnsaved)
  const { pages, setPages, isDirty, unmerged, dismissUnmerged, isStale } = editor
  const hanging = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // Where reading goes on when the button that was pressed goes away.
  const goOn = () => heading.current?.focus()
  const dismissAndMoveFocus = () => {
    dismissUnmerged()
    goOn()
  }
  const save = () => {
    if (!pages.some(({ isOld }) => isOld)) return editor.save()
    toast.error(waitsFor(pages, isDirty))
    hanging.current?.querySelector<HTMLElement>(`.${styles.old} button`)?.focus()
  }
  return (
    <section ref={hanging} className={styles.hanging} aria-labelledby="hanging">
      <h2 id="hanging" ref={heading} tabIndex={-1}>
        The menu that hangs
      </h2>
      <DraftOffer offer={editor.offer} />
      <UnmergedText what="menu" of={unmerged} dismiss={dismissAndMoveFocus} />
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
            editor={editor}
            change={(changes) => editor.changePage(index, changes)}
            onKept={() => focusNextChoice(hanging.current)}
          />
        )}
      </OrderedPictures>
      {isStale ? <Stale reload={() => void reload().then(goOn)} /> : null}
      {hung.pages.length > 0 ? (
        <SaveBar state={waitsFor(pages, isDirty)}>
          <Button busy={editor.isSaving} onClick={save} data-save>
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
  editor,
  change,
  onKept,
}: {
  page: Page
  index: number
  editor: MenuForm
  change: (changes: Partial<Page>) => void
  /** Runs when the old text is to stay. */
  onKept: () => void
}) {
  const text = useRef<HTMLTextAreaElement>(null)
  const textInput = editor.register(`pages.${index}.text`)
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
        {...editor.register(`pages.${index}.title`)}
        label={`Title of page ${index + 1}`}
        required
        maxLength={menuPageFields.title.input.max}
      />
      {page.isOld ? <OldText name={`page ${index + 1}`} clear={clear} keep={keep} /> : null}
      <TextareaField
        {...textInput}
        ref={(element) => {
          text.current = element
          textInput.ref(element)
        }}
        label={`Text of page ${index + 1}`}
        hint={menuPageFields.lines.hint}
        rows={menuPageFields.lines.input.rows}
        onChange={(event) => change({ text: event.target.value, isOld: false })}
      />
    </>
  )
}

/** What stands between the pages as they are here and what visitors see; empty where nothing does. */
function waitsFor(pages: Page[], isDirty: boolean): string {
  const old = pages.flatMap(({ isOld }, index) => (isOld ? [index + 1] : []))
  if (old.length > 0) {
    const which = `${plural(old.length, 'Page')} ${old.join(', ')}`
    return `${which}: clear the old text, or say that it still fits`
  }
  return isDirty ? 'Not saved yet: visitors see the menu as it was' : ''
}
