import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { menu } from '#shared/api/menu.ts'
import { UNCACHED_FORM, ask } from '../../../api/query.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { AdminPage } from '../admin-page.tsx'
import { MenuPages } from './menu-pages.tsx'
import { NewMenu } from './new-menu.tsx'
import { LoadError } from '../../../ui/load-error.tsx'

/** Spec section 2: the menu editor. A new menu is hung as a whole; the one that hangs can be put in order and worded. */
export default function MenuEdit() {
  return (
    <AdminPage
      title="Menu"
      actions={
        <>
          <ButtonLink look="quiet" to="/admin/record?subject=menu">
            Record
          </ButtonLink>
          <ButtonLink look="line" to="/menu">
            See it as visitors do
          </ButtonLink>
        </>
      }
    >
      {() => <Editor />}
    </AdminPage>
  )
}

function Editor() {
  // The editor keeps what is typed, so what others save meanwhile must not come in under her hands.
  const answer = useQuery({ ...ask(menu.editor, {}), ...UNCACHED_FORM, staleTime: Infinity })
  const [files, setFiles] = useState<readonly File[]>([])
  // What came once stays: the editor holds what was typed.
  if (!answer.data) {
    if (answer.isError) return <LoadError error={answer.error} retry={answer.refetch} />
    return <Spinner what="Fetching the menu" />
  }
  return (
    <>
      <NewMenu files={files} choose={setFiles} />
      <MenuPages hung={answer.data} reload={() => answer.refetch()} isOtherUnsaved={files.length > 0} />
    </>
  )
}
