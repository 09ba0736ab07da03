/** The names of classes that pages write as text exist in the styles of all screens, and each primitive is written by a page. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const PRIMITIVES = 'app/platform/styles/primitives.css'
const GLOBAL = [PRIMITIVES, 'app/platform/styles/base.css']

/** The values of `className` and of other properties for classes, also their default values: a text, or code in braces. */
const CLASSES = /[cC]lass[a-zA-Z]*(?:=| = )(?:"([^"]*)"|(`[^`]*`)|\{((?:[^{}]|\{[^{}]*\})*)\})/g
/** In code: the fixed parts of a template such as `stack-2 ${styles.own}`, and the texts of a condition. */
const FIXED = /`([^`]*)`|(?:[?:]|\?\?|&&|\|\|)\s*'([^']*)'/g

function written(): string[] {
  const pages = globSync('app/**/*.tsx').filter((file) => !file.endsWith('.test.tsx'))
  const values = pages.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(CLASSES)])
  const texts = values.flatMap(([, text, template, code]) => {
    if (text !== undefined) return [text]
    const parts = [...(template ?? code ?? '').matchAll(FIXED)]
    return parts.map(([, fixed, chosen = '']) => fixed?.replaceAll(/\$\{[^}]*\}/g, ' ') ?? chosen)
  })
  return texts.flatMap((text) => text.split(/\s+/)).filter((name) => name !== '')
}

function definedIn(file: string): string[] {
  const sheet = readFileSync(file, 'utf8').replaceAll(/\/\*[^]*?\*\//g, '')
  return [...sheet.matchAll(/\.([a-z][a-z0-9-]*)(?=[\s,{:])/g)].map(([, name = '']) => name)
}

test('every class that a page writes as text is a primitive', () => {
  const known = new Set(GLOBAL.flatMap(definedIn))
  expect(written().filter((name) => !known.has(name))).toEqual([])
})

test('every primitive is used by a page', () => {
  const used = new Set(written())
  expect(definedIn(PRIMITIVES).filter((name) => !used.has(name))).toEqual([])
})
