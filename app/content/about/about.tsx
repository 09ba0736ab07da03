import type { LoaderFunctionArgs } from 'react-router'
import cupping from '#imagery/drawings/cupping.svg'
import growers from '#imagery/drawings/growers.svg'
import packing from '#imagery/drawings/packing.svg'
import roaster from '#imagery/drawings/roaster.svg'
import type { SitePageContent } from '#shared/platform/site-pages/pages.ts'
import { askBriefly, askOnServer } from '#app/platform/api/prefetch.ts'
import { useRoasts } from '#app/platform/api/business.ts'
import { Markdown } from '#app/platform/site-pages/markdown.tsx'
import { contentOf, PageContent, SlotLink } from '#app/platform/site-pages/page-content.tsx'
import { CaptionedPicture } from '#app/platform/ui/captioned-picture.tsx'
import { Framed } from '#app/platform/ui/framed.tsx'
import { Illustration } from '#app/platform/ui/illustration.tsx'
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
          <Steps />
        </article>
      )}
    </PageContent>
  )
}

/** From the tree to the bag, drawn. */
const STEPS = [
  { name: 'Picked', drawing: growers, alt: 'A grower picks ripe coffee cherries into a basket.' },
  { name: 'Roasted', drawing: roaster, alt: 'The roaster draws a sample from the drum.' },
  { name: 'Cupped', drawing: cupping, alt: 'Two hands with spoons break the crust of bowls of coffee.' },
  { name: 'Packed', drawing: packing, alt: 'A member of the team closes a bag of coffee by hand.' },
]

function Steps() {
  const roasts = useRoasts()
  const steps = STEPS.filter(({ drawing }) => roasts || drawing !== roaster)
  return (
    <div className="stack-3">
      <h2 className="pad-top-2 rule">From the tree to the bag</h2>
      <ol className={`grid halves ${styles.steps}`}>
        {steps.map(({ name, drawing, alt }, index) => (
          <li key={name} className="stack-1">
            <Framed className={styles.drawing}>
              <Illustration of={drawing} alt={alt} />
            </Framed>
            <p className="facts-line small">
              <em>No. {index + 1}</em> <span className="caps">{name}</span>
            </p>
          </li>
        ))}
      </ol>
    </div>
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
