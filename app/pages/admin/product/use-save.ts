import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { products, type Product, type ProductEdit } from '#shared/api/products.ts'
import { call, CallError, fieldsIn } from '../../../api/call.ts'
import { refresh } from '../../../api/query.ts'
import { toast } from '../../../ui/toast.tsx'
import type { Problems } from './use-product-form.ts'
import { FIELDS, LABELS } from './values.ts'

/** What stands between a form and its save: the product as others left it, or that they deleted it. */
type Obstacle = { is: 'changed'; fresh: Product } | { is: 'deleted' } | null

type Saving = {
  id: string
  onSaved: () => Promise<void> | void
  onProblems: (problems: Problems) => void
}

/** Saves a product, and tells what the shop said. */
export function useSave({ id, onSaved, onProblems }: Saving) {
  const client = useQueryClient()
  const [obstacle, setObstacle] = useState<Obstacle>(null)
  const save = useMutation({
    mutationFn: (edit: ProductEdit) =>
      call(products.update, { params: { id }, body: { productId: id, ...edit } }),
    onMutate: () => setObstacle(null),
    onSuccess: async (_, edit) => {
      toast.success(
        'Product updated',
        edit.isDraft ? undefined : { to: `/product/${id}`, text: 'See it in the shop' },
      )
      await onSaved()
      await refresh(client, 'products')
    },
    onError: (error) => {
      const problems = problemsIn(error)
      const [field, ...others] = Object.keys(problems) as (keyof Problems)[]
      toast.error(field ? `${named(field, problems[field]!)}${alsoSaying(others)}` : error.message)
      if (field) onProblems(problems)
      if (!(error instanceof CallError)) return
      const { failure, data } = error
      if (failure === 409 && data.product) setObstacle({ is: 'changed', fresh: data.product as Product })
      if (failure === 404) setObstacle({ is: 'deleted' })
    },
  })
  return { save, obstacle, overcome: () => setObstacle(null) }
}

/** Makes a new product of a form whose own was deleted meanwhile. */
export function useSaveAnew(onSaved: () => Promise<void> | void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (edit: ProductEdit) => {
      const draft = await call(products.create, {})
      const body = { ...edit, productId: draft._id, version: draft.version }
      return call(products.update, { params: { id: draft._id }, body })
    },
    onSuccess: async () => {
      toast.success('Product updated')
      await onSaved()
      await refresh(client, 'products')
    },
    onError: (error) => toast.error(error.message),
  })
}

/** The fields that the shop objects to, in the form's order. */
function problemsIn(error: Error): Problems {
  const told: Problems = fieldsIn(error)
  return Object.fromEntries(FIELDS.flatMap((field) => (told[field] ? [[field, told[field]]] : [])))
}

/** 'Price: Enter an amount', but only 'Name is required'. */
function named(field: keyof Problems, problem: string): string {
  const label = LABELS[field]
  return problem.toLowerCase().startsWith(label.toLowerCase()) ? problem : `${label}: ${problem}`
}

function alsoSaying(fields: (keyof Problems)[]): string {
  return fields.length === 0 ? '' : `. Look at ${fields.map((field) => LABELS[field]).join(', ')} too`
}
