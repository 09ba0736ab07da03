/** The former address of a page of the desk: leads to the present one for good, with its query. */
import { redirect, type LoaderFunctionArgs } from 'react-router'
import { FORMER_ADMIN_PATHS } from '#shared/platform/admin-pages.ts'

export const loader = ({ request }: LoaderFunctionArgs) => {
  const { pathname, search } = new URL(request.url)
  return redirect(`${FORMER_ADMIN_PATHS[pathname.replace(/\/$/, '')] ?? '/admin'}${search}`, 301)
}
export const clientLoader = loader

export default function FormerPage() {
  return null
}
