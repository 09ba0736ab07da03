/**
 * The policies as Markdown files. A file starts with the summary; then each section starts with `## id: Title`. The id is
 * the anchor of the section in URLs.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type PolicyText = { lead: string; sections: { id: string; title: string; text: string }[] }

export function policyText(name: string): PolicyText {
  const file = readFileSync(join(import.meta.dirname, `${name}.md`), 'utf8')
  const [lead = '', ...sections] = file.split(/^## /m)
  return { lead: lead.trim(), sections: sections.map(sectionOf) }
}

function sectionOf(section: string): PolicyText['sections'][number] {
  const [, id, title, text] = /^([a-z-]+): (.*)\n([^]*)$/.exec(section) ?? []
  if (!id || !title || !text) throw new Error(`Not a section of a policy: ${section.slice(0, 40)}`)
  return { id, title, text: text.trim() }
}
