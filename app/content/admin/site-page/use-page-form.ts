/** The state of a page's editor. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sitePages, type EditedSitePage } from '#shared/content/api/site-pages.ts'
import type { PictureFacts } from '#shared/kernel/picture.ts'
import type { AnyValues, NamedSlot } from '#shared/platform/site-pages/slots.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { toast } from '#app/platform/ui/toast.tsx'
import { problemsByName, useEditForm } from '#app/platform/admin/form/use-edit-form.ts'
import { mergeValues } from './merge-values.ts'

export type PageForm = ReturnType<typeof usePageForm>

/** The props of the input of a slot. */
export type SlotProps<V, S = NamedSlot> = {
  slot: S
  /** The name of the value in the form: `rows.0.text`. */
  name: string
  value: V
  change: (value: V) => void
  form: Pick<PageForm, 'problems' | 'factsOf' | 'addFacts' | 'onSending'>
}

export function usePageForm(page: EditedSitePage) {
  const { _id: id, version } = page
  const client = useQueryClient()
  const slots = page.slots as NamedSlot[]
  const [added, setAdded] = useState<Record<string, PictureFacts>>({})
  /** Shows the server's current state in the editor and in the lists. */
  const show = async (now: EditedSitePage) => {
    client.setQueryData(ask(sitePages.one, { params: { id } }).queryKey, now)
    await refresh(client, 'pages', 'media')
  }
  const form = useEditForm<AnyValues, EditedSitePage>({
    draft: `page:${id}`,
    latest: { version, values: page.values as AnyValues },
    names: slots.map(({ name }) => name),
    mergeOnArrival: (versions) => mergeValues(slots, versions),
    problemsIn: problemsByName,
    send: (values, on) =>
      call(sitePages.save, { params: { id }, body: { values, version: String(on.version) } }),
    onSaved: async (saved) => {
      toast.success(
        saved.path === null
          ? 'Draft saved: customers do not get it yet'
          : 'Draft saved: visitors do not see it yet',
      )
      await show(saved)
    },
  })
  return {
    ...form,
    slots,
    show,
    factsOf: (file: string): PictureFacts | null => added[file] ?? page.pictures[file] ?? null,
    addFacts: (file: string, facts: PictureFacts) => setAdded((old) => ({ ...old, [file]: facts })),
  }
}
