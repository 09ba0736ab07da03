/** The pages in the menu editor, and how they are merged with the changes of other admins. */
import type { EditedPage } from '#shared/content/api/menu.ts'
import { menuPageFields } from '#shared/content/resources/menu-page.ts'
import { merged, mergedList, type Versions } from '#app/platform/admin/form/merge.ts'

/**
 * A page in the editor. `isOld`: the text comes from the page that this page replaced, and the admin has not decided
 * yet whether to keep it.
 */
export type Page = Pick<EditedPage, 'file' | 'title' | 'facts'> & { text: string; isOld: boolean }

export type SavedMenu = { pages: EditedPage[]; version: string }

export type Values = { pages: Page[] }

const TEXTS = ['title', 'text'] as const
const LABELS = { title: menuPageFields.title.label, text: menuPageFields.lines.label }

/**
 * Merges with a new menu or with another admin's save. After a new menu, typed text moves to the page at the same
 * index.
 */
export function mergeMenus({ base, mine, theirs }: Versions<Values>) {
  const { values, unmerged } = mergedList<Page>(TEXTS, {
    base: base.pages,
    mine: mine.pages,
    theirs: theirs.pages,
    keyOf: ({ file }) => file,
  })
  return {
    // If the admin has cleared an old text, it stays empty and needs no decision.
    values: { pages: values.map((page) => ({ ...page, isOld: page.isOld && page.text !== '' })) },
    unmerged: unmerged.map(({ index, name, mine: text }) => ({
      label: `${LABELS[name as (typeof TEXTS)[number]]} of page ${index + 1}`,
      text: String(text),
    })),
  }
}

/**
 * The pages in the editor after `sent` was saved: the saved pages, with the changes typed while the request was
 * running.
 */
export function afterSave<P extends Page>(typed: readonly P[], sent: readonly P[], saved: readonly P[]): P[] {
  return typed.map((mine) => {
    const base = sent.find(({ file }) => file === mine.file)
    const theirs = saved.find(({ file }) => file === mine.file)
    return base && theirs ? merged<P>(TEXTS, { base, mine, theirs, isMine: () => true }) : mine
  })
}

export function toPage({ file, title, lines, facts, before }: EditedPage): Page {
  const isOld = lines.length === 0 && before.length > 0
  return { file, title, facts, text: menuPageFields.lines.toForm(isOld ? before : lines), isOld }
}

export function toBody({ file, title, text, isOld }: Page) {
  return { file, title: title.trim(), lines: isOld ? [] : menuPageFields.lines.fromForm(text) }
}
