/** Where the search form leads when JavaScript does not take it: to the address that names the keyword. */
import { redirect } from 'react-router'
import { searchPath } from './search-path.ts'

export function loader({ request }: { request: Request }) {
  return redirect(searchPath(new URL(request.url).searchParams.get('keyword') ?? ''))
}
