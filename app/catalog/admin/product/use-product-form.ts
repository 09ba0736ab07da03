import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { products, type Product } from '#shared/catalog/api/products.ts'
import { productPath } from '#shared/platform/record-paths.ts'
import type { AnyField } from '#shared/platform/resources/described.ts'
import { productFields } from '#shared/catalog/resources/product.ts'
import { sizeFields } from '#shared/catalog/resources/product-size.ts'
import { call } from '#app/platform/api/call.ts'
import { refresh } from '#app/platform/api/query.ts'
import { toast } from '#app/platform/ui/toast.tsx'
import { usePictureFacts } from '#app/platform/admin/form/picture-facts.ts'
import { useEditForm } from '#app/platform/admin/form/use-edit-form.ts'
import type { Opened } from '#app/platform/admin/form/use-opened.ts'
import { withSubscribers } from './for-subscribers.ts'
import {
  FIELDS,
  editOf,
  isSampleName,
  showsSamples,
  valuesOf,
  type Values,
  type VersionedEdit,
} from './values.ts'

export type ProductForm = ReturnType<typeof useProductForm>

/**
 * The form of a product. The form keeps the version it was opened with, and saving an outdated version shows a
 * conflict.
 */
export function useProductForm(latest: Product, list: string) {
  const id = latest._id
  const client = useQueryClient()
  const pictures = usePictureFacts(`product-pictures:${id}`, (path) => savedPicture(latest, path))
  const [isHeld, setHeld] = useState(false)
  const form = useEditForm<Values, Product>({
    draft: `product:${id}`,
    latest: opened(latest),
    names: FIELDS,
    fields: productFields,
    fieldOf: fieldOfPath,
    list,
    send: (values, { version }) => save(id, editOf(values, Number(version))),
    onSaved: async (saved, values) => {
      toast.success(
        'Product updated',
        editOf(values).isDraft ? undefined : { to: productPath(saved), text: 'See it in the shop' },
      )
      await refresh(client, 'products')
    },
  })

  /** Saves, unless visitors would see sample text. Then the form shows which fields still have sample text. */
  const submit = (values: Values = form.values, on: Opened<Values> = form.base) => {
    setHeld(showsSamples(values))
    if (!showsSamples(values)) return form.save(values, on)
    if (isSampleName(values)) form.replaceProblems({ name: 'Still sample text: enter the name' })
  }

  return {
    ...form,
    ...pictures,
    submit,
    /** True if the last save was stopped because visitors would see sample text, and the text is still there. */
    isHeld: isHeld && showsSamples(form.values),
    submitWith: (changes: Partial<Values>) => {
      form.change(changes)
      submit({ ...form.values, ...changes })
    },
    /** Moves the form to the version that others saved. Saves at once if `andSave` is true. */
    continueFrom: (fresh: Product, merged: Values, andSave: boolean) => {
      form.rebase(opened(fresh), merged)
      if (andSave) submit(merged, opened(fresh))
    },
  }
}

/** Creates a new product from the form of a deleted product. `done` closes the form without a warning. */
export function useCreateAgain(done: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (edit: VersionedEdit) => {
      const draft = await call(products.create, {})
      // The sizes of the deleted product become new sizes. The first one replaces the size of the draft.
      const sizes = edit.sizes?.map(({ id: _id, ...size }, index) =>
        index === 0 ? { ...size, id: draft.sizes[0]!.id } : size,
      )
      return save(draft._id, { ...edit, sizes, version: draft.version })
    },
    onSuccess: async () => {
      toast.success('Product updated')
      done()
      await refresh(client, 'products')
    },
    onError: (error) => toast.error(error.message),
  })
}

/**
 * The name of the form's field for the server's name of a field. `price`, `size` and `countInStock` belong to the first
 * size.
 */
export function fieldOfPath(path: string): { name: string; label: string } {
  const first = path === 'size' ? 'grams' : path
  const [list, index, field = ''] = first in sizeFields ? ['sizes', '0', first] : first.split('.')
  const { label } = (sizeFields as Record<string, AnyField>)[field] ?? { label: 'Sizes' }
  const name = list === 'sizes' && index !== undefined ? `sizes.${index}.${field}` : (list ?? '')
  return { name, label }
}

function save(id: string, edit: VersionedEdit) {
  return withSubscribers((subscribers) =>
    call(products.update, { params: { id }, body: { productId: id, ...edit, subscribers } }),
  )
}

export function opened(product: Product): Opened<Values> {
  return { version: product.version, values: valuesOf(product) }
}

export function savedPicture({ image, secondImage, pictures }: Product, path: string) {
  if (path === image) return pictures.image
  return path === secondImage ? pictures.secondImage : undefined
}
