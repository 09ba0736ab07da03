import { messages } from '#shared/mail/api/messages.ts'
import { call } from '#app/platform/api/call.ts'
import { MessageField, MessageForm, ReplyAddressField } from '#app/platform/messages/message-form.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { textOf } from '#app/platform/ui/form-text.ts'
import type { Problems } from '#app/platform/ui/use-problems.ts'
import styles from './wholesale.module.css'

/**
 * The wholesale form. The specification defines its labels, their order and the required fields (test/SPEC.md,
 * Wholesale).
 */
export function WholesaleForm() {
  return (
    <section
      id="enquiry"
      className={`stack-3 packed pad-top-4 rule ${styles.message}`}
      aria-labelledby="enquiry-title"
    >
      <h2 id="enquiry-title">Your enquiry</h2>
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
            <Business problems={problems} />
            <ContactAndQuantity problems={problems} />
            <MessageField problems={problems} missing="What would you like to serve, and when?" />
          </>
        )}
      </MessageForm>
    </section>
  )
}

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

function ContactAndQuantity({ problems }: { problems: Problems }) {
  return (
    <>
      <ReplyAddressField problems={problems} />
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
        data-high="That is more than we can roast."
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

function post(typed: FormData, base: string) {
  const text = (name: string) => textOf(typed, name).trim()
  const mailerState = {
    businessName: text('businessName'),
    typeOfBusiness: text('typeOfBusiness'),
    email: text('email'),
    phone: text('phone'),
    qty: Number(text('qty')),
    social: text('social'),
    message: text('message'),
  }
  const body = { mailerState, homepage: text('homepage') }
  return call(messages.wholesale, { body }, { base })
}
