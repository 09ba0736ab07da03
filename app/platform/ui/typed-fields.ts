/**
 * Text fields beside a main button that have a button of their own, such as a discount code. A text that was typed but not
 * applied is applied before the main button does its work.
 */
import { useEffect, useRef, useState, type RefObject } from 'react'

/** Applies the text of a field. False if it was refused: the field then shows why, and has the focus. */
type Apply = () => Promise<boolean>

export type TypedFields = Set<RefObject<Apply>>

/** The fields beside a main button: give `fields` to each of them, and call `applyTyped` before the work of the button. */
export function useTypedFields() {
  const [fields] = useState<TypedFields>(() => new Set())
  const [isApplying, setApplying] = useState(false)
  const applyTyped = async (): Promise<boolean> => {
    setApplying(true)
    try {
      for (const field of fields) if (!(await field.current())) return false
      return true
    } finally {
      setApplying(false)
    }
  }
  return { fields, applyTyped, isApplying }
}

/**
 * Adds a field to those of a main button.
 * @param text what is typed; nothing is done if it is blank
 * @param send sends the text; the field shows the error if it is refused
 * @returns the ref of the input
 */
export function useTypedField(
  fields: TypedFields,
  { text, send }: { text: string; send: () => Promise<unknown> },
): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null)
  const [refusals, setRefusals] = useState(0)
  const apply = useRef<Apply>(async () => true)
  useEffect(() => {
    apply.current = async () => {
      if (text.trim() === '') return true
      try {
        await send()
        return true
      } catch {
        setRefusals((count) => count + 1)
        return false
      }
    }
  })
  useEffect(() => {
    fields.add(apply)
    return () => void fields.delete(apply)
  }, [fields])
  useEffect(() => {
    if (refusals === 0) return
    // The field may have been folded away with its text.
    input.current?.closest('details')?.setAttribute('open', '')
    input.current?.focus()
  }, [refusals])
  return input
}
