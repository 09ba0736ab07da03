/** The target of the search form without JavaScript. Redirects to the URL of the keyword. */
import { redirect } from 'react-router'
import { searchPath } from './list-address.ts'

export function loader({ request }: { request: Request }) {
  return redirect(searchPath(new URL(request.url).searchParams.get('keyword') ?? ''))
}
