import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { menu } from '#shared/content/api/menu.ts'
import { UNCACHED_FORM, ask } from '#app/platform/api/query.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { Spinner } from '#app/platform/ui/spinner.tsx'
import { AdminPage } from '#app/platform/admin/admin-page.tsx'
import { MenuPages } from './menu-pages.tsx'
import { NewMenu } from './new-menu.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { AllowedButton } from '#app/platform/admin/allowed-link.tsx'

/** The menu editor: upload a whole new menu, or change the order and the texts of the current one. */
export default function MenuEdit() {
  return (
    <AdminPage
      title="Menu"
      actions={
        <>
          <AllowedButton look="quiet" to="/admin/record?subject=menu">
            Change log
          </AllowedButton>
          <ButtonLink look="line" to="/menu">
            View on the site
          </ButtonLink>
        </>
      }
    >
      {() => <Editor />}
    </AdminPage>
  )
}

function Editor() {
  // Never stale, because an automatic refetch must not change the editor while it is in use.
  const answer = useQuery({ ...ask(menu.editor, {}), ...UNCACHED_FORM, staleTime: Infinity })
  const [files, setFiles] = useState<readonly File[]>([])
  // The editor stays even if a later request fails, because it may have unsaved changes.
  if (!answer.data) {
    if (answer.isError) return <LoadError error={answer.error} retry={answer.refetch} />
    return <Spinner what="Loading the menu" />
  }
  return (
    <>
      <NewMenu files={files} choose={setFiles} />
      <MenuPages menu={answer.data} reload={() => answer.refetch()} hasOtherUnsaved={files.length > 0} />
    </>
  )
}
