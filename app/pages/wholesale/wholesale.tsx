import shelves from '#imagery/photos/home_shelves.jpg?picture'
import { brand } from '#shared/brand.ts'
import { CaptionedPicture } from '../../ui/captioned-picture.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { WholesaleForm } from './wholesale-form.tsx'
import styles from './wholesale.module.css'

/** The wholesale page: an introduction and the form. */
export default function Wholesale() {
  return (
    <article className={styles.wholesale}>
      <PageHead
        title="Wholesale"
        description={`Serve ${brand.mark} in your cafe, restaurant or office: freshly roasted coffee by the pound, from ${brand.place.city}, ${brand.place.state}.`}
        path="/wholesale"
        picture={shelves}
      />
      <header className={styles.head}>
        <h1>Wholesale</h1>
      </header>
      <CaptionedPicture
        className={styles.figure}
        of={shelves}
        sizes="(min-width: 62rem) 44vw, 92vw"
        priority
        place="The shelves"
        notes="twelve coffees, room for yours"
      />
      <div className={styles.welcome}>
        <p className={styles.lead}>Welcome. Let us fill your hopper.</p>
        <p>
          We roast for cafes, restaurants, offices and shops that want their coffee to be remembered. You get
          the same coffees that hang on our wall, fresh from the roaster, and help with grinders, recipes and
          the first week of training.
        </p>
        <p>
          Tell us who you are and about how many pounds you pour in a month. A number that turns out wrong is
          no trouble; we answer every enquiry ourselves.
        </p>
      </div>
      <WholesaleForm />
    </article>
  )
}
