import { useState } from 'react'
import { opensBySlash, setOpensBySlash } from './desk-places.ts'
import styles from './desk-search.module.css'

/** Whether the key / opens the search of the desk; not shown on devices for touch. */
export function SlashChoice() {
  const [isOn, setOn] = useState(opensBySlash)
  const change = (isChecked: boolean) => {
    setOn(isChecked)
    setOpensBySlash(isChecked)
  }
  return (
    <label className={styles.slash}>
      <input type="checkbox" checked={isOn} onChange={(event) => change(event.target.checked)} />
      The key / opens this search. Ctrl-K always does.
    </label>
  )
}
