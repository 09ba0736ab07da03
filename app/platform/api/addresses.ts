/** Pages of records with readable addresses: an id and a former address lead to the address of today. */
import { useEffect } from 'react'
import { redirect, useLocation, useNavigate, type LoaderFunctionArgs } from 'react-router'
import type { Addressed } from '#shared/platform/record-paths.ts'
import { ANSWERS, askOnServer } from './prefetch.ts'

type Queries = Parameters<typeof askOnServer> extends [unknown, ...infer Q] ? Q : never

/**
 * For a route's `loader`: like `askOnServer`, but answers with a permanent redirect if the URL has another path than the
 * record's page. The server adds the query (server/site/pages/pages.ts).
 * @param pathOf the path of the record that the first query reads
 */
export async function askByAddress(
  { context, request }: Pick<LoaderFunctionArgs, 'context' | 'request'>,
  pathOf: (record: Addressed) => string,
  ...queries: Queries
) {
  const answers = await askOnServer(context, ...queries)
  const [first] = answers[ANSWERS].queries
  // The part of the shop to which it belongs is off, so the page is not found (layout/frame.tsx).
  if (!first) return answers
  const path = pathOf(first.state.data as Addressed)
  if (path !== new URL(request.url).pathname) throw redirect(path, 301)
  return answers
}

/** Replaces an id or a former address in the URL after a link within the site. @param path undefined until it is known */
export function useAddress(path: string | undefined): void {
  const navigate = useNavigate()
  const { pathname, search, hash, state } = useLocation()
  useEffect(() => {
    if (path !== undefined && path !== pathname)
      void navigate({ pathname: path, search, hash }, { replace: true, state, preventScrollReset: true })
  }, [path, pathname, search, hash, state, navigate])
}
