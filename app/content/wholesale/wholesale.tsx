import type { LoaderFunctionArgs } from 'react-router'
import { askBriefly, askOnServer } from '#app/platform/api/prefetch.ts'
import { Markdown } from '#app/platform/site-pages/markdown.tsx'
import { contentOf, PageContent } from '#app/platform/site-pages/page-content.tsx'
import { CaptionedPicture } from '#app/platform/ui/captioned-picture.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { WholesaleForm } from './wholesale-form.tsx'
import styles from './wholesale.module.css'

const content = contentOf('wholesale')

export const loader = ({ context }: LoaderFunctionArgs) => askOnServer(context, content)
export const clientLoader = () => askBriefly(content)

/** The wholesale page: an introduction and the form. */
export default function Wholesale() {
  return (
    <PageContent of="wholesale">
      {({ title, picture, place, notes, lead, text, description }) => (
        <article className={`stack-4 ${styles.wholesale}`}>
          <PageHead title={title} description={description} path="/wholesale" picture={picture} />
          <header className={styles.head}>
            <h1>{title}</h1>
          </header>
          {picture ? (
            <CaptionedPicture
              className={styles.figure}
              of={picture}
              sizes="(min-width: 62rem) 44vw, 92vw"
              priority
              place={place}
              notes={notes}
            />
          ) : null}
          <div className={`stack-2 ${styles.welcome}`}>
            <p className={styles.lead}>{lead}</p>
            <Markdown html={text} />
          </div>
          <WholesaleForm />
        </article>
      )}
    </PageContent>
  )
}
