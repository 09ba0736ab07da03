import lineForm from '#app/platform/ui/line-form.module.css'
import styles from './product.module.css'

/** Asks for one mail when a sold-out size is back: a plain form, so that it adds little script to the page. */
export function NoticeForm({ sizeId }: { sizeId: string }) {
  return (
    <form action="/api/stock-notices" method="post" className={`stack-1 ${styles.notice}`}>
      <label htmlFor="notice-email">Tell me when it is back. One email only.</label>
      <div className={lineForm.line}>
        <input
          id="notice-email"
          name="email"
          type="email"
          autoComplete="email"
          maxLength={254}
          placeholder="Your email"
          required
        />
        <input type="hidden" name="size" value={sizeId} />
        <button type="submit">Tell me</button>
      </div>
    </form>
  )
}
