import type { FormEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { Button } from '#app/platform/ui/button.tsx'
import { searchPath } from './list-address.ts'
import styles from './shop.module.css'

/** A GET form that also works without JavaScript. With JavaScript, it navigates directly to the keyword's URL. */
export function SearchForm({ keyword = '' }: { keyword?: string }) {
  const navigate = useNavigate()
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget).get('keyword')
    void navigate(searchPath(typeof typed === 'string' ? typed : ''))
  }
  return (
    <search>
      <form action="/search" className={`grid ${styles.search}`} onSubmit={onSubmit}>
        <label htmlFor="keyword" className="label whole-row">
          Search the shop
        </label>
        <input
          id="keyword"
          className="may-shrink target mat"
          name="keyword"
          type="search"
          defaultValue={keyword}
          maxLength={100}
          enterKeyHint="search"
        />
        <Button type="submit" look="line">
          Search
        </Button>
        {keyword ? (
          <p className={`whole-row ${styles.searched}`}>
            Results for “{keyword}”. <Link to="/shop">Show everything</Link>
          </p>
        ) : null}
      </form>
    </search>
  )
}
