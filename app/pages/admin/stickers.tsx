import { useState } from 'react'
import { coffeeLots } from '#shared/api/coffee-lots.ts'
import { urlOf } from '#shared/api/url.ts'
import { counted } from '#shared/counts.ts'
import { STICKERS, STICKER_SHEETS, type StickerSheetId } from '#shared/stickers.ts'
import { loadDraft, saveDraft } from '../../session/drafts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import styles from './stickers.module.css'

/** Where the chosen sheet is kept in this tab: a shop prints on one kind of labels. */
const CHOSEN = 'sticker-sheet'

/**
 * Prints the stickers of bags, one per bag.
 * @param of 'bags' for bags that were packaged together, 'lot' for all bags of a lot
 */
export function Stickers({ of, id, count }: { of: 'bags' | 'lot'; id: string; count: number }) {
  const [sheet, setSheet] = useState<StickerSheetId>(
    () => STICKER_SHEETS.find((each) => each === loadDraft(CHOSEN)) ?? '5163',
  )
  const [from, setFrom] = useState('1')
  const { columns, rows } = STICKERS[sheet]
  const onPage = columns * rows
  const start = Math.min(Math.max(1, Math.trunc(Number(from)) || 1), onPage)
  const choose = (next: StickerSheetId) => {
    setSheet(next)
    saveDraft(CHOSEN, next)
  }
  const endpoint = of === 'bags' ? coffeeLots.bagStickers : coffeeLots.lotStickers
  return (
    <div className={styles.stickers}>
      <SelectField
        label="Labels"
        unmarked
        value={sheet}
        onChange={({ target }) => choose(target.value as StickerSheetId)}
      >
        {STICKER_SHEETS.map((each) => (
          <option key={each} value={each}>
            {STICKERS[each].name}
          </option>
        ))}
      </SelectField>
      {onPage > 1 ? (
        <Field
          label="First free label"
          hint={`1 to ${onPage}, row by row, on a partly used sheet`}
          unmarked
          type="number"
          inputMode="numeric"
          min={1}
          max={onPage}
          value={from}
          onChange={({ target }) => setFrom(target.value)}
        />
      ) : null}
      <ButtonLink
        look="line"
        to={urlOf(endpoint, { params: { id }, query: { sheet, from: String(start) } })}
        reloadDocument
        target="_blank"
      >
        Print {counted(count, 'sticker')}
      </ButtonLink>
    </div>
  )
}
