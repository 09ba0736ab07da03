/** The texts and pictures of a page that admins edit (shared/platform/site-pages). */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { sitePages } from '#shared/content/api/site-pages.ts'
import type { SitePageContent, SitePageId } from '#shared/platform/site-pages/pages.ts'
import { ask } from '#app/platform/api/query.ts'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { Loading, SkeletonLines } from '#app/platform/ui/skeleton.tsx'
import type { LinkValue } from '#shared/platform/site-pages/slots.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'

/** The query of a page's content. An open page keeps the texts that it was opened with. */
export function contentOf(page: SitePageId) {
  return {
    ...ask(sitePages.content, { params: { id: page } }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  }
}

/** Shows a page with its content. Also shows the loading and error states of a page that is opened by a link. */
export function PageContent<P extends SitePageId>({
  of: page,
  children,
}: {
  of: P
  /** `publishedAt`: when the texts were published (ISO 8601); null for the original texts. */
  children: (content: SitePageContent<P>, publishedAt: string | null) => ReactNode
}) {
  const { data, error, refetch } = useQuery(contentOf(page))
  if (data) return children(data.slots as SitePageContent<P>, data.publishedAt)
  if (error) return <LoadError error={error} retry={refetch} />
  return (
    <>
      <Loading what="Loading the page" />
      <SkeletonLines count={8} height="1.6rem" />
    </>
  )
}

/** The button of a slot. Renders nothing if the slot has no button. */
export function SlotLink({ of: link, look }: { of: LinkValue | null; look?: 'quiet' }) {
  if (!link) return null
  return (
    <ButtonLink to={link.to} look={look}>
      {link.label}
    </ButtonLink>
  )
}
