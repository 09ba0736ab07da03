import { useEffect, useState } from 'react'
import type { Product } from '#shared/api/products.ts'
import type { PictureFacts } from '#shared/picture.ts'
import { writeDraft, type Draft } from './draft.ts'
import { FIELDS, valuesOf, type Field, type Values } from './values.ts'

export type ProductForm = ReturnType<typeof useProductForm>

/** What the shop objects to, in its own words. */
export type Problems = Partial<Record<Field, string>>

type Known = Record<string, PictureFacts>

/** Null while nothing was typed. */
type Typed = { base: Product; edits: Partial<Values>; known: Known } | null

/**
 * What is typed into a product's form, as changes to what it was opened with. Until the first of them the form follows
 * the shop; from then on it keeps to the version it was opened with, which a save may find outdated.
 */
export function useProductForm(latest: Product) {
  const [typed, setTyped] = useState<Typed>(null)
  const [problems, setProblems] = useState<Problems>({})
  const base = typed?.base ?? latest
  const start = valuesOf(base)
  const values = { ...start, ...typed?.edits }

  useEffect(() => {
    if (typed) writeDraft(latest._id, { at: new Date().toISOString(), ...typed })
  }, [typed, latest._id])

  /** @param pictures facts of pictures that were sent in just now, by their path */
  const change = (changes: Partial<Values>, pictures: Known = {}) => {
    // A picture arrives when it arrives: what was typed meanwhile must stand.
    setTyped((old) => ({
      base: old?.base ?? latest,
      edits: { ...old?.edits, ...changes },
      known: { ...old?.known, ...pictures },
    }))
    // A field that is being mended is not nagged about.
    setProblems((old) => without(old, Object.keys(changes) as Field[]))
  }

  return {
    base,
    values,
    isDirty: FIELDS.some((field) => values[field] !== start[field]),
    problems,
    pictureOf: (path: string) => pictureOf(path, base, typed?.known ?? {}),
    change,
    complain: setProblems,
    /** Forgets all that was typed. */
    clear: () => {
      setTyped(null)
      setProblems({})
      writeDraft(latest._id, null)
    },
    /** Puts other changes on another version of the product: after two have met. */
    rebase: (on: Product, edits: Partial<Values>) =>
      setTyped((old) => ({ base: on, edits, known: old?.known ?? {} })),
    restore: ({ base: on, edits, known }: Draft) => setTyped({ base: on, edits, known }),
  }
}

function pictureOf(
  path: string,
  { image, secondImage, pictures }: Product,
  known: Known,
): PictureFacts | null {
  if (path === '') return null
  if (path === image) return pictures.image
  return path === secondImage ? pictures.secondImage : (known[path] ?? null)
}

function without(problems: Problems, fields: Field[]): Problems {
  return Object.fromEntries(Object.entries(problems).filter(([name]) => !fields.includes(name as Field)))
}
