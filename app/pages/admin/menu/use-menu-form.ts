/** The state of the menu's editor. It changes as a whole: all pages are saved at once. */
import { useQueryClient } from '@tanstack/react-query'
import { menu } from '#shared/api/menu.ts'
import { call } from '../../../api/call.ts'
import { ask } from '../../../api/query.ts'
import { toast } from '../../../ui/toast.tsx'
import { useEditForm } from '../form/use-edit-form.ts'
import { afterSave, mergeMenus, toBody, toPage, type Hung, type Page, type Values } from './pages.ts'

export type MenuForm = ReturnType<typeof useMenuForm>

/** @param hasOtherUnsaved whether leaving would lose something else on this screen */
export function useMenuForm(hung: Hung, hasOtherUnsaved: boolean) {
  const client = useQueryClient()
  const form = useEditForm({
    draft: 'menu',
    latest: { version: hung.version, values: { pages: hung.pages.map(toPage) } },
    names: ['pages'],
    mergeOnArrival: mergeMenus,
    hasOtherUnsaved,
    send: ({ pages }: Values, { version }) =>
      call(menu.save, { body: { pages: pages.map(toBody), version: String(version) } }),
    onSaved: ({ message, pages: saved, version }, sent) => {
      toast.success(message, { to: '/menu', text: 'See it' })
      const edited = saved.map((page) => ({ ...page, before: [] }))
      const values = { pages: edited.map(toPage) }
      const typed = form.form.getValues()
      form.rebase({ version, values }, { pages: afterSave(typed.pages, sent.pages, values.pages) })
      const image = saved.map(({ file }) => file)
      client.setQueryData(ask(menu.one, {}).queryKey, { image, pages: saved, version })
      client.setQueryData(ask(menu.editor, {}).queryKey, { pages: edited, version })
    },
  })
  const { pages } = form.values
  const setPages = (changed: Page[]) => form.change({ pages: changed })
  return {
    ...form,
    pages,
    setPages,
    changePage: (index: number, changes: Partial<Page>) =>
      setPages(pages.map((page, at) => (at === index ? { ...page, ...changes } : page))),
    isStale: form.conflict?.is === 'changed',
  }
}
