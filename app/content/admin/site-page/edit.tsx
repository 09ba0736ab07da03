import { sitePages } from '#shared/content/api/site-pages.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { EditPage, useEdited } from '#app/platform/admin/form/edit-page.tsx'
import { Editor } from './editor.tsx'
import { LIST, publishedText } from './page-list.tsx'

/** The editor of a page: form, preview, publication and history. */
export default function EditSitePage() {
  const edited = useEdited(sitePages.one)
  const page = edited.answer.data
  return (
    <EditPage
      edited={edited}
      what="page"
      list={LIST}
      heading={page && `Edit ${page.title}`}
      actions={
        page?.path ? (
          <ButtonLink look="line" to={page.path}>
            View on the site
          </ButtonLink>
        ) : null
      }
    >
      {(saved, { reload }) => (
        <>
          <p>
            {saved.path === null ? `${saved.when}. Customers get` : 'Visitors see'}:{' '}
            {publishedText(saved.live)}.
          </p>
          <Editor page={saved} reload={reload} />
        </>
      )}
    </EditPage>
  )
}
