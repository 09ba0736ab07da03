import type { ComponentProps } from 'react'
import { CheckBox } from './check-field.tsx'

type Props = Omit<ComponentProps<typeof CheckBox>, 'id' | 'value' | 'onChange' | 'onMouseDown'> & {
  /** The row. */
  id: string
  set: (ids: readonly string[], isChosen: boolean) => void
}

/** The row of each table whose checkbox was pressed last. */
const pressed = new WeakMap<HTMLTableElement, string>()

/**
 * The checkbox with which a row of a table is chosen. Pressed with Shift, also by Shift+Space, it does the same for all rows
 * between the row that was pressed before and this one.
 */
export function RowCheckBox({ id, set, ...rest }: Props) {
  return (
    <CheckBox
      {...rest}
      value={id}
      onMouseDown={(event) => {
        if (!event.shiftKey) return
        // Otherwise the browser selects the text between the two presses.
        event.preventDefault()
        event.currentTarget.focus()
      }}
      onChange={({ currentTarget: box, nativeEvent }) =>
        set(rowsOf(box, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey), box.checked)
      }
    />
  )
}

/** The pressed row, or with `isRange` all rows from the one before to it, in the order of the table. */
function rowsOf(box: HTMLInputElement, isRange: boolean): string[] {
  const table = box.closest('table')
  if (!table) return [box.value]
  const boxes = table.querySelectorAll<HTMLInputElement>('tbody input[type="checkbox"]:enabled')
  const ids = Array.from(boxes, ({ value }) => value)
  const last = isRange ? ids.indexOf(pressed.get(table) ?? '') : -1
  pressed.set(table, box.value)
  if (last === -1) return [box.value]
  const here = ids.indexOf(box.value)
  return ids.slice(Math.min(last, here), Math.max(last, here) + 1)
}
