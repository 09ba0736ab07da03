import type { MenuPage } from '#shared/content/api/menu.ts'
import { priceText, readCard, type Item } from './card.ts'
import styles from './menu.module.css'

/** One page of the menu as text. */
export function MenuCard({ page: { title, lines } }: { page: MenuPage }) {
  const { intro, sections, foot } = readCard(lines)
  return (
    <section className="pad-top-2 rule">
      {title ? <h2>{title}</h2> : null}
      {intro.map((text) => (
        <p key={text} className={`italic ${styles.intro}`}>
          {text}
        </p>
      ))}
      {sections.map(({ heading, items, sentences }) => (
        <div key={heading} className={`above-3 ${styles.section}`}>
          {heading ? <h3>{heading}</h3> : null}
          <ul>
            {items.map((item) => (
              <Line key={item.name} item={item} />
            ))}
          </ul>
          {sentences.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      ))}
      {foot.map((text) => (
        <p key={text} className={`above-2 soft ${styles.foot}`}>
          {text}
        </p>
      ))}
    </section>
  )
}

function Line({ item: { name, note, price } }: { item: Item }) {
  return (
    <li className={`grid align-baseline rule-below ${styles.line}`}>
      <span>
        <span className={styles.name}>{name}</span> <span className={`soft ${styles.note}`}>{note}</span>
      </span>
      {price ? <span className={styles.price}>{priceText(price)}</span> : null}
    </li>
  )
}
