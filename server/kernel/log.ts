/** The interface of the shop's log. Each entry has an object of facts and a message. */
export type Log = {
  debug(facts: object, message: string): void
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}
