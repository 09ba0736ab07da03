import { useState } from 'react'
import { useNavigate } from 'react-router'
import { personalData } from '#shared/people/api/personal-data.ts'
import { roleOfUser, type UserInfo } from '#shared/people/api/users.ts'
import { call } from '#app/platform/api/call.ts'
import { signOut } from '#app/platform/session/session.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { textOf } from '#app/platform/ui/form-text.ts'
import { toast } from '#app/platform/ui/toast.tsx'
import { FormProblem, SubmitButton } from '#app/platform/account-forms/account-page.tsx'
import { ProfilePage } from '#app/platform/account-forms/profile-page.tsx'
import { ProofDialog } from '#app/platform/account-forms/proof-dialog.tsx'
import { ProvenDownload } from '#app/platform/account-forms/proven-download.tsx'
import { useAccountForm } from '#app/platform/account-forms/use-account-form.ts'
import styles from './security.module.css'

/** What the shop stores about the user, as a file, and the deletion of the account. */
export default function PersonalData() {
  return (
    <ProfilePage title="Your data" className={`stack-6 ${styles.page}`}>
      {(user) => (
        <>
          <ProofDialog />
          <Download />
          <Deletion user={user} />
        </>
      )}
    </ProfilePage>
  )
}

function Download() {
  return (
    <section className={`stack-3 packed may-shrink ${styles.group}`} aria-labelledby="download">
      <h2 id="download">Download your data</h2>
      <p>
        Everything that we store about you: your profile and addresses, orders with payments and refunds,
        subscriptions, gift cards, reviews, messages, consents and sign-ins. The page is for reading. The data
        file is for other software.
      </p>
      <div className="cluster screen-only">
        <ProvenDownload to={personalData.page.path}>Download as a page</ProvenDownload>
        <ProvenDownload to={personalData.file.path}>Download as data (JSON)</ProvenDownload>
      </div>
    </section>
  )
}

function Deletion({ user }: { user: UserInfo }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section className={`stack-3 packed may-shrink ${styles.group}`} aria-labelledby="deletion">
      <h2 id="deletion">Delete your account</h2>
      <p>
        Your profile, address book and saved payment methods are deleted, and your subscriptions are canceled.
        We keep your orders in our books, as the law requires. Your reviews stay in the shop; write to us if
        you want them deleted too. This cannot be undone.
      </p>
      {roleOfUser(user) !== null ? (
        <p>You are a staff member. An owner of the shop has to remove your role first.</p>
      ) : isOpen ? (
        <DeletionForm email={user.email} onCancel={() => setIsOpen(false)} />
      ) : (
        <p>
          <Button look="line" onClick={() => setIsOpen(true)}>
            Delete my account
          </Button>
        </p>
      )}
    </section>
  )
}

function DeletionForm({ email, onCancel }: { email: string; onCancel: () => void }) {
  const navigate = useNavigate()
  const { sending, problems, form } = useAccountForm({
    read: (typed) => textOf(typed, 'email'),
    send: (typed: string) => call(personalData.remove, { body: { email: typed } }),
    onSent: async ({ message }) => {
      await signOut()
      await navigate('/')
      toast.success(message)
    },
  })
  return (
    <form {...form} className={styles.narrow}>
      <Field
        label={`Type ${email} to confirm`}
        name="email"
        type="email"
        autoComplete="off"
        problem={problems.email}
        data-missing="Type the email address of your account."
        required
        unmarked
      />
      <FormProblem of={problems} />
      <div className="cluster screen-only">
        <SubmitButton busy={sending.isPending}>Delete permanently</SubmitButton>
        <Button look="line" onClick={onCancel}>
          Keep my account
        </Button>
      </div>
    </form>
  )
}
