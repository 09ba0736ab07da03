import type { ReactNode } from 'react'
import heap from '#imagery/photos/about_heap.jpg?picture'
import pourover from '#imagery/photos/about_pourover.jpg?picture'
import trio from '#imagery/photos/about_trio.jpg?picture'
import { brand } from '#shared/brand.ts'
import type { PictureFacts } from '#shared/picture.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { CaptionedPicture } from '../../ui/captioned-picture.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import styles from './about.module.css'

const DESCRIPTION = `${brand.tagline} Who roasts at ${brand.mark} in ${brand.place.city}, ${brand.place.state}, how we buy and brew coffee, and why it all hangs in a frame.`

/** The About page: three pictures, each with a text beside it. */
export default function About() {
  return (
    <article className={styles.about}>
      <PageHead title="About us" description={DESCRIPTION} path="/about" picture={trio} />
      <PageTitle title="About us" className={styles.head}>
        {brand.tagline}
      </PageTitle>
      <Row picture={trio} title="Everything hangs in a frame" priority>
        <p>
          A frame is a promise: what is inside was chosen. Ours hold coffees we would drink ourselves, and
          nothing else. Each gets a number, a name and a poster of its own, so that you find it again even
          when you have forgotten how to spell Huehuetenango.
        </p>
        <p>
          The posters are why the bar looks like a gallery. The coffee is why it smells like one you would
          rather stay in.
        </p>
      </Row>
      <Row picture={pourover} title="Brewed slowly, served plainly">
        <p>
          Some mornings need an espresso and no conversation. Others need a pour over, a seat by the window
          and most of an hour. We set the bar up for both: the quick cup is good, and the slow one is never
          hurried.
        </p>
        <p>
          Ask what is on the brew bar and we will tell you what we taste. If you taste something else, you are
          right too.
        </p>
      </Row>
      <Row picture={heap} title="Roasted in small heaps">
        <p>
          We roast here in {brand.place.city}, a little at a time: light enough that a Kenya tastes of where
          it grew, dark enough that the Gallery Blend forgives a distracted Monday. What you order is roasted
          on our next roast day, and you read the days before you pay.
        </p>
        <p>Life happens in between. The kettle, at least, is something you can put on.</p>
        <p className={styles.actions}>
          <ButtonLink to={brand.links.shop}>See the coffees</ButtonLink>
          <ButtonLink to="/#visit" look="quiet">
            Come visit
          </ButtonLink>
        </p>
      </Row>
    </article>
  )
}

function Row({
  picture,
  title,
  priority = false,
  children,
}: {
  picture: PictureFacts
  title: string
  priority?: boolean
  children: ReactNode
}) {
  return (
    <section className={styles.row}>
      <CaptionedPicture
        className={styles.picture}
        of={picture}
        sizes="(min-width: 87.5rem) 46rem, (min-width: 62rem) 52vw, 90vw"
        priority={priority}
      />
      <div className={styles.text}>
        <h2>{title}</h2>
        {children}
      </div>
    </section>
  )
}
