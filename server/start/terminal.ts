/** What the shop writes to the terminal besides its log. */
import { createConceal } from '#server/kernel/config/secrets.ts'

export function print(text: string): void {
  process.stdout.write(text)
}

/** Writes the error to stderr without secrets, because the output may be logged. */
export function reportFailure(text: string): void {
  process.stderr.write(createConceal(process.env)(text))
}

/** Ends the process with exit code 1 after writing the reason. */
export function die(what: string, error: Error): never {
  reportFailure(`\n${what}: ${error.message}\n`)
  process.exit(1)
}
