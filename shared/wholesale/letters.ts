/** The texts that the desk proposes for mails to applicants. Staff read and change them before they go. */

type Facts = {
  /** The first name of the applicant, or the name of the business. */
  name: string
  /** The name of the shop. */
  shop: string
  /** What is missing or wrong, in sentences. */
  missing: readonly string[]
}

/** A question about what is missing. */
export function askLetter({ name, shop, missing }: Facts): string {
  const list =
    missing.length > 0 ? missing.map((each) => `- ${each}`).join('\n') : '- (Write here what you need.)'
  return `Hello ${name},

thank you for your application. Before we can open your account, we need one more thing:

${list}

The button below opens your application again. What you entered is still there.

Best regards
${shop}`
}

export function declineLetter({ name, shop }: Facts): string {
  return `Hello ${name},

thank you for your interest in our coffee. We are sorry that we cannot open a wholesale account for you at the moment.

You can buy from our shop at any time, and we are happy to hear from you again.

Best regards
${shop}`
}

export function approveLetter({ name, shop }: Facts): string {
  return `Hello ${name},

welcome! Your wholesale account is open. Press the button to join: you choose a password, and then you can order.

You can invite the people who order and who pay the bills on the page of your account.

Best regards
${shop}`
}
