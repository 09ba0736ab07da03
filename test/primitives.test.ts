/** The names of classes that pages write as text exist in the styles of all screens. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const GLOBAL = ['app/platform/styles/primitives.css', 'app/platform/styles/base.css']

/** The fixed parts of `className="…"` and of templates such as `stack-2 ${styles.own}`. */
function written(): string[] {
  const pages = globSync('app/**/*.tsx').filter((file) => !file.endsWith('.test.tsx'))
  const texts = pages.flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/(?:className|[cC]lass[a-zA-Z]*)=(?:"([^"]*)"|\{`([^`]*)`\})/g),
  ])
  const names = texts.flatMap(([, text, template]) =>
    (text ?? template ?? '').replaceAll(/\$\{[^}]*\}/g, ' ').split(/\s+/),
  )
  return names.filter((name) => name !== '')
}

function defined(): string[] {
  const sheets = GLOBAL.map((file) => readFileSync(file, 'utf8').replaceAll(/\/\*[^]*?\*\//g, ''))
  return sheets.flatMap((sheet) =>
    [...sheet.matchAll(/\.([a-z][a-z0-9-]*)(?=[\s,{:])/g)].map(([, name = '']) => name),
  )
}

test('every class that a page writes as text is a primitive', () => {
  const known = new Set(defined())
  expect(written().filter((name) => !known.has(name))).toEqual([])
})
