import { useState } from 'react'
import type { NewsletterBlock } from '#shared/content/api/newsletters.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Field, TextareaField } from '#app/platform/ui/field.tsx'
import { announce } from '#app/platform/ui/live-region.tsx'
import { ItemActions } from '#app/platform/admin/form/item-actions.tsx'
import { ProductsField } from '#app/platform/admin/form/products-field.tsx'
import { Library } from '#app/platform/admin/pictures/library.tsx'
import styles from './newsletter.module.css'

const NEW_BLOCKS: Record<NewsletterBlock['kind'], NewsletterBlock> = {
  heading: { kind: 'heading', text: '' },
  text: { kind: 'text', markdown: '' },
  picture: { kind: 'picture', file: '', alt: '' },
  product: { kind: 'product', product: '' },
}

const NAMES: Record<NewsletterBlock['kind'], string> = {
  heading: 'Heading',
  text: 'Text',
  picture: 'Picture',
  product: 'Product',
}

type Props = {
  blocks: NewsletterBlock[]
  problems: Record<string, string>
  change: (blocks: NewsletterBlock[]) => void
}

/** The parts of a newsletter: they can be added, changed, moved and removed. */
export function Blocks({ blocks, problems, change }: Props) {
  const replace = (index: number, block: NewsletterBlock) => change(blocks.with(index, block))
  const move = (index: number, by: number) => {
    const moved = blocks.toSpliced(index, 1).toSpliced(index + by, 0, blocks[index]!)
    change(moved)
    announce(`Part ${index + 1} is now part ${index + by + 1}.`)
  }
  return (
    <fieldset className={`stack-3 ${styles.blocks}`}>
      <legend>Parts</legend>
      {blocks.map((block, index) => (
        // Parts have no ids, and their fields have no state except whether the library is open.
        // oxlint-disable-next-line react/no-array-index-key
        <fieldset key={index} className={`stack-2 may-shrink box ${styles.block}`}>
          <legend>
            {index + 1}. {NAMES[block.kind]}
          </legend>
          <BlockFields
            block={block}
            name={`blocks.${index}`}
            problem={Object.entries(problems).find(([name]) => name.startsWith(`blocks.${index}.`))?.[1]}
            change={(changed) => replace(index, changed)}
          />
          <ItemActions
            label={`part ${index + 1}`}
            isFirst={index === 0}
            isLast={index === blocks.length - 1}
            onMove={(step) => move(index, step)}
            onRemove={() => {
              change(blocks.toSpliced(index, 1))
              announce(`Part ${index + 1} was removed.`)
            }}
          />
        </fieldset>
      ))}
      <div className="row-1-2" role="group" aria-label="Add a part">
        {(Object.keys(NEW_BLOCKS) as NewsletterBlock['kind'][]).map((kind) => (
          <Button key={kind} look="line" onClick={() => change([...blocks, NEW_BLOCKS[kind]])}>
            Add {NAMES[kind].toLowerCase()}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}

type FieldsProps = {
  block: NewsletterBlock
  /** The name of the part in problems: `blocks.0`. */
  name: string
  problem: string | undefined
  change: (block: NewsletterBlock) => void
}

function BlockFields({ block, name, problem, change }: FieldsProps) {
  const shown = problem === undefined ? {} : { problem }
  switch (block.kind) {
    case 'heading':
      return (
        <Field
          label="Heading"
          name={`${name}.text`}
          value={block.text}
          maxLength={120}
          required
          dir="auto"
          {...shown}
          onChange={({ target }) => change({ ...block, text: target.value })}
        />
      )
    case 'text':
      return (
        <TextareaField
          label="Text"
          name={`${name}.markdown`}
          hint="Markdown: **bold**, *italic*, [a link](/shop), lists with dashes."
          value={block.markdown}
          rows={6}
          required
          dir="auto"
          {...shown}
          onChange={({ target }) => change({ ...block, markdown: target.value })}
        />
      )
    case 'picture':
      return <PictureFields block={block} change={change} />
    case 'product':
      return (
        <ProductsField
          label="Product"
          hint="The email shows the picture, name, price and link that the product has when the email is sent."
          chosen={block.product ? [block.product] : []}
          problem={problem}
          onChange={(ids) => change({ ...block, product: ids.at(-1) ?? '' })}
        />
      )
  }
}

type PictureBlock = Extract<NewsletterBlock, { kind: 'picture' }>

function PictureFields({ block, change }: { block: PictureBlock; change: (block: PictureBlock) => void }) {
  const [isChoosing, setChoosing] = useState(block.file === '')
  return (
    <>
      <Button look="line" aria-expanded={isChoosing} onClick={() => setChoosing(!isChoosing)}>
        {isChoosing ? 'Close the library' : block.file ? 'Choose another picture' : 'Choose a picture'}
      </Button>
      {isChoosing ? (
        <Library
          chosen={block.file}
          choose={({ file, alt }) => {
            change({ ...block, file, alt })
            setChoosing(false)
          }}
        />
      ) : null}
      <Field
        label="Description (alt text)"
        hint="What the picture shows, for people who cannot see it"
        value={block.alt}
        maxLength={300}
        unmarked
        dir="auto"
        onChange={({ target }) => change({ ...block, alt: target.value })}
      />
    </>
  )
}
