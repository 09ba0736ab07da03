/** Reads the owner's guide from its file, section by section. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { micromark } from 'micromark'
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table'
import type { guide } from '#shared/backoffice/api/guide.ts'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import type { OpenParts, PartId } from '#shared/platform/parts.ts'
import { fold, wordsOf } from '#server/kernel/db/search.ts'

const FILE = join(import.meta.dirname, '../../../docs/running-the-shop.md')

type Section = Reply<typeof guide.read>['sections'][number] & {
  /** The part of the shop that it is about; null if it is about none. */
  part: PartId | null
  /** Its folded text, for the search of the desk. */
  text: string
}

/** The guide for reading. Of a section about a part that is off, only that it is off is left: the desk has no pages of it. */
export function guideFor(parts: OpenParts): Reply<typeof guide.read> {
  return {
    sections: guideSections().map(({ id, title, html, part }) => ({
      id,
      title,
      html: part === null || part in parts ? html : OFF,
    })),
  }
}

const OFF =
  '<p>This part of the shop is off. An owner can switch it on under <a href="/admin/parts">Parts</a>.</p>'

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
  const title = part.slice(0, end).trim()
  const [mark, of = null] = PART.exec(part.slice(end + 1)) ?? ['']
  const markdown = part.slice(end + 1).replace(mark, '')
  return {
    id: wordsOf(title).join('-'),
    title,
    part: of as PartId | null,
    html: micromark(withoutFiles(markdown), { extensions: [gfmTable()], htmlExtensions: [gfmTableHtml()] }),
    text: fold(`${title} ${markdown}`),
  }
}

/** Below the title of a section about a part of the shop. A test checks its name. */
const PART = /^\n<!-- part: (\w+) -->\n/

/** Other files of docs/ are not in the desk: their links become their names. */
function withoutFiles(markdown: string): string {
  return markdown.replace(/\[([^\][\n]{1,100})\]\(([\w-]{1,40}\.md)\)/g, (_, name: string, file: string) =>
    name === file ? `docs/${file}` : `${name} (docs/${file})`,
  )
}
