import { labels } from '#shared/shipping/api/labels.ts'
import { urlOf } from '#shared/platform/api/url.ts'
import { counted } from '#shared/kernel/counts.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'

/** Links to print all labels as one file and all packing slips as one page, in the same order. */
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
