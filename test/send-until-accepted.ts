import type { Answer } from './visitor.ts'

/** Throws if the call is refused; retries while the server is busy. */
export async function sendUntilAccepted(ask: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await ask()
    if (answer.status < 400) return answer
    if (answer.status !== 503 || attempt === 20)
      throw new Error(`Refused with ${answer.status}: ${answer.text}`)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}
