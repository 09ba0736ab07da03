import { MESSAGE_MAX, messages } from '#shared/api/messages.ts'
import { call } from '../../api/call.ts'
import { Answer, Trap } from '../../messages/letter.tsx'
import { textOf } from '../../messages/text-of.ts'
import { useLetter } from '../../messages/use-letter.ts'
import { Button } from '../../ui/button.tsx'
import { Field, TextareaField } from '../../ui/field.tsx'
import styles from './wholesale.module.css'

/** Labels, order and what is required: spec sections 2 and 5. */
export function WholesaleForm() {
  const { form, busy, outcome, putBack, problems } = useLetter(post)
  return (
    <section id="enquiry" className={styles.letter} aria-labelledby="enquiry-title">
      <h2 id="enquiry-title">Your enquiry</h2>
      <Answer
        outcome={outcome}
        putBack={putBack}
        thanks="Message sent successfully!"
        more="We will reply as soon as possible."
      />
      <form
        {...form}
        action={messages.wholesale.path}
        method="post"
        aria-labelledby="enquiry-title"
        className={styles.form}
      >
        <Business problems={problems} />
        <Reach problems={problems} />
        <TextareaField
          label="Message"
          name="message"
          rows={7}
          maxLength={MESSAGE_MAX}
          required
          data-missing="What would you like to serve, and when?"
          problem={problems.message}
        />
        <Trap />
        <Button type="submit" busy={busy} className={styles.send}>
          Submit
        </Button>
      </form>
    </section>
  )
}

type Problems = Readonly<Record<string, string>>

function Business({ problems }: { problems: Problems }) {
  return (
    <>
      <Field
        label="Business Name"
        name="businessName"
        autoComplete="organization"
        maxLength={120}
        required
        data-missing="What is it called?"
        problem={problems.businessName}
      />
      <Field
        label="Type of Business"
        name="typeOfBusiness"
        autoComplete="off"
        maxLength={120}
        required
        data-missing="A cafe, an office, a bakery?"
        problem={problems.typeOfBusiness}
      />
    </>
  )
}

function Reach({ problems }: { problems: Problems }) {
  return (
    <>
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        maxLength={254}
        required
        data-missing="Tell us where to answer."
        problem={problems.email}
      />
      <Field
        label="Phone"
        name="phone"
        type="tel"
        autoComplete="tel"
        maxLength={40}
        required
        data-missing="A number to call you back."
        problem={problems.phone}
      />
      <Field
        label="Quantity | lbs/ month"
        name="qty"
        type="number"
        inputMode="decimal"
        min={0}
        max={1_000_000}
        step="any"
        defaultValue={0}
        problem={problems.qty}
      />
      <Field
        label="Website/ Socials"
        name="social"
        autoComplete="url"
        maxLength={200}
        problem={problems.social}
      />
    </>
  )
}

function post(typed: FormData) {
  const mailerState = {
    businessName: textOf(typed, 'businessName'),
    typeOfBusiness: textOf(typed, 'typeOfBusiness'),
    email: textOf(typed, 'email'),
    phone: textOf(typed, 'phone'),
    qty: Number(textOf(typed, 'qty')),
    social: textOf(typed, 'social'),
    message: textOf(typed, 'message'),
    homepage: textOf(typed, 'homepage'),
  }
  return call(messages.wholesale, { body: { mailerState } })
}
