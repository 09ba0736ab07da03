import { useRef } from 'react'
import { plural } from '#shared/kernel/counts.ts'
import { menuPageFields } from '#shared/content/resources/menu-page.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { Field, TextareaField } from '#app/platform/ui/field.tsx'
import { announce } from '#app/platform/ui/live-region.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { DraftOffer, UnmergedText } from '#app/platform/admin/form/resource-form.tsx'
import { OrderedPictures } from '#app/platform/admin/pictures/ordered-pictures.tsx'
import { SaveBar } from '#app/platform/admin/save-bar.tsx'
import styles from './menu.module.css'
import type { SavedMenu, Page } from './pages.ts'
import { useMenuForm, type MenuForm } from './use-menu-form.ts'

type MenuPagesProps = {
  menu: SavedMenu
  /** Fetches the menu again after another admin has saved it. */
  reload: () => Promise<unknown>
  /** Whether leaving the page would also lose files that are chosen for a new menu. */
  hasOtherUnsaved: boolean
}

/** The current menu: pages in order, each with a title and a text for screen readers. */
export function MenuPages({ menu, reload, hasOtherUnsaved }: MenuPagesProps) {
  const editor = useMenuForm(menu, hasOtherUnsaved)
  const { pages, setPages, isDirty, unmerged, dismissUnmerged, isStale } = editor
  const section = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // The pressed button disappears, so the focus moves to the heading.
  const focusHeading = () => heading.current?.focus()
  const dismissAndMoveFocus = () => {
    dismissUnmerged()
    focusHeading()
  }
  const save = () => {
    if (!pages.some(({ isOld }) => isOld)) return editor.save()
    toast.error(stateOf(pages, isDirty))
    section.current?.querySelector<HTMLElement>(`.${styles.old} button`)?.focus()
  }
  return (
    <section
      ref={section}
      className={`stack-3 pad-top-3 rule ${styles.current}`}
      aria-labelledby="current-menu"
    >
      <h2 id="current-menu" ref={heading} tabIndex={-1}>
        Current menu
      </h2>
      <DraftOffer offer={editor.offer} />
      <UnmergedText what="menu" of={unmerged} dismiss={dismissAndMoveFocus} />
      {menu.pages.length === 0 ? <p>There is no menu.</p> : null}
      <OrderedPictures
        label="Pages"
        pictures={pages}
        nameOf={(index) => `Page ${index + 1}`}
        change={setPages}
      >
        {(page, index) => (
          <PageFields
            page={page}
            index={index}
            editor={editor}
            change={(changes) => editor.changePage(index, changes)}
            onKept={() => focusNextChoice(section.current)}
          />
        )}
      </OrderedPictures>
      {isStale ? <Stale reload={() => void reload().then(focusHeading)} /> : null}
      {menu.pages.length > 0 ? (
        <SaveBar state={stateOf(pages, isDirty)}>
          <Button busy={editor.isSaving} onClick={save} data-save>
            {pages.length === 0 ? 'Remove the menu' : 'Save order and texts'}
          </Button>
        </SaveBar>
      ) : null}
    </section>
  )
}

function Stale({ reload }: { reload: () => void }) {
  return (
    <Alert tone="danger">
      <p>Another admin has saved the menu since you opened it. Nothing you typed will be lost.</p>
      <Button look="line" onClick={reload}>
        Load the saved version
      </Button>
    </Alert>
  )
}

/** Moves the focus to the next page with an undecided old text, or to the save button if there is none. */
function focusNextChoice(section: HTMLElement | null): void {
  const waiting = [...(section?.querySelectorAll(`.${styles.old}`) ?? [])]
  const here = waiting.findIndex((choice) => choice.contains(document.activeElement))
  const next = waiting[here + 1] ?? waiting.find((_, index) => index !== here)
  const target = next?.querySelector<HTMLElement>('button:last-child')
  const fallback = section?.querySelector<HTMLElement>('[data-save]')
  ;(target ?? fallback)?.focus()
}

/** The title of a page, and its text for screen readers. */
function PageFields({
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
  /** Called when the admin decides to keep the old text. */
  onKept: () => void
}) {
  const text = useRef<HTMLTextAreaElement>(null)
  const textInput = editor.register(`pages.${index}.text`)
  const clear = () => {
    change({ text: '', isOld: false })
    // The button disappears, so the focus moves to the text.
    text.current?.focus()
    announce(`The text of page ${index + 1} was cleared`)
  }
  const keep = () => {
    onKept()
    change({ isOld: false })
    announce(`The text of page ${index + 1} was kept`)
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

/** The state of the editor: undecided old texts, or unsaved changes. Empty if there are neither. */
function stateOf(pages: Page[], isDirty: boolean): string {
  const old = pages.flatMap(({ isOld }, index) => (isOld ? [index + 1] : []))
  if (old.length > 0) {
    const which = `${plural(old.length, 'Page')} ${old.join(', ')}`
    return `${which}: clear the old text, or confirm that it still fits`
  }
  return isDirty ? 'Unsaved changes: visitors still see the saved menu' : ''
}

/**
 * Shown at a new picture. Contains the text of the page that the new picture replaces. The text may have old prices, so
 * visitors do not see it until the admin decides.
 */
function OldText({ name, clear, keep }: { name: string; clear: () => void; keep: () => void }) {
  return (
    <div
      className={`stack-1 pad-top-1 ${styles.old}`}
      role="group"
      aria-label={`Keep or clear the old text, ${name}`}
    >
      <p>
        Below is the text of the page it replaces. Visitors do not see it until you confirm that it still
        fits.
      </p>
      <div className={`cluster ${styles.choices}`}>
        <Button look="line" aria-label={`Clear text, ${name}`} onClick={clear}>
          Clear text
        </Button>
        <Button look="line" aria-label={`It still fits, ${name}`} onClick={keep}>
          It still fits
        </Button>
      </div>
    </div>
  )
}
