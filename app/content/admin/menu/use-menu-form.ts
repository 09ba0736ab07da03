/** The state of the menu editor. All pages are saved together. */
import { useQueryClient } from '@tanstack/react-query'
import { menu } from '#shared/content/api/menu.ts'
import { call } from '#app/platform/api/call.ts'
import { ask } from '#app/platform/api/query.ts'
import { toast } from '#app/platform/ui/toast.tsx'
import { useEditForm } from '#app/platform/admin/form/use-edit-form.ts'
import { afterSave, mergeMenus, toBody, toPage, type SavedMenu, type Page, type Values } from './pages.ts'

export type MenuForm = ReturnType<typeof useMenuForm>

/** @param hasOtherUnsaved whether leaving the page would also lose files that are chosen for a new menu */
export function useMenuForm(saved: SavedMenu, hasOtherUnsaved: boolean) {
  const client = useQueryClient()
  const form = useEditForm({
    draft: 'menu',
    latest: { version: saved.version, values: { pages: saved.pages.map(toPage) } },
    names: ['pages'],
    mergeOnArrival: mergeMenus,
    hasOtherUnsaved,
    send: ({ pages }: Values, { version }) =>
      call(menu.save, { body: { pages: pages.map(toBody), version: String(version) } }),
    onSaved: ({ message, pages: stored, version }, sent) => {
      toast.success(message, { to: '/menu', text: 'See it' })
      const edited = stored.map((page) => ({ ...page, before: [] }))
      const values = { pages: edited.map(toPage) }
      const typed = form.form.getValues()
      form.rebase({ version, values }, { pages: afterSave(typed.pages, sent.pages, values.pages) })
      const image = stored.map(({ file }) => file)
      client.setQueryData(ask(menu.one, {}).queryKey, { image, pages: stored, version })
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
