/** The bar under a list in which rows are chosen: how many, and what can be done with them. */
import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type KeyboardEvent } from 'react'
import { MAX_BULK } from '#shared/platform/bulk.ts'
import { formatNumber, plural } from '#shared/kernel/counts.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import type { BulkActions, ReadingAction, ServerAction } from './actions.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import type { BulkChoice } from './use-choice.ts'
import styles from './bulk.module.css'

type Props<Filter> = { of: BulkActions<Filter>; choice: BulkChoice<Filter> }

/** Nothing while no row is chosen. */
export function BulkBar<Filter>({ of, choice }: Props<Filter>) {
  const { count, total, isAll } = choice
  const [open, setOpen] = useState<ServerAction | null>(null)
  const { one } = of
  if (count === 0 && !open) return null
  return (
    <section className={`pad-y-2 rule mat stack-1 ${styles.bar}`} aria-label={`Chosen ${plural(2, one)}`}>
      <div className={`row-1-2 align-middle ${styles.choice}`}>
        <p role="status" className="strong">
          {formatNumber(count)} of {formatNumber(total)} chosen
        </p>
        <Button look="quiet" onClick={() => choice.choose([])}>
          Clear
        </Button>
        {choice.page === 'all' ? null : (
          <Button look="quiet" className={styles.page} onClick={choice.togglePage}>
            Choose the page
          </Button>
        )}
        {isAll || total <= count ? null : total > MAX_BULK ? (
          <span className="soft">
            {formatNumber(total)} match: at most {MAX_BULK} at once
          </span>
        ) : (
          <Button look="quiet" onClick={choice.chooseAll}>
            Choose all {formatNumber(total)} that match
          </Button>
        )}
      </div>
      <Toolbar of={of} choice={choice} onOpen={setOpen} />
      {open ? <BulkDialog of={of} action={open} choice={choice} onClose={() => setOpen(null)} /> : null}
    </section>
  )
}

type ToolbarProps<Filter> = Props<Filter> & { onOpen: (action: ServerAction) => void }

/** One tab stop; the arrow keys, Home and End move inside (ARIA Authoring Practices, toolbar). */
function Toolbar<Filter>({ of, choice, onOpen }: ToolbarProps<Filter>) {
  const { actions, one } = of
  const [at, setAt] = useState(0)
  const bar = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const last = actions.length - 1
    const to = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at === 0 ? last : at - 1,
      Home: 0,
      End: last,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    setAt(to)
    bar.current!.querySelectorAll('button')[to]!.focus()
  }
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={`Change the chosen ${plural(2, one)}`}
      className={`flex gap-1 ${styles.toolbar}`}
    >
      {actions.map((action, index) => {
        const tab = { tabIndex: index === at ? 0 : -1, onFocus: () => setAt(index), onKeyDown }
        return 'run' in action ? (
          <Reading key={action.label} action={action} choice={choice} tab={tab} />
        ) : (
          <Button
            key={action.label}
            look="line"
            aria-haspopup="dialog"
            {...tab}
            onClick={() => onOpen(action)}
          >
            {action.label}
          </Button>
        )
      })}
    </div>
  )
}

type ReadingProps<Filter> = {
  action: ReadingAction<Filter>
  choice: BulkChoice<Filter>
  tab: { tabIndex: number; onFocus: () => void; onKeyDown: (event: KeyboardEvent) => void }
}

function Reading<Filter>({ action, choice, tab }: ReadingProps<Filter>) {
  const reading = useMutation({
    mutationFn: () => action.run(choice.wanted),
    onError: (error) => toast.error(error.message),
  })
  return (
    <Button look="line" busy={reading.isPending} {...tab} onClick={() => reading.mutate()}>
      {action.label}
    </Button>
  )
}
