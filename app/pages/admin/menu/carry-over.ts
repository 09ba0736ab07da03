/** What was typed of the menu stays when another menu comes from the shop: a new one, or somebody else's save. */

import { whose, type LeftOver } from '../left-over.ts'

/** A page as its editor has it. */
export type Words = { file: string; title: string; text: string; isOld: boolean }

/**
 * @param typed the pages as they stand in the editor
 * @param base as they came, before anything was typed
 * @param next as the shop has them now
 */
export function carryOver<P extends Words>(
  typed: readonly P[],
  base: readonly P[],
  next: readonly P[],
): { pages: P[]; left: LeftOver[] } {
  const pages = [...next]
  const left: LeftOver[] = []
  for (const [index, before] of base.entries()) {
    const mine = typed.find(({ file }) => file === before.file)
    if (!mine) continue
    const place = placeOf(before, index, base, next)
    const page = pages[place]
    const title = whose(before.title, mine.title, page?.title)
    const text = whose(before.text, mine.text, page?.text)
    if (page) {
      pages[place] = { ...page, title: title.shown, text: text.shown, isOld: page.isOld && text.shown !== '' }
    }
    if (title.left) left.push({ label: `Title of page ${index + 1}`, words: title.left })
    if (text.left) left.push({ label: `Text of page ${index + 1}`, words: text.left })
  }
  return { pages, left }
}

/** What is in the editor once `sent` is saved: as it was saved, and what was typed or moved meanwhile on top. */
export function afterSave<P extends Words>(
  typed: readonly P[],
  sent: readonly P[],
  saved: readonly P[],
): P[] {
  return typed.map((mine) => {
    const was = sent.find(({ file }) => file === mine.file)
    const page = saved.find(({ file }) => file === mine.file)
    if (!was || !page) return mine
    return {
      ...page,
      title: mine.title === was.title ? page.title : mine.title,
      text: mine.text === was.text ? page.text : mine.text,
    }
  })
}

/** Where a page is now: by its picture, or by its place where a new picture hangs in that. */
function placeOf(before: Words, index: number, base: readonly Words[], next: readonly Words[]): number {
  const same = next.findIndex(({ file }) => file === before.file)
  if (same >= 0) return same
  const there = next[index]
  return there && !base.some(({ file }) => file === there.file) ? index : -1
}
