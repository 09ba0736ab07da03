import { useQuery } from '@tanstack/react-query'
import { useLocation, type LoaderFunctionArgs } from 'react-router'
import { useBusiness } from '#app/platform/api/business.ts'
import { useOrigin } from '#app/platform/api/origin.ts'
import { nextDelivery } from '#app/platform/orders/next-delivery.ts'
import { organizationData } from './organization-data.ts'
import { askBriefly, askOnServer } from '#app/platform/api/prefetch.ts'
import type { SitePageContent } from '#shared/platform/site-pages/pages.ts'
import { Markdown } from '#app/platform/site-pages/markdown.tsx'
import { contentOf, PageContent } from '#app/platform/site-pages/page-content.tsx'
import { Day } from '#app/platform/ui/money.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import styles from './policy.module.css'

/** The date of the original texts of the four policies (server/content/site-pages/texts). */
const ORIGINAL_DATE = '2026-11-22'

type PolicyId = 'privacypolicy' | 'refundpolicy' | 'termsofservice' | 'shippingpolicy'

/** The policy of an address: each has the address of its id. Routes ignore capitals and a slash at the end. */
const policyAt = (pathname: string) => pathname.replaceAll('/', '').toLowerCase() as PolicyId

const queriesAt = ({ url }: { url: string }) => {
  const policy = policyAt(new URL(url).pathname)
  return [contentOf(policy), ...(policy === 'shippingpolicy' ? [nextDelivery] : [])] as const
}

export const loader = ({ context, request }: LoaderFunctionArgs) =>
  askOnServer(context, ...queriesAt(request))
export const clientLoader = ({ request }: LoaderFunctionArgs) => askBriefly(...queriesAt(request))

/** A policy: a summary, a table of contents and numbered sections. */
export default function PolicyPage() {
  const policy = policyAt(useLocation().pathname)
  return (
    <PageContent key={policy} of={policy}>
      {(content, publishedAt) => <Policy policy={policy} content={content} publishedAt={publishedAt} />}
    </PageContent>
  )
}

function Policy({
  policy,
  content: { title, description, lead, sections },
  publishedAt,
}: {
  policy: PolicyId
  content: SitePageContent<PolicyId>
  publishedAt: string | null
}) {
  const { data: next } = useQuery({ ...nextDelivery, enabled: policy === 'shippingpolicy' })
  const data = organizationData(policy, useOrigin(), useBusiness(), next)
  return (
    <article className={`stack-4 ${styles.policy}`}>
      <PageHead
        title={title}
        description={description}
        path={`/${policy}`}
        data={data.length > 0 ? data : undefined}
      />
      <header className={styles.head}>
        <h1>{title}</h1>
        <p className="note above-1">
          Last updated <Day of={publishedAt ?? ORIGINAL_DATE} />
        </p>
      </header>
      <nav className={styles.contents} aria-labelledby="contents-title">
        <h2 id="contents-title">On this page</h2>
        <ol>
          {sections.map(({ id, title: name }) => (
            <li key={id}>
              <a href={`#${id}`}>{name}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className={`stack-6 ${styles.text}`}>
        <p className={`lead italic ${styles.lead}`}>{lead}</p>
        {sections.map(({ id, title: name, text }, index) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`}>
              {index + 1}. {name}
            </h2>
            <Markdown html={text} className={styles.prose} />
          </section>
        ))}
      </div>
    </article>
  )
}
