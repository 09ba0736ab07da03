/** Where the search form leads when JavaScript does not take it: to the address that names the keyword. */
import { redirect } from 'react-router'

export function loader({ request }: { request: Request }) {
  const keyword = new URL(request.url).searchParams.get('keyword')?.trim() ?? ''
  return redirect(keyword ? `/search/${encodeURIComponent(keyword)}` : '/shop')
}
