import type { LoaderFunctionArgs } from 'react-router'
import { askBriefly, askOnServer } from '#app/platform/api/prefetch.ts'
import { contentOf, PageContent, SlotLink } from '#app/platform/site-pages/page-content.tsx'
import { Band } from '#app/platform/ui/band.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import styles from './coming-soon.module.css'

const content = contentOf('comingsoon')

export const loader = ({ context }: LoaderFunctionArgs) => askOnServer(context, content)
export const clientLoader = () => askBriefly(content)

/** The page that links lead to while their target does not exist yet. */
export default function ComingSoon() {
  return (
    <PageContent of="comingsoon">
      {({ band, title, text, button, second, description }) => (
        <div className={`grid ${styles.page}`}>
          <PageHead title={title} description={description} path="/shopcomingsoon" />
          <Band text={band} />
          <div className={`stack-3 items-left ${styles.label}`}>
            <h1 className={`size-h2 ${styles.title}`}>{title}</h1>
            <p className={`lead italic ${styles.text}`}>{text}</p>
            <p className={`row-2 ${styles.actions}`}>
              <SlotLink of={button} />
              <SlotLink of={second} look="quiet" />
            </p>
          </div>
          <Band text={band} reverse hasPauseButton={false} />
          <Band text={band} hasPauseButton={false} />
        </div>
      )}
    </PageContent>
  )
}
