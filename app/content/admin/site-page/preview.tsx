import { useState } from 'react'
import type { EditedSitePage } from '#shared/content/api/site-pages.ts'
import type { AnyValues } from '#shared/platform/site-pages/slots.ts'
import styles from './page.module.css'
import { Choice, PreviewFrame, PreviewProblem, usePreview } from './preview-frame.tsx'

/** In pixels: a phone, a tablet, a desktop. */
const WIDTHS = [390, 820, 1440]

/** The page as visitors will see it, with the values in the form. */
export function Preview({ page: { _id: id, title }, values }: { page: EditedSitePage; values: AnyValues }) {
  const { html, problem } = usePreview(id, values)
  const [width, setWidth] = useState(WIDTHS[0]!)
  return (
    <section className={`stack-2 packed ${styles.preview}`} aria-label="Preview">
      <Choice
        label="Width of the preview"
        of={WIDTHS}
        value={width}
        change={setWidth}
        text={(each) => `${each} px`}
      />
      <PreviewProblem problem={problem} />
      <PreviewFrame title={`Preview of ${title}`} html={html} width={width} />
    </section>
  )
}
