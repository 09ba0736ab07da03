/** The state of a newsletter's form. */
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { newsletters, type Newsletter, type NewsletterBlock } from '#shared/content/api/newsletters.ts'
import { counted } from '#shared/kernel/counts.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { toast } from '#app/platform/ui/toast.tsx'
import { NEW } from '#app/platform/admin/form/edit-page.tsx'
import { isSame } from '#app/platform/admin/form/merge.ts'
import { storeDraft } from '#app/platform/admin/form/use-draft-offer.ts'
import { problemsByName, useEditForm } from '#app/platform/admin/form/use-edit-form.ts'
import { mergeFields, type Opened } from '#app/platform/admin/form/use-opened.ts'
import { LIST } from './newsletter-list.tsx'

export type Values = Pick<Newsletter, 'subject' | 'preview' | 'blocks' | 'buyersOf'>

export type NewsletterForm = ReturnType<typeof useNewsletterForm>

const LABELS: Record<keyof Values, string> = {
  subject: 'Subject',
  preview: 'Preview text',
  blocks: 'Parts',
  buyersOf: 'Only to buyers of these coffees',
}
const NAMES = Object.keys(LABELS) as (keyof Values)[]

export function useNewsletterForm(latest: Newsletter) {
  const { _id: id } = latest
  const isNew = id === NEW
  const client = useQueryClient()
  const navigate = useNavigate()
  const form = useEditForm<Values, Newsletter>({
    draft: draftOf(id),
    isNew,
    latest: opened(latest),
    names: NAMES,
    mergeOnArrival: mergeFields<Values>(NAMES, (name) => LABELS[name], textOf),
    problemsIn: problemsByName,
    send: (values, { version }) =>
      isNew
        ? call(newsletters.create, { body: values })
        : call(newsletters.update, { params: { id }, body: { ...values, version: Number(version) } }),
    onSaved: async (saved, sent) => {
      toast.success('Newsletter saved')
      client.setQueryData(ask(newsletters.one, { params: { id: saved._id } }).queryKey, saved)
      if (isNew) {
        const on = opened(saved)
        // What was typed after the press is offered in the form of the saved newsletter.
        const typed = form.form.getValues()
        if (!isSame(typed, sent)) storeDraft<Values>(draftOf(saved._id), on, typed)
        form.rebase(on, on.values)
      }
      await refresh(client, 'newsletters')
      if (isNew) await navigate(`${LIST}/${saved._id}/edit`, { replace: true })
    },
  })
  return form
}

const draftOf = (id: string) => `newsletter:${id}`

function opened({ version, subject, preview, blocks, buyersOf }: Newsletter): Opened<Values> {
  return { version, values: { subject, preview, blocks, buyersOf } }
}

/** The text of a value that could not be merged. */
function textOf(name: keyof Values, value: unknown): string {
  if (name === 'blocks') return (value as NewsletterBlock[]).map(textOfBlock).filter(Boolean).join('\n\n')
  return name === 'buyersOf' ? counted((value as string[]).length, 'product') : ''
}

function textOfBlock(block: NewsletterBlock): string {
  switch (block.kind) {
    case 'heading':
      return block.text
    case 'text':
      return block.markdown
    case 'picture':
      return block.alt
    case 'product':
      return ''
  }
}
