import type { LoaderFunctionArgs } from 'react-router'
import type { SitePageContent } from '#shared/platform/site-pages/pages.ts'
import { askBriefly, askOnServer } from '#app/platform/api/prefetch.ts'
import { Markdown } from '#app/platform/site-pages/markdown.tsx'
import { contentOf, PageContent, SlotLink } from '#app/platform/site-pages/page-content.tsx'
import { CaptionedPicture } from '#app/platform/ui/captioned-picture.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { PageTitle } from '#app/platform/ui/page-title.tsx'
import styles from './about.module.css'

const content = contentOf('about')

export const loader = ({ context }: LoaderFunctionArgs) => askOnServer(context, content)
export const clientLoader = () => askBriefly(content)

/** The About page: pictures with text beside them. */
export default function About() {
  return (
    <PageContent of="about">
      {({ title, tagline, rows, description }) => (
        <article className={`grid ${styles.about}`}>
          <PageHead
            title={title}
            description={description}
            path="/about"
            picture={rows[0]?.picture ?? null}
          />
          <PageTitle title={title} className={styles.head}>
            {tagline}
          </PageTitle>
          {rows.map((row, index) => (
            <Row key={row.id} row={row} priority={index === 0} />
          ))}
        </article>
      )}
    </PageContent>
  )
}

type RowContent = SitePageContent<'about'>['rows'][number]

function Row({
  row: { picture, title, text, button, second },
  priority,
}: {
  row: RowContent
  priority: boolean
}) {
  return (
    <section className={`stack-4 ${styles.row}`}>
      {picture ? (
        <CaptionedPicture
          className={styles.picture}
          of={picture}
          sizes="(min-width: 87.5rem) 46rem, (min-width: 62rem) 52vw, 90vw"
          priority={priority}
        />
      ) : null}
      <div className={`stack-2 packed ${styles.text}`}>
        <h2 className="pad-top-2 rule">{title}</h2>
        <Markdown html={text} />
        {button || second ? (
          <p className="row-2 above-2">
            <SlotLink of={button} />
            <SlotLink of={second} look="quiet" />
          </p>
        ) : null}
      </div>
    </section>
  )
}
