/** The pages of the menu as their editor has them, and how they merge with those that others saved. */
import type { EditedPage } from '#shared/api/menu.ts'
import { menuPageFields } from '#shared/resources/menu-page.ts'
import { merged, mergedList, type Three } from '../form/merge.ts'

/** `isOld` while its text is that of the page it replaces, and nobody has said whether it still fits. */
export type Page = Pick<EditedPage, 'file' | 'title' | 'facts'> & { text: string; isOld: boolean }

export type Hung = { pages: EditedPage[]; version: string }

export type Values = { pages: Page[] }

const WORDS = ['title', 'text'] as const
const LABELS = { title: menuPageFields.title.label, text: menuPageFields.lines.label }

/** Another menu has come: new pictures, or a save by others. Words go on to the page in the place of their own. */
export function mergeMenus({ base, mine, theirs }: Three<Values>) {
  const { values, unmerged } = mergedList<Page>(WORDS, {
    base: base.pages,
    mine: mine.pages,
    theirs: theirs.pages,
    keyOf: ({ file }) => file,
  })
  return {
    // An old text that was cleared stays cleared, and needs no choice any more.
    values: { pages: values.map((page) => ({ ...page, isOld: page.isOld && page.text !== '' })) },
    unmerged: unmerged.map(({ index, name, mine: text }) => ({
      label: `${LABELS[name as (typeof WORDS)[number]]} of page ${index + 1}`,
      text: String(text),
    })),
  }
}

/** What is in the editor once `sent` is saved: as it was saved, and what was typed or moved meanwhile on top. */
export function afterSave<P extends Page>(typed: readonly P[], sent: readonly P[], saved: readonly P[]): P[] {
  return typed.map((mine) => {
    const base = sent.find(({ file }) => file === mine.file)
    const theirs = saved.find(({ file }) => file === mine.file)
    return base && theirs ? merged<P>(WORDS, { base, mine, theirs, isMine: () => true }) : mine
  })
}

export function toPage({ file, title, lines, facts, before }: EditedPage): Page {
  const isOld = lines.length === 0 && before.length > 0
  return { file, title, facts, text: menuPageFields.lines.toForm(isOld ? before : lines), isOld }
}

export function toBody({ file, title, text, isOld }: Page) {
  return { file, title: title.trim(), lines: isOld ? [] : menuPageFields.lines.fromForm(text) }
}
