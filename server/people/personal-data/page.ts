/** The data of a person as an HTML page that needs no other file. */
import { escapeMarkup } from '#shared/kernel/escape.ts'
import type { About, Entry, Person, Section, Value } from './section.ts'

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;color:#222}
h2{margin-top:2.5rem;border-bottom:1px solid #999}article{margin:1rem 0;padding:0 0 1rem;border-bottom:1px solid #ddd}
dl{display:grid;grid-template-columns:minmax(8rem,12rem) 1fr;gap:.15rem 1rem;margin:0}dt{color:#555}
dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}dd dl{margin-bottom:.75rem}
@media(max-width:575px){dl{grid-template-columns:1fr}dd{margin-bottom:.5rem}}`

/** The page, one part per record. */
export async function* pageOf(about: About, person: Person, sections: Section[]): AsyncGenerator<string> {
  const title = `Your data at ${about.shop}`
  yield `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeMarkup(title)}</title><style>${STYLE}</style></head><body>
<h1>${escapeMarkup(title)}</h1><p>Made at ${escapeMarkup(about.madeAt)}.</p>
<ul>${about.notes.map((note) => `<li>${escapeMarkup(note)}</li>`).join('')}</ul>\n`
  for (const { title: heading, read } of sections) {
    let count = 0
    let text = `<h2>${escapeMarkup(heading)}</h2>\n`
    for await (const entry of await read(person)) {
      yield `${text}<article>${listOf(entry)}</article>\n`
      text = ''
      count += 1
    }
    yield count === 0 ? `${text}<p>Nothing is stored.</p>\n` : text
  }
  yield '</body></html>\n'
}

/** The fields that have a value. */
function listOf(entry: Entry): string {
  const rows = Object.entries(entry)
    .filter(([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => `<dt>${escapeMarkup(labelOf(name))}</dt><dd>${textOf(value)}</dd>`)
  return `<dl>${rows.join('')}</dl>`
}

function textOf(value: Value): string {
  if (Array.isArray(value)) return value.map(textOf).join('')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (value !== null && typeof value === 'object') return listOf(value)
  return escapeMarkup(String(value))
}

/** `isEmailConfirmed` becomes `Email confirmed`. */
function labelOf(name: string): string {
  const words = name
    .replace(/^is(?=[A-Z])/, '')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
