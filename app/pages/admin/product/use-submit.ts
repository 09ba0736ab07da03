import { useCallback, useState, type RefObject } from 'react'
import type { Product } from '#shared/api/products.ts'
import { toast } from '../../../ui/toast.tsx'
import { useUnsavedUntilSaved } from '../unsaved.ts'
import { writeDraft } from './draft.ts'
import type { Problems, ProductForm } from './use-product-form.ts'
import { useSave, useSaveAnew } from './use-save.ts'
import { editOf, FIELDS, isSample, showsSamples, valuesOf, type Values } from './values.ts'

type Submitting = {
  form: ProductForm
  id: string
  /** Where to go once it is saved. */
  list: string
  /** A picture is on its way, and would come too late. */
  isSending: boolean
  formRef: RefObject<HTMLFormElement | null>
}

/** From Update to the list: saves, says what is wrong where it is wrong, and lets nothing be lost on the way. */
export function useSubmit({ form, id, list, isSending, formRef }: Submitting) {
  const [isHeld, setHeld] = useState(false)
  const drop = useCallback(() => writeDraft(id, null), [id])
  const leave = useUnsavedUntilSaved(form.isDirty || isSending, list, drop)

  const onSaved = () => {
    drop()
    leave()
  }
  const complain = (problems: Problems) => {
    form.complain(problems)
    const first = FIELDS.find((field) => problems[field])
    const input = first && formRef.current?.elements.namedItem(first)
    if (input instanceof HTMLElement) input.focus()
  }
  const { save, obstacle, overcome } = useSave({
    id,
    onSaved,
    onProblems: complain,
  })
  const anew = useSaveAnew(onSaved)

  const submit = (values: Values, version: number) => {
    if (save.isPending || anew.isPending) return
    if (isSending) return toast.error('A picture is still being sent. Please wait a moment')
    setHeld(showsSamples(values))
    if (showsSamples(values)) {
      if (isSample(values.name)) complain({ name: 'Still a sample: write what it is called' })
      return
    }
    save.mutate(editOf(values, version))
  }

  return {
    isBusy: save.isPending || anew.isPending,
    obstacle,
    /** The last Update would have shown samples to visitors, and they are still there. */
    isHeld: isHeld && showsSamples(form.values),
    submitWith: (changes: Partial<Values>) => {
      form.change(changes)
      submit({ ...form.values, ...changes }, form.base.version)
    },
    submit: () => submit(form.values, form.base.version),
    /** Goes on from the product as others left it. */
    goOnFrom: (fresh: Product, edits: Partial<Values>, andSave: boolean) => {
      form.rebase(fresh, edits)
      overcome()
      if (andSave) submit({ ...valuesOf(fresh), ...edits }, fresh.version)
    },
    createAnew: () => anew.mutate(editOf(form.values)),
  }
}
