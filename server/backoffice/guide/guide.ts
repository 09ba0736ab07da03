/** Reads the owner's guide from its file, section by section. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { micromark } from 'micromark'
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table'
import type { guide } from '#shared/backoffice/api/guide.ts'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import { fold, wordsOf } from '#server/kernel/db/search.ts'

const FILE = join(import.meta.dirname, '../../../docs/running-the-shop.md')

type Section = Reply<typeof guide.read>['sections'][number] & {
  /** Its folded text, for the search of the desk. */
  text: string
}

let sections: Section[] | undefined

/** The sections of the guide in its order. The file is read once. */
export function guideSections(): readonly Section[] {
  sections ??= readFileSync(FILE, 'utf8')
    .split(/^## /m)
    .map((part, index) => toSection(index === 0 ? part.replace(/^# /, '') : part))
  return sections
}

function toSection(part: string): Section {
  const end = part.indexOf('\n')
  const [title, markdown] = [part.slice(0, end).trim(), part.slice(end + 1)]
  return {
    id: wordsOf(title).join('-'),
    title,
    html: micromark(withoutFiles(markdown), { extensions: [gfmTable()], htmlExtensions: [gfmTableHtml()] }),
    text: fold(`${title} ${markdown}`),
  }
}

/** Other files of docs/ are not in the desk: their links become their names. */
function withoutFiles(markdown: string): string {
  return markdown.replace(/\[([^\][\n]{1,100})\]\(([\w-]{1,40}\.md)\)/g, (_, name: string, file: string) =>
    name === file ? `docs/${file}` : `${name} (docs/${file})`,
  )
}
