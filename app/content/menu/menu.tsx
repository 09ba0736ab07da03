import { useQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import type { Business } from '#shared/platform/business.ts'
import { menu, type MenuPage } from '#shared/content/api/menu.ts'
import { useBusiness } from '#app/platform/api/business.ts'
import { askBriefly, askOnServer } from '#app/platform/api/prefetch.ts'
import { ask } from '#app/platform/api/query.ts'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { Spinner } from '#app/platform/ui/spinner.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { MenuCard } from './menu-card.tsx'
import { menuData } from './card.ts'
import { MenuPictures } from './menu-pictures.tsx'
import styles from './menu.module.css'
import frame from '#imagery/photos/gallery_11.jpg?picture'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { Framed } from '#app/platform/ui/framed.tsx'
import { Picture } from '#app/platform/ui/picture.tsx'

const menuQuery = ask(menu.one, {})

export const loader = ({ context }: LoaderFunctionArgs) => askOnServer(context, menuQuery)
export const clientLoader = () => askBriefly(menuQuery)

/** The menu: its pages as pictures, and as text if the owner has written it. */
export default function Menu() {
  const business = useBusiness()
  const { data, isPending, error, refetch } = useQuery(menuQuery)
  const pages = data?.pages ?? []
  const withText = pages.filter(({ lines }) => lines.length > 0)
  return (
    <>
      <PageHead
        title="Menu"
        description={descriptionOf(pages, business)}
        path="/menu"
        picture={pages[0]?.facts}
        data={pages.length > 0 ? [menuData(pages, business.roasters)] : undefined}
      />
      <h1 className="below-4">Menu</h1>
      {isPending ? <Spinner what="Loading the menu" /> : null}
      {error && !data ? <LoadError error={error} retry={refetch} /> : null}
      {data && pages.length === 0 ? <NoMenu /> : null}
      {pages.length > 0 ? (
        <div className={withText.length > 0 ? `grid ${styles.menu}` : styles.bare}>
          {withText.length > 0 ? (
            <div className={`grid may-shrink ${styles.cards}`}>
              {withText.map((page) => (
                <MenuCard key={page.file} page={page} />
              ))}
            </div>
          ) : null}
          <MenuPictures pages={pages} sizes={withText.length > 0 ? BESIDE : ALONE} />
        </div>
      ) : null}
    </>
  )
}

const BESIDE = '(min-width: 87.5rem) 33rem, (min-width: 62rem) 38vw, (min-width: 48rem) 70vw, 90vw'
const ALONE = '(min-width: 62rem) 48rem, 90vw'

function descriptionOf(pages: MenuPage[], { roasters, place }: Pick<Business, 'roasters' | 'place'>): string {
  const titles = pages.map(({ title }) => title).filter(Boolean)
  const where = `${roasters} in ${place.city}, ${place.state}`
  return titles.length > 0 ? `What we serve at ${where}: ${titles.join(', ')}.` : `What we serve at ${where}.`
}

/** Shown if there is no menu at the moment. */
function NoMenu() {
  const brand = useBusiness()
  return (
    <div className={`stack-4 ${styles.none}`}>
      <Framed className={styles.noneFrame}>
        <Picture
          of={frame}
          sizes="(min-width: 48rem) 45vw, 85vw"
          priority
          className={`full-width ${styles.page}`}
        />
      </Framed>
      <div className={`stack-2 items-left ${styles.noneText}`}>
        <h2>We are writing a new menu</h2>
        <p>The board at the bar shows what we serve today. All our coffees are in the shop.</p>
        <ButtonLink to={brand.links.shop}>See the coffees</ButtonLink>
      </div>
    </div>
  )
}
