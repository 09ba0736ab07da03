import { labels } from '#shared/api/labels.ts'
import { urlOf } from '#shared/api/url.ts'
import { counted } from '#shared/counts.ts'
import { ButtonLink } from '../../../ui/button.tsx'

/** Labels as one file and packing slips as one pile, in the same order. Nothing for what nobody has chosen. */
export function PrintLinks({ labelled, all }: { labelled: string[]; all: string[] }) {
  return (
    <>
      {labelled.length > 0 ? (
        <ButtonLink
          look="line"
          to={urlOf(labels.print, { query: { orders: labelled.join(',') } })}
          reloadDocument
          target="_blank"
        >
          Print {counted(labelled.length, 'label')}
        </ButtonLink>
      ) : null}
      {all.length > 0 ? (
        <ButtonLink look="line" to={`/admin/shipping/slips?orders=${all.join(',')}`} target="_blank">
          Print {counted(all.length, 'packing slip')}
        </ButtonLink>
      ) : null}
    </>
  )
}
