import type { DayCoffee, Packaging } from '#shared/roastery/api/roast-day.ts'
import { counted } from '#shared/kernel/counts.ts'
import { variantText } from '#shared/kernel/sizes.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { stickersUrl, useStickerSheet, type StickerSheet } from '#app/platform/admin/stickers.tsx'
import { RoastDate } from './bag-sources.tsx'
import { isQueued } from './queue/queue.ts'
import { bagsName } from './queue/steps.ts'
import styles from './roast-day.module.css'
import { Card, Done, DoneList } from './section.tsx'
import type { DayActions } from './use-day-actions.ts'

type Bags = { coffee: DayCoffee; row: Packaging; bags: Packaging['bags'][number] }

/** The bags that were packaged on the day: their stickers, together or by size and grind, and undo. */
export function Packaged({ done, actions }: { done: Bags[]; actions: DayActions }) {
  const { printing, fields } = useStickerSheet()
  const count = done.filter(({ bags }) => !isQueued(bags._id)).reduce((sum, { bags }) => sum + bags.qty, 0)
  return (
    <>
      {count > 0 ? (
        <Card title="Stickers" note="One per bag, sorted by coffee, size and grind.">
          <div className={`stack-2 ${styles.fields}`}>{fields}</div>
          <div className={`row-2 align-middle ${styles.actions}`}>
            <ButtonLink
              className={styles.main}
              look="line"
              to={stickersUrl({ day: actions.day.day }, printing)}
              reloadDocument
              target="_blank"
            >
              Print {counted(count, 'sticker')}
            </ButtonLink>
          </div>
        </Card>
      ) : null}
      <DoneList title="Packaged">
        {done.map((each) => (
          <PackagedBags key={each.bags._id} {...each} actions={actions} printing={printing} />
        ))}
      </DoneList>
    </>
  )
}

function PackagedBags({
  coffee,
  row,
  bags,
  actions,
  printing,
}: Bags & { actions: DayActions; printing: StickerSheet }) {
  const { _id: id, qty, qtyLeft, lotCode, roastedOn, madeBy, madeAt } = bags
  const name = bagsName(row.sizeId, row.grind)
  const isWaiting = isQueued(id)
  const text = `${qty} × ${coffee.product.name}, ${variantText({ size: row.sizeLabel, grind: row.grind })}`
  const undo = () => actions.undo(name, { kind: 'undoBags', input: { params: { id } } }, `Undo ${text}`)
  const mayUndo = qtyLeft === qty && actions.mayUndo(id)
  return (
    <Done
      what={
        <>
          <strong>{text}</strong>
          {lotCode ? `, lot ${lotCode}` : ''}
          {roastedOn ? (
            <>
              , <RoastDate roastedOn={roastedOn} day={actions.day.day} />
            </>
          ) : null}
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
          href={stickersUrl({ bags: id }, printing)}
          target="_blank"
          rel="noreferrer"
          className="reach"
          aria-label={`Stickers for ${text} (opens a new tab)`}
        >
          Stickers
        </a>
      )}
    </Done>
  )
}
