import type { DayCoffee, Packaging } from '#shared/api/roast-day.ts'
import { counted } from '#shared/counts.ts'
import { variantText } from '#shared/sizes.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { stickersUrl, useStickerSheet, type StickerSheet } from '../stickers.tsx'
import { isQueued } from './queue/applied.ts'
import { bagsName } from './queue/steps.ts'
import styles from './roast-day.module.css'
import { Card, Done, DoneList } from './section.tsx'
import type { Work } from './use-work.ts'

type Bags = { coffee: DayCoffee; row: Packaging; bags: Packaging['bags'][number] }

/** The bags that were packaged on the day: their stickers, by lot or one by one, and undo. */
export function Packaged({ done, work }: { done: Bags[]; work: Work }) {
  const { printing, fields } = useStickerSheet()
  const lots = lotsOf(done, work.day.day)
  return (
    <>
      {lots.length > 0 ? (
        <Card title="Stickers" note="One per bag, for all bags of a lot.">
          <div className={styles.fields}>{fields}</div>
          <ul className={styles.rows}>
            {lots.map(({ _id, code, name, qty }) => (
              <li key={_id} className={styles.row}>
                <p>
                  <strong>{name}</strong>, lot {code}
                </p>
                <ButtonLink
                  look="line"
                  to={stickersUrl('lot', _id, printing)}
                  reloadDocument
                  target="_blank"
                  aria-label={`Print ${counted(qty, 'sticker')} of lot ${code}, ${name} (opens a new tab)`}
                >
                  Print {counted(qty, 'sticker')}
                </ButtonLink>
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      <DoneList title="Packaged">
        {done.map((each) => (
          <PackagedBags key={each.bags._id} {...each} work={work} printing={printing} />
        ))}
      </DoneList>
    </>
  )
}

type LotOfDay = { _id: string; code: string; name: string; qty: number }

/**
 * The lots that were made on the day, with the number of their packaged bags. The PDF of a lot has all its bags, so older
 * lots are left out: the bags of earlier days have their stickers.
 */
function lotsOf(done: readonly Bags[], day: string): LotOfDay[] {
  const found = new Map<string, LotOfDay>()
  for (const { coffee, bags } of done) {
    const lot = coffee.lots.find(({ code }) => code !== '' && code === bags.lotCode)
    if (!lot || isQueued(bags._id) || !lot.code.startsWith(day.slice(2).replaceAll('-', ''))) continue
    const qty = (found.get(lot._id)?.qty ?? 0) + bags.qty
    found.set(lot._id, { _id: lot._id, code: lot.code, name: coffee.product.name, qty })
  }
  return [...found.values()]
}

function PackagedBags({ coffee, row, bags, work, printing }: Bags & { work: Work; printing: StickerSheet }) {
  const { _id: id, qty, qtyLeft, lotCode, madeBy, madeAt } = bags
  const name = bagsName(row.sizeId, row.grind)
  const isWaiting = isQueued(id)
  const text = `${qty} × ${coffee.product.name}, ${variantText({ size: row.sizeLabel, grind: row.grind })}`
  const undo = () => work.undo(name, { kind: 'undoBags', input: { params: { id } } }, `Undo ${text}`)
  const mayUndo = qtyLeft === qty && (!isWaiting || work.waiting(name)?.key === id.slice(id.indexOf(':') + 1))
  return (
    <Done
      what={
        <>
          <strong>{text}</strong>
          {lotCode ? `, lot ${lotCode}` : ''}
          {qtyLeft < qty ? `. ${qty - qtyLeft} in orders` : ''}
        </>
      }
      by={madeBy}
      at={madeAt}
      isWaiting={isWaiting}
      undo={mayUndo ? undo : undefined}
      undoLabel={text}
    >
      {isWaiting ? null : (
        <a
          href={stickersUrl('bags', id, printing)}
          target="_blank"
          rel="noreferrer"
          className={styles.link}
          aria-label={`Stickers for ${text} (opens a new tab)`}
        >
          Stickers
        </a>
      )}
    </Done>
  )
}
