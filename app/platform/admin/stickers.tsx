import { useState } from 'react'
import { coffeeLots } from '#shared/catalog/api/coffee-lots.ts'
import { urlOf } from '#shared/platform/api/url.ts'
import { counted } from '#shared/kernel/counts.ts'
import { STICKERS, STICKER_SHEETS, type StickerSheetId } from '#shared/platform/stickers.ts'
import { loadDraft, saveDraft } from '../session/drafts.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Field, SelectField } from '../ui/field.tsx'
import styles from './stickers.module.css'

/** The key of the chosen sheet in session storage, because a shop usually prints on one kind of labels. */
const CHOSEN = 'sticker-sheet'

/** The kind of labels to print on, and the first free label of a partly used sheet, counted from 1. */
export type StickerSheet = { sheet: StickerSheetId; from: number }

/**
 * The URL of the PDF with one sticker per bag. @param of the id of bags that were packaged together or of a lot, or the
 * day on which bags were packaged
 */
export function stickersUrl(
  of: { bags: string } | { lot: string } | { day: string },
  { sheet, from }: StickerSheet,
): string {
  const query = { sheet, from: String(from) }
  if ('day' in of) return urlOf(coffeeLots.dayStickers, { params: of, query })
  if ('lot' in of) return urlOf(coffeeLots.lotStickers, { params: { id: of.lot }, query })
  return urlOf(coffeeLots.bagStickers, { params: { id: of.bags }, query })
}

/** The chosen kind of labels, and the fields that choose it. */
export function useStickerSheet() {
  const [sheet, setSheet] = useState<StickerSheetId>(
    () => STICKER_SHEETS.find((each) => each === loadDraft(CHOSEN)) ?? '5163',
  )
  const [text, setText] = useState('1')
  const { columns, rows } = STICKERS[sheet]
  const onPage = columns * rows
  const from = Math.min(Math.max(1, Math.trunc(Number(text)) || 1), onPage)
  const choose = (next: StickerSheetId) => {
    setSheet(next)
    saveDraft(CHOSEN, next)
  }
  const fields = (
    <>
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
          label={`First free label (1 to ${onPage})`}
          unmarked
          type="number"
          inputMode="numeric"
          min={1}
          max={onPage}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      ) : null}
    </>
  )
  return { printing: { sheet, from }, fields }
}

/** Prints the stickers of all bags of a lot, one per bag. */
export function LotStickers({ id, count }: { id: string; count: number }) {
  const { printing, fields } = useStickerSheet()
  return (
    <div className={`flex wraps align-bottom ${styles.stickers}`}>
      {fields}
      <ButtonLink look="line" to={stickersUrl({ lot: id }, printing)} reloadDocument target="_blank">
        Print {counted(count, 'sticker')}
      </ButtonLink>
    </div>
  )
}
