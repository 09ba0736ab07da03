import styles from './markdown.module.css'

/**
 * Text that admins have written, as HTML from the server. The server escapes all HTML in the text
 * (server/content/site-pages/markdown.ts). The element takes part in the layout only if it has a class.
 */
export function Markdown({ html, className }: { html: string; className?: string }) {
  // oxlint-disable-next-line react/no-danger
  return (
    <div
      className={`${className ?? styles.inline} ${styles.text}`}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
