import type { ComponentProps } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { askBriefly, askOnServer } from '#app/platform/api/prefetch.ts'
import { Markdown } from '#app/platform/site-pages/markdown.tsx'
import { contentOf, PageContent } from '#app/platform/site-pages/page-content.tsx'
import { CaptionedPicture } from '#app/platform/ui/captioned-picture.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import styles from './wholesale.module.css'
import { messages } from '#shared/mail/api/messages.ts'
import { call } from '#app/platform/api/call.ts'
import { MessageField, MessageForm, ReplyAddressField } from '#app/platform/messages/message-form.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { textOf, textsOf } from '#app/platform/ui/form-text.ts'
import type { Problems } from '#app/platform/ui/use-problems.ts'

const content = contentOf('wholesale')

export const loader = ({ context }: LoaderFunctionArgs) => askOnServer(context, content)
export const clientLoader = () => askBriefly(content)

/** The wholesale page: an introduction and the form. */
export default function Wholesale() {
  return (
    <PageContent of="wholesale">
      {({ title, picture, place, notes, lead, text, description }) => (
        <article className={`stack-4 ${styles.wholesale}`}>
          <PageHead title={title} description={description} path="/wholesale" picture={picture} />
          <header className={styles.head}>
            <h1>{title}</h1>
          </header>
          {picture ? (
            <CaptionedPicture
              className={styles.figure}
              of={picture}
              sizes="(min-width: 62rem) 44vw, 92vw"
              priority
              place={place}
              notes={notes}
            />
          ) : null}
          <div className={`stack-2 packed ${styles.welcome}`}>
            <p className={`italic ${styles.lead}`}>{lead}</p>
            <Markdown html={text} />
          </div>
          <WholesaleForm />
        </article>
      )}
    </PageContent>
  )
}

/**
 * The wholesale form. The specification defines its labels, their order and the required fields (test/SPEC.md,
 * Wholesale).
 */
function WholesaleForm() {
  return (
    <section
      id="enquiry"
      className={`stack-3 packed pad-top-4 rule ${styles.message}`}
      aria-labelledby="enquiry-title"
    >
      <h2 id="enquiry-title">Your inquiry</h2>
      <MessageForm
        path={messages.wholesale.path}
        post={post}
        labelledBy="enquiry-title"
        thanks="Message sent successfully!"
        more="We will reply as soon as possible."
        send="Submit"
      >
        {(problems) => (
          <>
            <Fields of={BUSINESS} problems={problems} />
            <ReplyAddressField problems={problems} />
            <Fields of={CONTACT} problems={problems} />
            <MessageField problems={problems} missing="What would you like to serve, and when?" />
          </>
        )}
      </MessageForm>
    </section>
  )
}

/** The fields before the reply address, and those after it. */
const BUSINESS: readonly NamedField[] = [
  {
    label: 'Business Name',
    name: 'businessName',
    autoComplete: 'organization',
    maxLength: 120,
    required: true,
    'data-missing': 'What is it called?',
  },
  {
    label: 'Type of Business',
    name: 'typeOfBusiness',
    autoComplete: 'off',
    maxLength: 120,
    required: true,
    'data-missing': 'A cafe, an office, a bakery?',
  },
]
const CONTACT: readonly NamedField[] = [
  {
    label: 'Phone',
    name: 'phone',
    type: 'tel',
    autoComplete: 'tel',
    maxLength: 40,
    required: true,
    'data-missing': 'A number to call you back.',
  },
  {
    label: 'Quantity | lbs/ month',
    name: 'qty',
    type: 'number',
    inputMode: 'decimal',
    min: 0,
    max: 1_000_000,
    'data-high': 'That is more than we can send.',
    step: 'any',
    defaultValue: 0,
  },
  { label: 'Website/ Socials', name: 'social', autoComplete: 'url', maxLength: 200 },
]

type NamedField = ComponentProps<typeof Field> & { name: string } & { [data: `data-${string}`]: string }

function Fields({ of: fields, problems }: { of: readonly NamedField[]; problems: Problems }) {
  return fields.map((field) => <Field key={field.name} {...field} problem={problems[field.name]} />)
}

function post(typed: FormData, base: string) {
  const texts = textsOf(typed, 'businessName', 'typeOfBusiness', 'email', 'phone', 'social', 'message')
  const mailerState = { ...texts, qty: Number(textOf(typed, 'qty')) }
  return call(messages.wholesale, { body: { mailerState, ...textsOf(typed, 'homepage') } }, { base })
}
