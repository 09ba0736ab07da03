import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { departments } from '#shared/content/api/departments.ts'
import { imports, type ImportCategory, type ImportRun } from '#shared/backoffice/api/imports.ts'
import { productAdmin } from '#shared/catalog/api/product-admin.ts'
import { counted, plural } from '#shared/kernel/counts.ts'
import { call, fieldsIn } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { focusHeading } from '#app/platform/layout/focus-heading.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import { Field, SelectField } from '#app/platform/ui/field.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { useProblems } from '#app/platform/ui/use-problems.ts'
import styles from './import.module.css'

/**
 * The step that says what the categories of another shop are here. While some are new, it asks about these; afterwards
 * the choices can be changed.
 */
export function Categories({ run }: { run: ImportRun }) {
  const answer = useQuery(ask(imports.categories, { params: { id: run._id } }))
  if (answer.isError) return <LoadError error={answer.error} retry={answer.refetch} />
  const all = answer.data?.categories ?? []
  const open = all.filter(({ isChosen }) => !isChosen)
  if (all.length === 0) return null
  if (open.length === 0)
    return (
      <Disclosure
        summary={`What the ${plural(all.length, 'category of this file is', `${all.length} categories of this file are`)} in your shop`}
      >
        <CategoryForm run={run} of={all} submit="Read the file again" />
      </Disclosure>
    )
  return (
    <section className={`stack-3 ${styles.part}`} aria-labelledby="categories">
      <h2 id="categories">First, choose what each of these is in your shop</h2>
      <p className="measure-form soft break-words">
        {plural(open.length, 'One category of the file is', `${open.length} categories of the file are`)} new.
        Choose which of them are coffee, and in which department the others are shown. Coffee has sizes by
        weight, grinds and roast levels. The shop remembers your choices for your next file.
      </p>
      <CategoryForm run={run} of={open} submit="Continue" />
    </section>
  )
}

type Choice = Pick<ImportCategory, 'name' | 'isCoffee' | 'category' | 'department'>

function CategoryForm({ run, of, submit }: { run: ImportRun; of: ImportCategory[]; submit: string }) {
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const { problems, showProblems, events } = useProblems()
  const [choices, setChoices] = useState<Choice[]>(() => of.map(choiceOf))
  const save = useMutation({
    mutationFn: () =>
      call(imports.chooseCategories, { params: { id: run._id }, body: { categories: choices } }),
    onSuccess: () => {
      // The form disappears while the file is read again.
      focusHeading()
      return refresh(client, 'imports')
    },
    onError: (error) => {
      toast.error(error.message)
      showProblems(form.current, fieldsIn(error))
    },
  })
  const change = (index: number, values: Partial<Choice>) =>
    setChoices((before) => before.map((each, at) => (at === index ? { ...each, ...values } : each)))
  return (
    <form
      ref={form}
      className="stack-3"
      {...events}
      onSubmit={(event) => {
        event.preventDefault()
        if (!save.isPending) save.mutate()
      }}
    >
      {of.map((category, index) => (
        <OneCategory
          key={category.name}
          of={category}
          choice={choices[index]!}
          path={`categories.${index}`}
          problems={problems}
          change={(values) => change(index, values)}
        />
      ))}
      <CategoryNames />
      <div>
        <Button type="submit" busy={save.isPending}>
          {submit}
        </Button>
      </div>
    </form>
  )
}

function choiceOf({ name, isCoffee, category, department }: ImportCategory): Choice {
  return { name, isCoffee, category, department }
}

type OneProps = {
  of: ImportCategory
  choice: Choice
  /** The names of the fields begin with it: `categories.0`. */
  path: string
  problems: Readonly<Record<string, string>>
  change: (values: Partial<Choice>) => void
}

function OneCategory({ of, choice, path, problems, change }: OneProps) {
  const { isCoffee } = choice
  // Goods need a category, and coffee has its own.
  const proposed = of.category || of.name.split('>').at(-1)!.trim().slice(0, 60)
  return (
    <fieldset className="stack-1 may-shrink pad-top-2 rule-soft">
      <legend className={`break-words ${styles.legend}`}>
        <bdi>{of.name || 'Without a category'}</bdi>
      </legend>
      <p className="measure-form soft break-words">
        {counted(of.products, 'product')}: <bdi>{of.examples.join(', ')}</bdi>
        {of.products > of.examples.length ? ' …' : ''}
      </p>
      <div className={`stack-2 align-top ${styles.fields}`}>
        <SelectField
          label="In your shop"
          name={`${path}.isCoffee`}
          unmarked
          value={isCoffee ? 'coffee' : 'goods'}
          onChange={({ target }) => {
            const toCoffee = target.value === 'coffee'
            change({ isCoffee: toCoffee, category: toCoffee ? '' : proposed })
          }}
        >
          <option value="coffee">Coffee</option>
          <option value="goods">Other goods</option>
        </SelectField>
        {isCoffee ? null : <GoodsFields choice={choice} path={path} problems={problems} change={change} />}
      </div>
    </fieldset>
  )
}

/** Where goods are shown. */
function GoodsFields({ choice: { category, department }, path, problems, change }: Omit<OneProps, 'of'>) {
  const shown = useQuery(ask(departments.list, {})).data ?? []
  return (
    <>
      <Field
        label="Category"
        name={`${path}.category`}
        list="import-categories"
        maxLength={60}
        required
        data-missing="Enter a category, such as “Brewing”"
        value={category}
        problem={problems[`${path}.category`]}
        onChange={({ target }) => change({ category: target.value })}
      />
      <SelectField
        label="Department"
        name={`${path}.department`}
        unmarked
        value={department ?? ''}
        problem={problems[`${path}.department`]}
        onChange={({ target }) => change({ department: target.value || null })}
      >
        <option value="">None: found by search only</option>
        {shown.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </SelectField>
    </>
  )
}

function CategoryNames() {
  const inUse = useQuery(ask(productAdmin.words, {})).data
  return (
    <datalist id="import-categories">
      {inUse?.categories.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </datalist>
  )
}
